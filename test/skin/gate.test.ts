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
