import type { Column } from '../../src/kernel/table/table';
import { askedColumns, unasked } from '../../src/provider/conversation/columns';
import { sources, textOf } from './source';

test('a new row of which no provider was asked has what the database notes', () => {
  const noted = Object.entries<Column>(askedColumns).map(([name, { noted = null }]) => [name, noted]);
  expect(unasked).toEqual(Object.fromEntries(noted));
});

test('what such a row begins with, and how it forgets what it waits for, stand once', () => {
  const where = (which: RegExp): string[] => sources.filter((file) => which.test(textOf(file)));
  expect(where(/missingSince: null, waitingFor: null/)).toEqual(['src/provider/conversation/columns.ts']);
  // One row is named by its id; those of somebody are forgotten.
  expect(where(/waiting_for = NULL\s+WHERE store_id = \$1 AND (?!id = \$2)/)).toEqual([
    'src/provider/conversation/asked-store.ts',
  ]);
});
