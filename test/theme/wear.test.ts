import * as fc from 'fast-check';
import type { Bundle } from '../../src/design/bundle/bundle';
import { formOf } from '../../src/design/bundle/form';
import { graphOf } from '../../src/design/bundle/graph';
import { bodyText } from '../../src/design/bundle/text';
import { startingBundle } from '../../src/design/template/starting';
import { atolye100, atolye200 } from '../../src/skin/first-party/atolye/versions';
import { firstPartyKeys, firstPartyPack, newestPack, versionsOf } from '../../src/skin/first-party/packs';
import { sade100, sade110 } from '../../src/skin/first-party/sade/versions';
import type { MigrationStep, Pack } from '../../src/skin/pack/pack';
import { resolvedVariables } from '../../src/skin/pack/resolve';
import { presetApplied } from '../../src/theme/wear/preset';
import { REPORT_ROWS_MAX } from '../../src/theme/wear/report';
import { pageReset } from '../../src/theme/wear/reset';
import { isTouched, walkersOf } from '../../src/theme/wear/steps';
import { type SwitchMode, switched, switchModes, type Wardrobe } from '../../src/theme/wear/switch';
import { isBearable, upgraded } from '../../src/theme/wear/upgrade';
import { edit, edited, lines, start, wardrobeOf } from './wardrobes';

const bytes = (bundle: Bundle): string => bodyText(bundle).text;

function wear(bundle: Bundle, key: string, mode: SwitchMode, wardrobe: Wardrobe): Bundle {
  const found = switched(bundle, key, mode, wardrobe);
  if (!found) throw new Error(`no ${key}`);
  return found.bundle;
}

const mode = fc.constantFrom(...switchModes);
const edits = fc.array(edit, { maxLength: 6 });
const others = (key: string): string[] => ['aa', 'bb', 'cc'].filter((each) => each !== key);

/** Walks: edits, then a theme. */
const walk = fc.array(fc.tuple(edits, fc.nat(1), mode), { maxLength: 4 });

function walked(
  bundle: Bundle,
  steps: readonly (readonly [Parameters<typeof edited>[1], number, SwitchMode])[],
  wardrobe: Wardrobe,
): Bundle {
  return steps.reduce((now, [changes, which, how], index) => {
    const next = edited(now, changes, `w${index}x`);
    return wear(next, others(next.theme.key)[which] as string, how, wardrobe);
  }, bundle);
}

/** Every node with its type and its props, standing or parked. */
const contentsOf = ({ nodes, parked }: Bundle): string[] =>
  [nodes, ...Object.values(parked).flatMap(({ layouts = [] }) => layouts.map((layout) => layout.nodes))]
    .flatMap((each) => Object.entries(each))
    .map(([id, { type, props }]) => `${id} ${type} ${JSON.stringify(props)}`);

/** Every value of a variable, with the theme whose it is. */
const statedIn = ({ theme, variables, parked }: Bundle): string[] =>
  [[theme.key, variables] as const, ...Object.entries(parked).map(([key, of]) => [key, of.variables] as const)].flatMap(
    ([key, of]) => Object.entries(of).map(([name, value]) => `${key} ${name} ${value}`),
  );

describe('a switch of themes', () => {
  test('there and back gives the same bytes, whatever was done before', () => {
    fc.assert(
      fc.property(lines, walk, edits, fc.nat(1), mode, (all, before, last, which, how) => {
        const wardrobe = wardrobeOf(all);
        const bundle = edited(walked(start(all[0]), before, wardrobe), last, 'z');
        const there = wear(bundle, others(bundle.theme.key)[which] as string, how, wardrobe);
        expect(bytes(wear(there, bundle.theme.key, how, wardrobe))).toBe(bytes(bundle));
      }),
    );
  });

  test('along any walk and back along it gives the same bytes', () => {
    fc.assert(
      fc.property(
        lines,
        edits,
        fc.array(fc.tuple(fc.nat(1), mode), { minLength: 1, maxLength: 5 }),
        (all, first, way) => {
          const wardrobe = wardrobeOf(all);
          const bundle = edited(start(all[0]), first, 'z');
          const back: [string, SwitchMode][] = [];
          let now = bundle;
          for (const [which, how] of way) {
            back.unshift([now.theme.key, how]);
            now = wear(now, others(now.theme.key)[which] as string, how, wardrobe);
          }
          for (const [key, how] of back) now = wear(now, key, how, wardrobe);
          expect(bytes(now)).toBe(bytes(bundle));
        },
      ),
    );
  });

  test('there and back leaves away a page that was not there', () => {
    fc.assert(
      fc.property(lines, edits, fc.nat(1), mode, ([one, ...rest], first, which, how) => {
        const wardrobe = wardrobeOf([one, ...rest]);
        const bundle = edited(start(one), first, 'z');
        for (const id of bundle.pages.pg_search?.root ?? []) delete bundle.nodes[id];
        delete bundle.pages.pg_search;
        const there = wear(bundle, others('aa')[which] as string, how, wardrobe);
        if (how === 'theme-skeleton') expect(there.pages.pg_search?.root).toEqual(['search-a']);
        expect(bytes(wear(there, 'aa', how, wardrobe))).toBe(bytes(bundle));
      }),
    );
  });

  test('loses no node and no value, and leaves a body of good form', () => {
    fc.assert(
      fc.property(lines, walk, edits, fc.nat(1), mode, (all, before, last, which, how) => {
        const wardrobe = wardrobeOf(all);
        const bundle = edited(walked(start(all[0]), before, wardrobe), last, 'z');
        const after = wear(bundle, others(bundle.theme.key)[which] as string, how, wardrobe);
        // A layout that its theme brings anyway is not kept twice.
        const given = all.flatMap(({ packs: [pack] }) => contentsOf(startingBundle(pack)));
        const has = new Set([...contentsOf(after), ...given]);
        expect(contentsOf(bundle).filter((each) => !has.has(each))).toEqual([]);
        expect(statedIn(after).toSorted()).toEqual(statedIn(bundle).toSorted());
        expect(formOf(after).errors).toEqual([]);
        expect(graphOf(after).errors).toEqual([]);
      }),
    );
  });

  test('of edits in between, the content alone stays', () => {
    fc.assert(
      fc.property(lines, edits, fc.nat(1), mode, (all, first, which, how) => {
        const wardrobe = wardrobeOf(all);
        const bundle = edited(start(all[0]), first, 'z');
        const there = wear(bundle, others('aa')[which] as string, how, wardrobe);
        const noted = edited(there, [(body) => Object.assign(body.menus, { extra: { label: 'x', items: [] } })], 'e');
        const back = wear(noted, 'aa', how, wardrobe);
        expect(bytes({ ...back, menus: bundle.menus })).toBe(bytes(bundle));
      }),
    );
  });

  test('among the themes of the product keeps what a shop has entered, and each of them can be worn', () => {
    const wardrobe: Wardrobe = {
      packOf: firstPartyPack,
      usualVersion: (key) => newestPack(key)?.manifest.version,
    };
    const bundle = edited(
      startingBundle(sade110, 'deniz'),
      [(body) => Object.assign(body.variables, { space: '20px' })],
      'x',
    );
    let now = bundle;
    for (const key of ['pazar', 'atolye', 'sade']) now = wear(now, key, 'theme-skeleton', wardrobe);
    expect(bytes(now)).toBe(bytes(bundle));
    const there = switched(bundle, 'pazar', 'theme-skeleton', wardrobe);
    expect(there?.bundle).toMatchObject({
      theme: { key: 'pazar', version: '1.0.0' },
      variables: {},
      parked: { sade: { version: '1.1.0', preset: 'deniz', variables: { space: '20px' } } },
    });
    expect(there?.bundle.parked.sade?.layouts).toBeUndefined();
    expect(there?.report.rows.map(({ kind, reason, pointer }) => `${kind} ${reason} ${pointer}`)).toContain(
      'parked theme_left /variables/space',
    );
  });

  test('gives another name to a node whose name is taken', () => {
    const bundle = edited(
      startingBundle(sade100),
      [
        (body) => {
          Object.assign(body.composites, { cmp: { label: 'x', root: 'home-story' } });
          Object.assign(body.nodes, { 'home-story': { type: 'divider', props: {} } });
        },
      ],
      'x',
    );
    const wardrobe: Wardrobe = { packOf: firstPartyPack, usualVersion: (key) => (key === 'sade' ? '1.0.0' : '2.0.0') };
    const there = wear(bundle, 'atolye', 'theme-skeleton', wardrobe);
    expect(there.pages.pg_home?.root).toContain('home-story-2');
    expect(there.nodes['home-story']).toMatchObject({ type: 'divider' });
    expect(bytes(wear(there, 'sade', 'theme-skeleton', wardrobe))).toBe(bytes(bundle));
  });
});

describe('an upgrade of a theme', () => {
  const anyBody = fc.tuple(lines, walk, edits).map(([all, before, last]) => {
    const wardrobe = wardrobeOf(all);
    const bundle = edited(walked(start(all[0]), before, wardrobe), last, 'z');
    const line = all.find(({ key }) => key === bundle.theme.key) as (typeof all)[0];
    return { bundle, line };
  });

  test('over two versions at once gives the bytes of one after the other', () => {
    fc.assert(
      fc.property(
        anyBody,
        ({
          bundle,
          line: {
            packs: [one, two, three],
          },
        }) => {
          const byTwo = upgraded(upgraded(bundle, one, two).bundle, two, three).bundle;
          expect(bytes(upgraded(bundle, one, three).bundle)).toBe(bytes(byTwo));
        },
      ),
    );
  });

  test('changes no value of the shop: each stays, moves with its name, or is kept aside', () => {
    fc.assert(
      fc.property(
        anyBody,
        ({
          bundle,
          line: {
            packs: [one, , three],
          },
        }) => {
          const after = upgraded(bundle, one, three).bundle;
          const removed = (after.removed ?? []).map(({ value }) => value);
          const stated = [...Object.values(after.variables), ...removed].map(String).toSorted();
          for (const value of Object.values(bundle.variables).map(String)) {
            expect(stated).toContain(value);
            stated.splice(stated.indexOf(value), 1);
          }
          const pins = new Set(bundle.pins ?? []);
          for (const walker of walkersOf(bundle.nodes, one)) {
            const values = [...Object.values(after.nodes[walker.id]?.props ?? {}), ...removed].map(String);
            for (const [prop, value] of Object.entries(walker.props))
              if (isTouched({ pins }, walker, prop)) expect(values).toContain(String(value));
          }
          expect(Object.keys(after.nodes)).toEqual(Object.keys(bundle.nodes));
          expect(formOf(after).errors).toEqual([]);
        },
      ),
    );
  });

  test('of a body that nobody has touched gives that of the new version', () => {
    fc.assert(
      fc.property(
        lines,
        ([
          {
            packs: [one, two, three],
          },
        ]) => {
          for (const next of [two, three]) {
            const { nodes, theme } = upgraded(startingBundle(one), one, next).bundle;
            expect(nodes).toEqual(startingBundle(next).nodes);
            expect(theme.version).toBe(next.manifest.version);
          }
        },
      ),
    );
  });

  test('shows what was pinned as it was', () => {
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom('v-a', 'v-b', 'v-c'),
        (
          [
            {
              packs: [one, two],
            },
          ],
          name,
        ) => {
          const steps = two.manifest.migrations.flatMap((each) => each.steps);
          fc.pre(!steps.some((each) => JSON.stringify(each).includes(name)));
          const bundle = { ...startingBundle(one), pins: [`/variables/${name}`] };
          const shown = resolvedVariables(one, bundle)[name];
          fc.pre(shown !== undefined);
          expect(upgraded(bundle, one, two).bundle.variables[name]).toBe(shown);
        },
      ),
    );
  });

  test.each(
    firstPartyKeys.flatMap((key) =>
      versionsOf(key)
        .slice(1)
        .map((pack, index) => [key, versionsOf(key)[index] as Pack, pack] as const),
    ),
  )('of %s leads to what the new version gives', (_, old, next) => {
    const { bundle } = upgraded(startingBundle(old), old, next);
    expect(bytes(bundle)).toBe(bytes(startingBundle(next)));
  });

  test('of the workshop tells what became of each value', () => {
    const bundle = edited(
      startingBundle(atolye100),
      [
        (body) => Object.assign(body.variables, { 'color-line': '#cccccc', 'font-accent': 'mono', space: '20px' }),
        (body) => Object.assign(body.nodes['home-works']?.props as object, { columns: 4 }),
      ],
      'x',
    );
    const { bundle: after, report } = upgraded(bundle, atolye100, atolye200);
    expect(after).toMatchObject({
      theme: { version: '2.0.0' },
      variables: { 'color-border': '#cccccc', space: '20px' },
      removed: [{ theme: 'atolye', version: '2.0.0', pointer: '/variables/font-accent', value: 'mono' }],
    });
    expect(after.nodes['home-works']?.props.columns).toBe(4);
    expect(report.rows.map(({ kind, pointer, before, after: now }) => `${kind} ${pointer} ${before} ${now}`)).toEqual([
      'moved /variables/color-border #cccccc #cccccc',
      'parked /variables/font-accent mono null',
      'kept /nodes/home-works/props/columns 4 4',
    ]);
    expect(report.rows.map(({ message }) => message).join(' ')).not.toMatch(/[{}]/);
    // A variable that a theme declares goes by the name that people know.
    expect(report.rows[0]).toMatchObject({
      message: expect.stringMatching(/^“Çizgi” /),
      english: expect.stringMatching(/^“Line” /),
    });
  });

  test('of sade follows the new corner of cards where nobody has said another one', () => {
    const plain = upgraded(startingBundle(sade100), sade100, sade110);
    expect(plain.report.rows.map(({ kind, pointer, before, after }) => [kind, pointer, before, after])).toEqual([
      ['changed', '/variables/radius-card', '0px', '8px'],
      ['added', '/variables/color-sale', null, '#b3261e'],
    ]);
    const own = { ...startingBundle(sade100), variables: { 'radius-card': '0px' } };
    expect(upgraded(own, sade100, sade110)).toMatchObject({
      bundle: { variables: { 'radius-card': '0px' } },
      report: { rows: [{ kind: 'kept' }, { kind: 'added' }] },
    });
  });
});

describe('a preset', () => {
  test('changes the values that it names, and no other one', () => {
    fc.assert(
      fc.property(
        edits,
        fc.constantFrom(...sade110.presets.map(({ key }) => key)),
        fc.constantFrom('deniz', 'gece', undefined),
        (changes, key, had) => {
          const bundle = edited(startingBundle(sade110, had), changes, 'z');
          const [before, found] = [resolvedVariables(sade110, bundle), presetApplied(bundle, sade110, key)];
          const after = resolvedVariables(sade110, found?.bundle as Bundle);
          const named = sade110.presets.find((each) => each.key === key)?.variables ?? {};
          expect(after).toEqual({ ...before, ...named });
        },
      ),
    );
  });

  test('that the theme does not have is none', () => {
    expect(presetApplied(startingBundle(sade100), sade100, 'yok')).toBeUndefined();
  });
});

describe('a reset of a page', () => {
  test('gives the sections of the theme, and leaves all other pages alone', () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const bundle = edited(startingBundle(sade100), changes, 'z');
        const after = pageReset(bundle, sade100, 'pg_home')?.bundle as Bundle;
        expect(after.pages.pg_home?.root).toEqual(startingBundle(sade100).pages.pg_home?.root);
        expect({ ...after.pages, pg_home: 0 }).toEqual({ ...bundle.pages, pg_home: 0 });
        expect(graphOf(after).errors).toEqual([]);
      }),
    );
  });

  test.each(['header', 'footer'])('%s', (group) => {
    const bundle = edited(startingBundle(sade100), [(body) => body.groups[group as 'header'].splice(0)], 'x');
    delete bundle.nodes[`${group}-bar`];
    delete bundle.nodes['footer-shop'];
    const found = pageReset(
      { ...bundle, groups: { header: [], footer: [] }, nodes: omit(bundle.nodes, 'header-bar', 'footer-bar') },
      sade100,
      group,
    );
    expect(found?.bundle.groups[group as 'header']).toEqual([`${group}-bar`]);
  });

  test('of a page that no theme knows is none', () => {
    const bundle = edited(
      startingBundle(sade100),
      [(body) => Object.assign(body.pages, { own: { kind: 'page', path: 'x', root: [] } })],
      'x',
    );
    expect(pageReset(bundle, sade100, 'own')).toBeUndefined();
    expect(pageReset(bundle, sade100, 'yok')).toBeUndefined();
  });
});

const omit = <T extends object>(of: T, ...keys: string[]): T =>
  Object.fromEntries(Object.entries(of).filter(([key]) => !keys.includes(key))) as T;

test('a design of 3,000 nodes is switched and upgraded in time that nobody notices', () => {
  const bundle = startingBundle(atolye100);
  const ids = Array.from({ length: 2_950 }, (_, index) => `many-${index}`);
  for (const id of ids)
    bundle.nodes[id] = { type: 'productGrid', props: { source: 'newest', columns: 3 }, from: 'home/works' };
  for (let page = 0; page < 6; page += 1)
    bundle.pages[`pg_own${page}`] = {
      kind: 'page',
      path: `p${page}`,
      title: 'x',
      root: ids.slice(page * 500, page * 500 + 500),
    };
  const wardrobe: Wardrobe = { packOf: firstPartyPack, usualVersion: (key) => versionsOf(key)[0]?.manifest.version };
  const after = upgraded(bundle, atolye100, atolye200);
  expect(after.bundle.nodes['many-2949']?.props.columns).toBe(2);
  expect(bytes(wear(wear(bundle, 'sade', 'theme-skeleton', wardrobe), 'atolye', 'theme-skeleton', wardrobe))).toBe(
    bytes(bundle),
  );
});

describe('steps at many nodes', () => {
  const bundle = startingBundle(atolye100);
  for (let index = 0; index < 2_900; index += 1)
    bundle.nodes[`many-${index}`] = { type: 'divider', props: {}, from: 'cart/main' };
  const withSteps = (count: number, value: unknown): Pack => ({
    ...atolye200,
    manifest: {
      ...atolye200.manifest,
      migrations: [
        {
          to: '2.0.0',
          steps: Array.from(
            { length: count },
            () => ({ do: 'setDefault', at: '/nodes/*/props/x', value }) as MigrationStep,
          ),
        },
      ],
    },
  });

  test('are taken, and all of their rows are counted, though few are kept', () => {
    const { report } = upgraded(bundle, atolye100, withSteps(2, 'y'));
    const nodes = walkersOf(bundle.nodes, atolye100).length;
    expect(nodes).toBeGreaterThan(2_900);
    expect(report.counts.changed).toBeGreaterThanOrEqual(nodes * 2);
    expect(report.rows).toHaveLength(REPORT_ROWS_MAX);
  });

  test('are refused where they would be taken at too many values', () => {
    expect(isBearable(bundle, atolye100, withSteps(15, 'y'))).toBe(true);
    expect(isBearable(bundle, atolye100, withSteps(1_200, 'y'))).toBe(false);
    expect(isBearable(startingBundle(atolye100), atolye100, withSteps(1_200, 'y'))).toBe(true);
  });

  test('name one long value without a copy for each, and the body is refused by its length', () => {
    const long = Array.from({ length: 50_000 }, (_, index) => `${index}`);
    const { bundle: after } = upgraded(bundle, atolye100, withSteps(15, long));
    expect(after.nodes['many-0']?.props.x).toBe(long);
    expect(formOf(after).errors).toMatchObject([{ code: 'body_too_large' }]);
  });
});
