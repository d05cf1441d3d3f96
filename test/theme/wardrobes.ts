import * as fc from 'fast-check';
import type { Bundle } from '../../src/design/bundle/bundle';
import { startingBundle } from '../../src/design/template/starting';
import { fixedPageKinds } from '../../src/kit/page-kinds';
import { sade100 } from '../../src/skin/first-party/sade/versions';
import type {
  MigrationStep,
  Pack,
  Skeleton,
  SkeletonNode,
  ThemeVariable,
  VariableValue,
} from '../../src/skin/pack/pack';
import type { Wardrobe } from '../../src/theme/wear/switch';

/* Random packs in versions that their own steps lead to, and random bodies that wear them. */

const VARIABLES = ['v-a', 'v-b', 'v-c', 'v-d', 'v-e'];
const PROPS = ['title', 'text', 'align', 'tone'];
const value = fc.constantFrom<VariableValue>('#111111', '#222222', '#333333', '4px', '8px', 1, 2, true);
const props = fc.dictionary(fc.constantFrom(...PROPS), value, { maxKeys: 4 });

const variablesOf = (defaults: Readonly<Record<string, VariableValue>>): ThemeVariable[] =>
  Object.entries(defaults).map(([name, of]) => ({
    // A choice takes any of these values as it is.
    name,
    type:
      typeof of === 'boolean' ? 'bool' : typeof of === 'number' ? 'number' : of.startsWith('#') ? 'color' : 'length',
    default: of,
    label: { tr: name, en: name },
    group: 'shape',
  }));

const KEYS = [
  ...['home/a', 'home/b', 'home/c', 'header/a', 'footer/a'],
  // No page of a pack is empty: each has the section that it is for.
  ...fixedPageKinds.filter((kind) => kind !== 'home').map((kind) => `${kind.toLowerCase()}/a`),
];

const skeletonOf = (all: readonly Readonly<Record<string, VariableValue>>[]): Skeleton => ({
  pages: Object.fromEntries(
    fixedPageKinds.map((kind) => [kind, kind === 'home' ? ['home/a', 'home/b'] : [`${kind.toLowerCase()}/a`]]),
  ) as unknown as Skeleton['pages'],
  groups: { header: ['header/a'], footer: ['footer/a'] },
  nodes: Object.fromEntries(
    KEYS.map((key, index): [string, SkeletonNode] => [
      key,
      { type: 'richText', props: all[index] ?? {}, ...(key === 'home/b' ? { slots: { items: ['home/c'] } } : {}) },
    ]),
  ),
});

const step = fc
  .oneof(
    fc
      .tuple(fc.constantFrom(...VARIABLES), fc.constantFrom(...VARIABLES))
      .map(([from, to]): MigrationStep => ({ do: 'rename', from: `/variables/${from}`, to: `/variables/${to}` })),
    fc.constantFrom(...VARIABLES).map((name): MigrationStep => ({ do: 'remove', at: `/variables/${name}` })),
    fc
      .tuple(
        fc.constantFrom('*', ...KEYS),
        fc.constantFrom(...PROPS),
        fc.constantFrom(...PROPS),
        fc.constantFrom('rename', 'copy', 'move'),
      )
      .map(([key, from, to, how]): MigrationStep => {
        const at = (prop: string) => `/nodes/${key.replaceAll('/', '~1')}/props/${prop}`;
        return { do: how as 'rename', from: at(from), to: at(to) };
      }),
    fc.tuple(fc.constantFrom('*', ...KEYS), fc.constantFrom(...PROPS), value).map(
      ([key, prop, of]): MigrationStep => ({
        do: 'setDefault',
        at: `/nodes/${key.replaceAll('/', '~1')}/props/${prop}`,
        value: of,
      }),
    ),
    fc.tuple(fc.constantFrom('*', ...KEYS), fc.constantFrom(...PROPS), value).map(
      ([key, prop, of]): MigrationStep => ({
        do: 'mapValues',
        at: `/nodes/${key.replaceAll('/', '~1')}/props/${prop}`,
        values: { '#111111': of, '1': of },
      }),
    ),
    fc
      .tuple(fc.constantFrom('*', ...KEYS), fc.constantFrom(...PROPS))
      .map(([key, prop]): MigrationStep => ({ do: 'remove', at: `/nodes/${key.replaceAll('/', '~1')}/props/${prop}` })),
  )
  .filter((each) => !('from' in each) || each.from !== each.to);

/** The skeleton to which steps lead, taken with no regard to anybody's changes. */
function skeletonAfter(skeleton: Skeleton, steps: readonly MigrationStep[]): Skeleton {
  const nodes = structuredClone(skeleton.nodes) as Record<string, { props: Record<string, unknown> }>;
  for (const each of steps) {
    const [, list, key, , prop = ''] = ('at' in each ? each.at : each.from).split('/');
    if (list !== 'nodes') continue;
    for (const [name, node] of Object.entries(nodes)) {
      if (key !== '*' && key?.replaceAll('~1', '/') !== name) continue;
      const { props: of } = node;
      const to = 'to' in each ? (each.to.split('/')[4] as string) : '';
      if (each.do === 'remove') delete of[prop];
      else if (each.do === 'setDefault') of[prop] = each.value;
      else if (each.do === 'mapValues') {
        const next = each.values[String(of[prop])];
        if (Object.hasOwn(of, prop) && next !== undefined) of[prop] = next;
      } else if (each.do === 'copy') {
        if (Object.hasOwn(of, prop)) of[to] = of[prop];
      } else {
        delete of[to];
        if (Object.hasOwn(of, prop)) of[to] = of[prop];
        delete of[prop];
      }
    }
  }
  return { ...skeleton, nodes: nodes as unknown as Skeleton['nodes'] };
}

export interface Line {
  readonly key: string;
  /** Versions 1.0.0, 2.0.0, 3.0.0, each with the steps of all before it. */
  readonly packs: readonly [Pack, Pack, Pack];
}

const lineOf = (key: string): fc.Arbitrary<Line> =>
  fc
    .record({
      defaults: fc.dictionary(fc.constantFrom(...VARIABLES), value, { minKeys: 1, maxKeys: 5 }),
      preset: fc.dictionary(fc.constantFrom(...VARIABLES), value, { maxKeys: 3 }),
      nodes: fc.array(props, { minLength: KEYS.length, maxLength: KEYS.length }),
      steps: fc.tuple(fc.array(step, { maxLength: 4 }), fc.array(step, { maxLength: 4 })),
      later: fc.tuple(
        fc.dictionary(fc.constantFrom(...VARIABLES), value, { minKeys: 1, maxKeys: 5 }),
        fc.dictionary(fc.constantFrom(...VARIABLES), value, { minKeys: 1, maxKeys: 5 }),
      ),
    })
    .map(({ defaults, preset, nodes, steps, later }) => {
      const skeletons = [skeletonOf(nodes)];
      for (const each of steps) skeletons.push(skeletonAfter(skeletons.at(-1) as Skeleton, each));
      const packs = [defaults, ...later].map((of, index): Pack => {
        const migrations = steps.slice(0, index).map((each, at) => ({ to: `${at + 2}.0.0`, steps: each }));
        return {
          ...sade100,
          css: '',
          manifest: { ...sade100.manifest, key, name: key, version: `${index + 1}.0.0`, migrations },
          variables: variablesOf(of),
          presets: [{ key: 'one', label: { tr: 'bir', en: 'one' }, variables: preset }],
          skeleton: skeletons[index] as Skeleton,
          sections: [],
        };
      });
      return { key, packs: packs as unknown as Line['packs'] };
    });

export const lines = fc.tuple(lineOf('aa'), lineOf('bb'), lineOf('cc'));

export const wardrobeOf = (all: readonly Line[]): Wardrobe => ({
  packOf: (key, version) =>
    all.find((line) => line.key === key)?.packs.find(({ manifest }) => manifest.version === version),
  usualVersion: (key) => all.find((line) => line.key === key)?.packs[0].manifest.version,
});

/** What somebody does to a body by hand. */
type Edit = (bundle: Bundle, mark: string) => void;

const nodeIn = (bundle: Bundle, at: number): string | undefined => {
  const ids = Object.keys(bundle.nodes);
  return ids[at % Math.max(1, ids.length)];
};

export const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom(...VARIABLES), value).map(
    ([name, of]): Edit =>
      (bundle) =>
        Object.assign(bundle.variables, { [name]: of }),
  ),
  fc.constantFrom(...VARIABLES).map(
    (name): Edit =>
      (bundle) =>
        void delete bundle.variables[name],
  ),
  fc.constant<Edit>((bundle) => Object.assign(bundle.theme, { preset: 'one' })),
  fc.constantFrom('p { color: red }', 'a { color: blue }').map(
    (customCss): Edit =>
      (bundle) =>
        Object.assign(bundle, { customCss }),
  ),
  fc.constantFrom(...VARIABLES).map(
    (name): Edit =>
      (bundle) =>
        Object.assign(bundle, { pins: [...new Set([...(bundle.pins ?? []), `/variables/${name}`])] }),
  ),
  fc.tuple(fc.nat(40), fc.constantFrom(...PROPS)).map(
    ([at, prop]): Edit =>
      (bundle) => {
        const id = nodeIn(bundle, at);
        if (id) Object.assign(bundle, { pins: [...new Set([...(bundle.pins ?? []), `/nodes/${id}/props/${prop}`])] });
      },
  ),
  fc.tuple(fc.nat(40), fc.constantFrom(...PROPS), value).map(
    ([at, prop, of]): Edit =>
      (bundle) => {
        const id = nodeIn(bundle, at);
        if (id) Object.assign(bundle.nodes[id]?.props as object, { [prop]: of });
      },
  ),
  fc.tuple(fc.nat(40), fc.constantFrom(...PROPS)).map(
    ([at, prop]): Edit =>
      (bundle) => {
        const id = nodeIn(bundle, at);
        const of: Record<string, unknown> = bundle.nodes[id ?? '']?.props ?? {};
        delete of[prop];
      },
  ),
  fc.constantFrom('home', 'cart', 'search').map(
    (kind): Edit =>
      (bundle, mark) => {
        const page = Object.values(bundle.pages).find((each) => each.kind === kind);
        if (!page) return;
        Object.assign(bundle.nodes, { [`own-${mark}`]: { type: 'richText', props: { title: mark } } });
        page.root.unshift(`own-${mark}`);
      },
  ),
  fc.constantFrom('home', 'cart').map(
    (kind): Edit =>
      (bundle) => {
        const page = Object.values(bundle.pages).find((each) => each.kind === kind);
        const id = page?.root.pop();
        if (id === undefined) return;
        for (const below of Object.values(bundle.nodes[id]?.slots ?? {}).flat()) delete bundle.nodes[below];
        delete bundle.nodes[id];
      },
  ),
  fc.constantFrom('home', 'product').map(
    (kind): Edit =>
      (bundle, mark) => {
        const page = Object.values(bundle.pages).find((each) => each.kind === kind);
        if (page) Object.assign(page, { title: mark });
      },
  ),
  fc.constant<Edit>((bundle, mark) => {
    Object.assign(bundle.pages, { [`pg-${mark}`]: { kind: 'page', path: mark, title: mark, root: [`in-${mark}`] } });
    Object.assign(bundle.nodes, { [`in-${mark}`]: { type: 'richText', props: { title: mark } } });
  }),
  fc.constant<Edit>((bundle, mark) => {
    Object.assign(bundle.composites, { [`cm-${mark}`]: { label: mark, root: `kept-${mark}` } });
    Object.assign(bundle.nodes, { [`kept-${mark}`]: { type: 'hero', props: { title: mark } } });
  }),
);

/** @param mark makes what the edits add different from all else */
export function edited(bundle: Bundle, edits: readonly Edit[], mark: string): Bundle {
  const copy = structuredClone(bundle);
  for (const [index, each] of edits.entries()) each(copy, `${mark}${index}`);
  return copy;
}

export const start = ({ packs: [pack] }: Line): Bundle => startingBundle(pack);
