import * as fc from 'fast-check';
import type { Bundle } from '../../src/design/bundle/bundle';
import { formOf } from '../../src/design/bundle/form';
import { judged, ownOf, ownOfKept, strictly, type World } from '../../src/design/bundle/judge';
import { bodyText } from '../../src/design/bundle/text';
import { startingBundle } from '../../src/design/template/starting';
import { firstPartyKeys, versionsOf } from '../../src/skin/first-party/packs';
import { sade100 } from '../../src/skin/first-party/sade/versions';

const world: World = {
  pack: sade100,
  media: new Map(),
  known: new Set(),
  extensions: new Map(),
  css: [],
};

const start = (): Bundle => startingBundle(sade100);
const changed = (change: (bundle: Bundle) => void): Bundle => {
  const bundle = start();
  change(bundle);
  return bundle;
};
/** Adds grids of as many products as one may have to the home page. */
function addGrids(bundle: Bundle, count: number): void {
  for (let nth = 0; nth < count; nth += 1) {
    const node = { type: 'productGrid', props: { title: `Ürünler ${nth}`, source: 'newest', limit: 24 } };
    Object.assign(bundle.nodes, { [`grid-${nth}`]: node });
    bundle.pages.pg_home?.root.push(`grid-${nth}`);
  }
}
/** Adds a list of all categories. @returns its name */
function addCategories(bundle: Bundle): string {
  Object.assign(bundle.nodes, { categories: { type: 'categoryList', props: {} } });
  return 'categories';
}
/** Codes with their pointers of all that is wrong with a body. */
const faultsOf = (body: unknown): string[] => {
  const formed = formOf(body);
  const found = formed.bundle ? judged(formed.bundle, world) : { errors: formed.errors, warnings: [] };
  return [...found.errors, ...found.warnings].map(({ code, pointer }) => `${code} ${pointer}`);
};

describe('the body of a design', () => {
  test('is judged of itself once for its hash, and anew where extensions have a say', () => {
    const bundle = changed((body) => addGrids(body, 3));
    const none = new Map();
    const own = ownOfKept('kept-1', bundle, none);
    expect(own).toEqual(ownOf(bundle, none));
    expect(ownOfKept('kept-1', bundle, none)).toBe(own);
    expect(ownOfKept('kept-1', bundle, new Map([['whatsapp', {}]]) as never)).not.toBe(own);
    // Whatever else is in the shop is looked at each time.
    const bare = { ...world, pack: undefined };
    expect(judged(bundle, { ...world, own })).toEqual(judged(bundle, world));
    expect(judged(bundle, { ...bare, own })).toEqual(judged(bundle, bare));
    expect(judged(bundle, { ...bare, own })).not.toEqual(judged(bundle, world));
  });

  test.each(
    firstPartyKeys.flatMap((key) => versionsOf(key).map((pack) => [`${key} ${pack.manifest.version}`, pack] as const)),
  )('as %s gives it has no fault', (_, pack) => {
    const formed = formOf(startingBundle(pack));
    if (!formed.bundle) throw new Error(JSON.stringify(formed.errors));
    expect(strictly(judged(formed.bundle, { ...world, pack }))).toEqual({ errors: [], warnings: [] });
  });

  test.each<[Bundle['variables'], readonly string[], readonly string[]]>([
    [
      { 'color-text': '#ffffff', 'color-bg': '#ffffff' },
      ['contrast_low /variables/color-text', 'contrast_low /variables/color-text'],
      [],
    ],
    [{ 'color-text': '#888888' }, [], ['contrast_weak /variables/color-text', 'contrast_weak /variables/color-text']],
    [{ 'color-text': '#000000' }, [], []],
  ])('with %j is published as far as it can be read', (variables, refused, warned) => {
    const codes = (found: readonly { readonly code: string; readonly pointer: string }[]) =>
      found.map(({ code, pointer }) => `${code} ${pointer}`);
    const found = judged({ ...start(), variables }, world);
    expect(found.errors).toEqual([]);
    const { errors, warnings } = strictly(found);
    expect(codes(errors)).toEqual(refused);
    expect(codes(warnings)).toEqual(warned);
  });

  test('whose sizes are too small to be read is not published', () => {
    const pack = {
      ...sade100,
      variables: sade100.variables.map((each) => {
        const { min: _, ...plain } = each;
        return each.name === 'size-base' ? plain : each;
      }),
    };
    const variables = { 'size-base': '0px' };
    expect(strictly(judged({ ...start(), variables }, { ...world, pack })).errors).toMatchObject([
      { code: 'variable_invalid', pointer: '/variables/size-base' },
    ]);
  });

  test.each<[string, (bundle: Bundle) => void]>([
    ['shape /theme/version', (bundle) => Object.assign(bundle.theme, { version: 'x' })],
    ['shape /nodes/home-hero/props', (bundle) => Object.assign(bundle.nodes['home-hero'] as object, { props: 3 })],
    ['id_invalid /menus/A', (bundle) => Object.assign(bundle.menus, { A: { label: 'a', items: [] } })],
    ['schema_unsupported /schema', (bundle) => Object.assign(bundle, { schema: 2 })],
    ['node_missing /pages/pg_home/root/5', (bundle) => bundle.pages.pg_home?.root.push('not-there')],
    ['node_shared /pages/pg_home/root/5', (bundle) => bundle.pages.pg_home?.root.push('home-hero')],
    ['node_orphan /nodes/alone', (bundle) => Object.assign(bundle.nodes, { alone: { type: 'divider', props: {} } })],
    [
      'node_cycle /nodes/home-features/slots/items/0',
      (bundle) => Object.assign(bundle.nodes['home-features'] as object, { slots: { items: ['home-features'] } }),
    ],
    [
      'unknown_type /nodes/home-hero/type',
      (bundle) => Object.assign(bundle.nodes['home-hero'] as object, { type: 'carousel' }),
    ],
    [
      'unknown_prop /nodes/home-hero/props/glow',
      (bundle) => Object.assign(bundle.nodes['home-hero']?.props as object, { glow: 1 }),
    ],
    [
      'prop_invalid /nodes/home-hero/props/title',
      (bundle) => Object.assign(bundle.nodes['home-hero']?.props as object, { title: 7 }),
    ],
    [
      'link_refused /nodes/home-hero/props/primary/link',
      (bundle) =>
        Object.assign(bundle.nodes['home-hero']?.props as object, {
          primary: { label: 'x', link: 'javascript:alert(1)' },
        }),
    ],
    [
      'link_refused /menus/main/items/0/link',
      (bundle) => Object.assign(bundle.menus.main?.items[0] as object, { link: '//evil.example' }),
    ],
    [
      'placement_refused /nodes/home-hero/type',
      (bundle) => bundle.groups.footer.push(bundle.pages.pg_home?.root.shift() as string),
    ],
    [
      'required_section /pages/pg_cart/root',
      (bundle) => {
        Object.assign(bundle.pages.pg_cart as object, { root: [] });
        delete bundle.nodes['cart-main'];
      },
    ],
    [
      'required_section /pages',
      (bundle) => {
        delete bundle.pages.pg_cart;
        delete bundle.nodes['cart-main'];
      },
    ],
    ['too_many /pages/pg_two/kind', (bundle) => Object.assign(bundle.pages, { pg_two: { kind: 'home', root: [] } })],
    [
      'path_taken /pages/pg_b/path',
      (bundle) =>
        Object.assign(bundle.pages, {
          pg_a: { kind: 'page', path: 'biz', root: [] },
          pg_b: { kind: 'page', path: 'biz', root: [] },
        }),
    ],
    [
      'reference_missing /nodes/header-bar/props/menu',
      (bundle) => {
        delete (bundle.menus as Record<string, unknown>).main;
      },
    ],
    [
      'media_missing /nodes/home-hero/props/image',
      (bundle) => Object.assign(bundle.nodes['home-hero']?.props as object, { image: `med_${'0'.repeat(26)}` }),
    ],
    ['variable_unknown /variables/color-x', (bundle) => Object.assign(bundle.variables, { 'color-x': '#000000' })],
    ['variable_invalid /variables/color-bg', (bundle) => Object.assign(bundle.variables, { 'color-bg': 'url(x)' })],
    ['zone_unknown /zones/page.side', (bundle) => Object.assign(bundle.zones, { 'page.side': [] })],
    ['many_things /pages/pg_home/root', (bundle) => addGrids(bundle, 42)],
    [
      'many_things /groups/footer',
      (bundle) => bundle.groups.footer.push(...bundle.groups.footer, ...Array<string>(11).fill(addCategories(bundle))),
    ],
    [
      'many_things /menus',
      (bundle) => {
        const item = { label: 'Kahve', link: { to: 'product' as const, id: `prd_${'0'.repeat(26)}` } };
        const items = Array.from({ length: 11 }, () => ({ ...item, items: Array(100).fill(item) }));
        Object.assign(bundle.menus, { main: { label: 'Menü', items } });
      },
    ],
    [
      'extension_missing /zones/page.top/0',
      (bundle) =>
        Object.assign(bundle.zones, { 'page.top': [{ id: 'blk', extension: 'yorum', block: 'liste', config: {} }] }),
    ],
  ])('%s', (expected, change) => {
    expect(faultsOf(changed(change))).toContain(expected);
  });

  test('a section that is missing goes by the name that people know', () => {
    const bundle = changed((body) => {
      Object.assign(body.pages.pg_cart as object, { root: [] });
      delete body.nodes['cart-main'];
    });
    const missing = judged(bundle, world).warnings.find(({ code }) => code === 'required_section');
    expect(missing).toMatchObject({ message: '“Sepet” bölümü eksik.', english: 'The section “Cart” is missing.' });
  });

  test('a page may show a thousand things, a draft more, and a design that is published no more', () => {
    const judge = (count: number) =>
      judged(
        changed((bundle) => addGrids(bundle, count)),
        world,
      );
    const codes = ({ errors, warnings }: ReturnType<typeof judged>) => ({
      errors: errors.map(({ code }) => code),
      warnings: warnings.map(({ code }) => code),
    });
    expect(codes(strictly(judge(30)))).toEqual({ errors: [], warnings: ['many_sections'] });
    expect(codes(judge(42))).toEqual({ errors: [], warnings: ['many_sections', 'many_things'] });
    expect(codes(strictly(judge(42)))).toEqual({ errors: ['many_things'], warnings: ['many_sections'] });
  });

  test('each fault has words in both languages, with nothing left to fill in', () => {
    const { errors, warnings } = judged(
      changed((bundle) => Object.assign(bundle.nodes['home-hero'] as object, { type: 'carousel' })),
      { ...world, pack: undefined },
    );
    expect([...errors, ...warnings].flatMap(({ message, english }) => [message, english])).toEqual([
      '“sade 1.0.0” teması bulunamadı.',
      'The theme “sade 1.0.0” is not found.',
      '“carousel” türü bilinmiyor.',
      'The type “carousel” is not known.',
    ]);
  });

  test('a hash is that of the value, whatever the order of its keys', () => {
    const shuffled = (value: unknown, seed: number): unknown => {
      if (Array.isArray(value)) return value.map((each) => shuffled(each, seed));
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(([key, each]) => [key, shuffled(each, seed)] as const);
      const from = entries.length === 0 ? 0 : seed % entries.length;
      return Object.fromEntries([...entries.slice(from), ...entries.slice(0, from)].toReversed());
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, seed) => {
        const { hash, text } = bodyText(value);
        expect(bodyText(shuffled(value, seed))).toMatchObject({ hash, text });
        expect(bodyText(JSON.parse(text)).hash).toBe(hash);
      }),
    );
  });

  test('no value in the place of a part makes the checks fail', () => {
    const paths = Object.keys(start());
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (part, value) => {
        expect(Array.isArray(faultsOf({ ...start(), [part]: value }))).toBe(true);
      }),
    );
  });
});
