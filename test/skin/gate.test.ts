import { type CssFault, faultTold } from '../../src/skin/css/fault';
import { gated } from '../../src/skin/css/gate';
import { firstPartyKeys, versionsOf } from '../../src/skin/first-party/packs';
import { harmless, hostile } from './hostile-css';
import { oracle } from './oracle';

const BYTES_MAX = 100 * 1024;

describe('the gate of style sheets', () => {
  test.each(hostile)('refuses %j', (css, code) => {
    expect(gated(css, BYTES_MAX).faults.map((fault) => fault.code)).toContain(code);
  });

  test.each(harmless)('lets %j pass, and serves what means the same', (css) => {
    const found = gated(css, BYTES_MAX);
    expect(found.faults).toEqual([]);
    expect(oracle(found.css as string)).toEqual([]);
    expect(gated(found.css as string, BYTES_MAX)).toMatchObject({ css: found.css, faults: [] });
  });

  test('tells where a fault is', () => {
    expect(gated('p { color: red }\n\n  @import "x";', BYTES_MAX).faults).toEqual([
      { code: 'css_at_rule', name: 'import', line: 3, column: 3 },
    ]);
  });

  test('names up to 20 faults', () => {
    expect(gated('.x { color: red } '.repeat(100), BYTES_MAX).faults).toHaveLength(20);
  });

  test.each(
    firstPartyKeys.flatMap((key) => versionsOf(key).map((pack) => [`${key} ${pack.manifest.version}`, pack] as const)),
  )('lets %s pass', (_, pack) => expect(gated(pack.css, BYTES_MAX).faults).toEqual([]));
});

describe('what passes and does nothing', () => {
  const idleOf = (css: string) => gated(css, BYTES_MAX).idle?.map(({ code, name }) => `${code} ${name}`);

  test('is told: rules that browsers drop, and declarations that the platform outweighs', () => {
    const nested = '@keyframes a { from { opacity: 0 } @media (min-width: 1px) { to { opacity: 1 } } }';
    expect(idleOf(nested)).toEqual(['css_idle @media']);
    expect(idleOf('[data-el="legal"] { display: none }')).toEqual(['css_outweighed display']);
    expect(
      idleOf('[data-el="hero"], main [data-el="price"]:hover { opacity: 0; color: red }'.replace('main ', '')),
    ).toEqual(['css_outweighed opacity']);
    const effective = '[data-el="price"] [data-part="compare"] { opacity: .6 } [data-el="buy"]::before { opacity: .5 }';
    expect(idleOf(`${effective} @media (min-width: 1px) { @keyframes a { to { opacity: 1 } } }`)).toEqual([]);
    for (const key of firstPartyKeys)
      for (const { css } of versionsOf(key)) expect([key, idleOf(css)]).toEqual([key, []]);
  });

  test.each([
    ['@property --x { syntax: "<length>"; inherits: false; initial-value: 0px }', 'css_at_rule', 'custom property'],
    ['[data-el="hero"] { background: url("data:image/svg+xml,<svg/>") }', 'css_url', 'Upload the picture'],
    ['[data-el="text"] { -webkit-line-clamp: 2 }', 'css_property', 'max-height'],
    ['[data-el="buy"]::before { content: "Yeni" }', 'css_property', 'sections'],
  ])('%s is refused with the way out', (css, code, way) => {
    const [first] = gated(css, BYTES_MAX).faults;
    expect(first?.code).toBe(code);
    expect(faultTold(first as CssFault, BYTES_MAX).english).toContain(way);
  });
});
