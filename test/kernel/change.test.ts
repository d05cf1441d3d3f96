import { fieldChanges, titleStated } from '../../src/kernel/trace/change';

const changes = (before: object | null, after: object | null) =>
  fieldChanges({ entity: 'product', id: 'prd_x', before, after } as never);

test.each([
  ['as it was, where it is renamed', { title: 'Cezve' }, { title: 'Bakır cezve' }, 'Cezve'],
  ['as it will be, where it is new', null, { title: 'Cezve', price: 1 }, 'Cezve'],
  ['as it was, where it ends', { title: 'Cezve' }, null, 'Cezve'],
  ['as others know it, where its name stays', { price: 1 }, { price: 2 }, undefined],
  ['as others know it, where it loses a name that it never had', { title: null }, { title: null }, undefined],
])('a thing is called %s', (_, before, after, title) => {
  expect(titleStated(changes(before, after), 'title')).toBe(title);
});

test('a thing of no name field is called as others know it', () => {
  expect(titleStated(changes(null, { title: 'Cezve' }), null)).toBeUndefined();
});
