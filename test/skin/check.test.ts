import type { SentPackage } from '../../src/skin/check/form';
import { endCssThreads } from '../../src/skin/css/apart';
import { firstPartyKeys, firstPartyPack, versionsOf } from '../../src/skin/first-party/packs';
import { sade100, sade110 } from '../../src/skin/first-party/sade/versions';
import { contrastOf } from '../../src/skin/pack/color';
import { examplePackage } from '../../src/theme/package/example';
import { verdictOn } from '../../src/theme/package/verdict';

const asking = {
  caller: { lane: 'test', isKnown: true },
  findPack: async (key: string, version: string) => firstPartyPack(key, version),
};
const verdict = (sent: SentPackage, against?: string | SentPackage) => verdictOn(sent, against, asking);
const codesOf = async (sent: SentPackage, against?: string | SentPackage) =>
  (await verdict(sent, against)).errors.map(({ code, pointer }) => `${code} ${pointer}`);

describe('the check of packages', () => {
  afterAll(() => endCssThreads());

  test.each(
    firstPartyKeys.flatMap((key) => versionsOf(key).map((pack) => [`${key} ${pack.manifest.version}`, pack] as const)),
  )('finds nothing wrong with %s', async (_, pack) => {
    const { errors, checked } = await verdict(pack);
    expect(errors).toEqual([]);
    expect(checked.contrasts.filter(({ ok }) => !ok)).toEqual([]);
  });

  test('finds nothing wrong with the least package that documents show', async () => {
    expect(await verdict(examplePackage)).toMatchObject({ errors: [], checked: { requires: { kit: '^1.0' } } });
  });

  test.each<[string, Partial<Record<keyof SentPackage, unknown>>]>([
    ['shape /manifest', { manifest: 7 }],
    ['shape /manifest/key', { manifest: { ...examplePackage.manifest, key: 'A' } }],
    ['shape /variables', { variables: 'x' }],
    [
      'shape /manifest/migrations',
      {
        manifest: {
          ...examplePackage.manifest,
          migrations: Array.from({ length: 25 }, () => ({
            to: '1.0.0',
            steps: Array(200).fill({ do: 'setDefault', at: '/nodes/*/props/x', value: 1 }),
          })),
        },
      },
    ],
    ['shape /presets/0/variables', { presets: [{ key: 'a' }] }],
    ['css_url /css', { css: `${examplePackage.css} p { background: url(x) }` }],
    ['css_too_large /css', { css: 'p { color: red } '.repeat(10_000) }],
    ['coverage /css', { css: '[data-el="hero"] { color: #000000 }' }],
    ['name_unknown /css', { css: `${examplePackage.css} [data-el="carousel"] { color: #000000 }` }],
    ['name_unknown /css', { css: `${examplePackage.css} [data-el="hero"] { color: var(--tz-color-neon) }` }],
    ['contrast_low /css', { css: `${examplePackage.css} [data-el="hero"] { color: #777777; background: #888888 }` }],
    ['contrast_low /manifest/contrast', { variables: [{ name: 'color-text', type: 'color', default: '#cccccc' }] }],
    ['variable_invalid /variables', { variables: [{ name: 'size-base', type: 'length', default: '0px' }] }],
    [
      'variable_invalid /variables',
      {
        variables: [{ name: 'size-base', type: 'enum', default: 'a', options: [{ value: 'a', css: 'calc(0 * 1px)' }] }],
      },
    ],
    ['kit_unsupported /manifest/requires/kit', { manifest: { ...examplePackage.manifest, requires: { kit: '^2.0' } } }],
    ['variable_invalid /variables/0/default', { variables: [{ name: 'color-x', type: 'color', default: 'red' }] }],
    [
      'variable_invalid /variables/0/options/0/css',
      {
        variables: [{ name: 'shade', type: 'enum', default: 'a', options: [{ value: 'a', css: '0; } @import "x";' }] }],
      },
    ],
    [
      'css_url /variables',
      { variables: [{ name: 'shade', type: 'enum', default: 'a', options: [{ value: 'a', css: 'url(x)' }] }] },
    ],
    ['variable_unknown /presets/0/variables/color-x', { presets: [{ key: 'a', variables: { 'color-x': '#000000' } }] }],
    ['name_taken /variables/1', { variables: Array(2).fill({ name: 'color-x', type: 'color', default: '#000000' }) }],
    ['skeleton_invalid /skeleton/pages/home', { skeleton: { ...sade100.skeleton, pages: {} } }],
    [
      'skeleton_invalid /skeleton/nodes/home~1about/slots/items/0',
      {
        skeleton: {
          ...sade100.skeleton,
          nodes: {
            ...sade100.skeleton.nodes,
            'home/about': { type: 'richText', props: {}, slots: { items: ['home/about'] } },
          },
        },
      },
    ],
    [
      'skeleton_invalid /skeleton',
      {
        skeleton: {
          ...sade100.skeleton,
          nodes: { ...sade100.skeleton.nodes, 'home/about': { type: 'carousel', props: {} } },
        },
      },
    ],
  ])('%s', async (expected, part) => {
    expect(await codesOf({ ...examplePackage, ...part } as SentPackage)).toContain(expected);
  });

  test('each fault has words in both languages, with nothing left to fill in', async () => {
    const { errors, warnings } = await verdict({
      ...examplePackage,
      css: '[data-el="x"] { color: #777777; background: #888888 }',
    });
    for (const { message, english } of [...errors, ...warnings]) {
      expect(message).not.toMatch(/[{}]/);
      expect(english).not.toMatch(/[{}]/);
    }
    expect([...errors, ...warnings].length).toBeGreaterThan(3);
  });
});

describe('the class of a change', () => {
  afterAll(() => endCssThreads());
  const classOf = async (change: (pack: typeof sade100) => object) => {
    const next = { ...sade100, manifest: { ...sade100.manifest, version: '9.0.0' } };
    const { semver } = await verdict({ ...next, ...change(sade100) } as SentPackage, 'sade@1.0.0');
    return [semver?.class, semver?.reasons.map(({ code }) => code)];
  };

  test('of 1.1.0 against 1.0.0 of sade is minor', async () => {
    const { semver, errors } = await verdict(sade110, 'sade@1.0.0');
    expect(errors).toEqual([]);
    expect(semver?.class).toBe('minor');
    expect(semver?.reasons.map(({ code, name }) => `${code} ${name}`)).toEqual([
      'default_changed radius-card',
      'variable_added color-sale',
      'preset_changed gece',
      'css_changed ',
    ]);
  });

  test.each<[string, string[], (pack: typeof sade100) => object]>([
    ['none', [], () => ({})],
    ['patch', ['css_changed'], ({ css }) => ({ css: `${css} [data-el="hero"] { gap: 1px }` })],
    [
      'minor',
      ['variable_widened'],
      ({ variables }) => ({
        variables: variables.map((each) => (each.name === 'space' ? { ...each, max: 99 } : each)),
      }),
    ],
    [
      'major',
      ['variable_narrowed'],
      ({ variables }) => ({
        variables: variables.map((each) => (each.name === 'space' ? { ...each, max: 20 } : each)),
      }),
    ],
    ['major', ['preset_removed'], ({ presets }) => ({ presets: presets.slice(1) })],
    [
      'minor',
      ['section_added'],
      ({ sections }) => ({ sections: [...sections, { key: 'x', type: 'hero', props: {} }] }),
    ],
    [
      'minor',
      ['variable_renamed'],
      ({ variables, manifest }) => ({
        variables: variables.map((each) => (each.name === 'shadow' ? { ...each, name: 'shade' } : each)),
        manifest: {
          ...manifest,
          version: '9.0.0',
          migrations: [{ to: '9.0.0', steps: [{ do: 'rename', from: '/variables/shadow', to: '/variables/shade' }] }],
        },
      }),
    ],
  ])('is %s for %j', async (expected, reasons, change) => {
    const [found, codes] = await classOf(change);
    expect(codes).toEqual(expect.arrayContaining(reasons));
    expect(found).toBe(expected);
  });

  test('that a version does not tell is a fault of it', async () => {
    const next = { ...sade110, manifest: { ...sade110.manifest, version: '1.0.1' } };
    expect(await codesOf(next, 'sade@1.0.0')).toEqual(['version_low /manifest/version']);
  });

  test('against a theme that is not there is told', async () => {
    expect(await codesOf(sade110, 'yok@1.0.0')).toEqual(['against_missing /against']);
  });
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.478],
  // Half of black over white is a grey of 127.5.
  ['#00000080', '#ffffff', 3.98],
  ['#ffffff', '#00000000', 1],
])('the contrast of %s on %s is %d', (fg, bg, ratio) => {
  expect(contrastOf(fg, bg, '#ffffff')).toBeCloseTo(ratio, 1);
});
