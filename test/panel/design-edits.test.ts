import fc from 'fast-check';
import type { Bundle } from '../../src/design/bundle/bundle';
import { changesBetween } from '../../src/design/bundle/changes';
import { formOf } from '../../src/design/bundle/form';
import { graphOf } from '../../src/design/bundle/graph';
import { listAt, placesOf } from '../../src/design/bundle/places';
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

test('a page that comes and goes leaves nothing behind, and its menu no link to it', () => {
  const before = begin();
  const paths = ['iade', 'iade-2', 'iade-3'];
  const after = paths.reduce((body, path, nth) => {
    expect(freePath(body, ' İade! ')).toBe(path);
    const root = `text_${nth}`;
    const text = { type: 'richText', props: { content: [{ type: 'p', children: [{ text: 'Koşullar' }] }] } };
    const page = { kind: 'page', path, title: 'İade', root: [root] } as const;
    return withPage({ ...body, nodes: { ...body.nodes, [root]: text } }, `page_${nth}`, { ...page, root: [root] });
  }, before);
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
