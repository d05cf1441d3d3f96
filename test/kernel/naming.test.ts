import { contentSchema } from '../../src/kernel/declaration/content';
import { id, label, nullable, object, objectName, t } from '../../src/kernel/schema/schema';
import { namingColumns } from '../../src/kernel/table/naming';
import type { Columns } from '../../src/kernel/table/table';

test('a column names stored bytes when its schema says so, as a value, in a list or somewhere in a document', () => {
  const columns = {
    logoFile: { type: 'text', schema: nullable(label('Logo', 'Logo')(objectName)) },
    scans: { type: 'text[]', schema: t.Array(objectName) },
    brought: { type: 'jsonb', schema: t.Record(t.String(), nullable(t.Array(object({ file: contentSchema })))) },
    orderId: { type: 'text', schema: id('ord') },
    note: { type: 'jsonb', schema: t.Unknown() },
  } satisfies Columns;
  expect(namingColumns(columns)).toEqual([
    { column: 'logo_file', manner: 'value' },
    { column: 'scans', manner: 'list' },
    { column: 'brought', manner: 'document' },
  ]);
});

test('things of another kind are named by whatever holds an identifier that may be theirs', () => {
  const columns = {
    cover: { type: 'text', schema: nullable(id('med')) },
    shown: { type: 'jsonb', schema: object({ pattern: t.String(), of: t.Array(id('prd', 'med')) }) },
    scan: { type: 'text', schema: objectName },
    productId: { type: 'text', schema: id('prd') },
  } satisfies Columns;
  expect(namingColumns(columns, 'med')).toEqual([
    { column: 'cover', manner: 'value' },
    { column: 'shown', manner: 'document' },
  ]);
});

test('one that no sweep could read is refused', () => {
  const sealed = { type: 'bytea', schema: nullable(t.Array(objectName)) } satisfies Columns[string];
  expect(() => namingColumns({ sealed })).toThrow('sealed names obj_…');
});
