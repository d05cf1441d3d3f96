import { shownKinds } from '../../src/store/projection-store';
import { declared } from '../house/aggregates';

/** Words under which changes are told of that have a table of their own. */
const toldAs: Readonly<Record<string, string>> = { member: 'collection', 'media variant': 'media' };

test('a change of whatever stands in the projection, or decides what does, is followed, and of nothing else', () => {
  const projected = declared.filter(({ table }) =>
    Object.values<{ projected?: unknown }>(table.logical).some((column) => column.projected !== undefined),
  );
  const words = new Set(projected.map(({ table: { word } }) => toldAs[word] ?? word));
  expect([...words].toSorted()).toEqual(shownKinds.map(({ kind }) => kind.word).toSorted());
});
