import fc from 'fast-check';
import type { Bundle, BundleNode } from '../../src/design/bundle/bundle';
import { changesBetween } from '../../src/design/bundle/changes';
import { formOf } from '../../src/design/bundle/form';
import { graphOf } from '../../src/design/bundle/graph';
import { pagesChanged } from '../../src/design/bundle/pages-changed';
import { listAt, placesOf } from '../../src/design/bundle/places';
import { tellingOf } from '../../src/design/bundle/telling';
import { templateOf } from '../../src/design/template/templates';
import {
  copied,
  placeOfNode,
  withAdded,
  withHidden,
  withMenu,
  withMoved,
  without,
  withoutPage,
  withPage,
  withPreset,
  withVariable,
} from '../../src/panel/design/edits';
import { freePath, tidied } from '../../src/panel/design/own-page';
import { sectionOf } from '../../src/section/sections';
import { firstPartyPack } from '../../src/skin/first-party/packs';

const begin = (): Bundle => structuredClone(templateOf('katalog')?.make()) as Bundle;

let made = 0;
const newKey = (): string => {
  made += 1;
  return `new_${made}`;
};

/** One edit of the editor, chosen by numbers. */
function edited(body: Bundle, [what, where, which, nth]: readonly [number, number, number, number]): Bundle {
  const places = placesOf(body);
  const place = places[where % places.length] as (typeof places)[number];
  const list = listAt(body, place);
  const id = list[which % Math.max(list.length, 1)];
  if (id === undefined) return body;
  switch (what) {
    case 0:
      return withMoved(body, place, which % list.length, nth % list.length);
    case 1:
      return without(body, place, id);
    case 2:
      return withAdded(body, place, copied(body, id, newKey));
    case 3:
      return withHidden(body, id, nth % 2 === 0);
    default:
      return withPreset(withVariable(body, 'color-accent', nth % 2 === 0 ? '#102030' : undefined), 'deniz');
  }
}

const numbers = fc.tuple(fc.nat(4), fc.nat(20), fc.nat(20), fc.nat(20));

test('whatever is moved, taken out, copied or hidden, each node stands in one place, and the form is that of a design', () => {
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 12 }), (edits) => {
      const body = edits.reduce(edited, begin());
      expect(graphOf(body).errors).toEqual([]);
      expect(formOf(body).errors ?? []).toEqual([]);
      for (const id of Object.keys(body.nodes)) expect([id, placeOfNode(body, id) !== undefined]).toEqual([id, true]);
    }),
    { numRuns: 60 },
  );
});

test('changes are told of what differs, and of nothing else', () => {
  const before = begin();
  const home = placesOf(before).find((place) => place.of === 'page' && before.pages[place.key]?.kind === 'home');
  const place = home as NonNullable<typeof home>;
  const [first = '', second = ''] = listAt(before, place);
  const kinds = (after: Bundle) => changesBetween(before, after).map(({ kind, nodeId }) => [kind, nodeId]);
  expect(kinds(begin())).toEqual([]);
  expect(kinds(without(before, place, first))).toEqual([['section_removed', first]]);
  expect(kinds(withMoved(before, place, 0, 1))).toEqual([
    ['section_moved', second],
    ['section_moved', first],
  ]);
  expect(kinds(withAdded(before, place, { new_1: { type: 'divider', props: {} } }))).toEqual([
    ['section_added', 'new_1'],
  ]);
  expect(changesBetween(before, withHidden(before, first, true))).toEqual([
    expect.objectContaining({ kind: 'section_changed', nodeId: first, field: '$hidden', before: false, after: true }),
  ]);
  expect(changesBetween(before, withVariable(before, 'color-accent', '#102030'))).toEqual([
    expect.objectContaining({ kind: 'variable_changed', field: 'color-accent', before: null, after: '#102030' }),
  ]);
});

describe('changes are told value by value, and none hides behind another', () => {
  const before: Bundle = {
    ...begin(),
    menus: { main: { label: 'Ana menü', items: [{ label: 'Ürünler', link: '/ara' }] } },
    customCss: '.a { color: red }\n.b { color: blue }',
  };
  const told = (change: (after: Bundle) => void, was = before) => {
    const after = structuredClone(was);
    change(after);
    const telling = tellingOf(was, after, { sectionOf, theme: firstPartyPack('sade', '1.0.0') });
    return changesBetween(was, after).map(telling);
  };
  const heroOf = (body: Bundle) => {
    const [id, node] = Object.entries(body.nodes).find(([, { type }]) => type === 'hero') as [string, BundleNode];
    return { id, node };
  };

  test('the address of a menu, and an item that was put in before it', () => {
    const items = (after: Bundle) => after.menus.main?.items as unknown[];
    expect(told((after) => items(after).unshift({ label: 'Kampanya', link: 'https://evil.example' }))).toMatchObject([
      { kind: 'other_changed', field: 'menus', label: { tr: 'Ana menü › Öğe › 1 › Yazı' }, after: 'Kampanya' },
      { path: ['main', 'items', '0', 'link'], before: null, after: 'https://evil.example' },
    ]);
  });

  test('the type of a section and its place in the theme', () => {
    const changes = told((after) => Object.assign(heroOf(after).node, { type: 'divider', from: 'sade/home/hero' }));
    expect(changes).toMatchObject([
      { field: '$type', before: { tr: 'Karşılama' }, after: { tr: 'Ayraç' }, page: 'home' },
      { field: '$from', after: 'sade/home/hero' },
    ]);
  });

  test('a value within a prop by the names of the schema, and choices by theirs', () => {
    const changes = told(({ ...after }) => {
      const { props } = heroOf(after).node;
      props.primary = { label: 'Al', link: 'https://evil.example' };
      props.height = 'large';
    });
    expect(changes).toMatchObject([
      { label: { tr: 'Birinci düğme › Düğme yazısı' }, after: 'Al' },
      { label: { tr: 'Birinci düğme › Bağlantı' }, after: 'https://evil.example' },
      { label: { tr: 'Yükseklik' }, after: { tr: 'yüksek' } },
    ]);
  });

  test('what a new section says, and what stands in its slots', () => {
    const changes = told((after) => {
      const home = Object.values(after.pages).find(({ kind }) => kind === 'home');
      home?.root.push('faq-1');
      after.nodes['faq-1'] = { type: 'faq', props: { title: 'Sorular' }, slots: { items: ['faq-2'] } };
      after.nodes['faq-2'] = {
        type: 'faqItem',
        props: {
          question: 'Ne zaman?',
          answer: [{ type: 'p', children: [{ text: 'Yarın', link: 'https://evil.example' }] }],
        },
      };
    });
    expect(changes.map(({ kind, section, after }) => [kind, section?.id, after])).toEqual(
      [
        ['section_added', 'faq-1', null],
        ['section_changed', 'faq-1', 'Sorular'],
        ['section_added', 'faq-2', null],
        ['section_changed', 'faq-2', 'Ne zaman?'],
        ['section_changed', 'faq-2', 'p'],
        ['section_changed', 'faq-2', 'Yarın'],
        ['section_changed', 'faq-2', 'https://evil.example'],
      ].map(([kind, id, after]) => [kind, id, after === 'p' ? { tr: 'paragraf', en: 'paragraph' } : after]),
    );
  });

  test('lines of the style sheet that went and came', () => {
    expect(
      told((after) => Object.assign(after, { customCss: '.a { color: red }\n.c { color: green }' })),
    ).toMatchObject([
      { field: 'customCss', before: '.b {', after: null },
      { field: 'customCss', before: 'color: blue }', after: null },
      { field: 'customCss', before: null, after: '.c {' },
      { field: 'customCss', before: null, after: 'color: green }' },
    ]);
  });

  test('of a long text the part that differs, wherever it stands', () => {
    const was = structuredClone(before);
    heroOf(was).node.props.text = 'a'.repeat(390);
    const [change] = told((after) => Object.assign(heroOf(after).node.props, { text: `${'a'.repeat(390)} evil` }), was);
    expect(change).toMatchObject({
      before: expect.stringMatching(/^…a+$/),
      after: expect.stringMatching(/^…a+ evil$/),
    });
  });

  test('what is parked, taken out and pinned, a variable and a preset by their names', () => {
    const changes = told((after) => {
      Object.assign(after, {
        parked: { kutu: { version: '1.0.0', variables: { 'color-text': '#ffffff' } } },
        removed: [{ theme: 'sade', version: '1.0.0', pointer: '/nodes/x', value: 'https://evil.example' }],
        pins: ['/variables/color-text'],
        variables: { 'color-text': '#ffffff' },
        theme: { ...after.theme, preset: 'deniz' },
      });
    });
    expect(changes.map(({ field, label, after }) => [field, label?.tr, after])).toEqual([
      ['preset', 'Hazır görünüm', { tr: 'Deniz', en: 'Sea' }],
      ['color-text', 'Metin', '#ffffff'],
      ['pins', '1', '/variables/color-text'],
      ['removed', expect.any(String), 'sade'],
      ['removed', expect.any(String), '1.0.0'],
      ['removed', expect.any(String), '/nodes/x'],
      ['removed', expect.any(String), 'https://evil.example'],
      ['parked', 'kutu › Sürüm', '1.0.0'],
      ['parked', 'kutu › Tema değişkenleri › color-text', '#ffffff'],
    ]);
  });

  test('pages that look different are those to look at: what all share is seen on the home page', () => {
    const pages = (change: (after: Bundle) => void) => {
      const after = structuredClone(before);
      change(after);
      return pagesChanged(changesBetween(before, after), after).map(({ kind }) => kind);
    };
    const on = (kind: string) => (after: Bundle) => {
      const page = Object.values(after.pages).find((each) => each.kind === kind);
      page?.root.push('new-1');
      after.nodes['new-1'] = { type: 'divider', props: {} };
    };
    expect(pages(on('cart'))).toEqual(['cart']);
    expect(pages((after) => Object.assign(after.variables, { 'color-text': '#ffffff' }))).toEqual(['home']);
    expect(pages((after) => Object.assign(after.zones, { 'product.afterBuy': [{ id: 'ask-1' }] }))).toEqual([
      'product',
    ]);
  });
});

test('a page that comes and goes leaves nothing behind, and its menu no link to it', () => {
  const before = begin();
  const paths = ['iade', 'iade-2', 'iade-3'];
  let after = before;
  for (const [nth, path] of paths.entries()) {
    expect(freePath(after, ' İade! ')).toBe(path);
    const root = `text_${nth}`;
    const text = { type: 'richText', props: { content: [{ type: 'p', children: [{ text: 'Koşullar' }] }] } };
    const page = { kind: 'page', path, title: 'İade', root: [root] } as const;
    const nodes = { ...after.nodes, [root]: text };
    after = withPage({ ...after, nodes }, `page_${nth}`, { ...page, root: [root] });
  }
  const [key = ''] = Object.keys(after.menus);
  const menu = after.menus[key] as Bundle['menus'][string];
  const links = paths.map((path, nth) => ({
    label: path,
    link: nth === 0 ? `/sayfa/${path}` : ({ to: 'page', id: `page_${nth}` } as const),
  }));
  const led = withMenu(after, key, { ...menu, items: [...menu.items, ...links] });
  expect(formOf(led).errors ?? []).toEqual([]);
  expect(graphOf(led).errors).toEqual([]);
  expect(paths.reduce((body, _, nth) => withoutPage(body, `page_${nth}`), led)).toEqual(before);
});

test('what is left empty of a page is not stated', () => {
  const page = { kind: 'page', path: 'iade', title: '', legal: undefined, root: [] } as const;
  expect(tidied({ ...page, root: [], seo: { title: '', description: 'Koşullar', noindex: false } })).toEqual({
    kind: 'page',
    path: 'iade',
    root: [],
    seo: { description: 'Koşullar' },
  });
});
