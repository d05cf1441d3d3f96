import { contentSchema } from '../../src/kernel/declaration/content';
import { newId } from '../../src/kernel/ids';
import { id, label, nullable, object, objectName, t } from '../../src/kernel/schema/schema';
import { namesIn, namingColumns } from '../../src/kernel/table/naming';
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

test('the names in a payload are found wherever they stand, each once', () => {
  const [first, second] = [newId('obj'), newId('obj')];
  const payload = {
    body: { logos: [{ object: first, size: 1 }, [second]], again: first, other: [`x${first}`, null, 7] },
  };
  expect(namesIn(payload)).toEqual([first, second]);
  expect(namesIn(undefined)).toEqual([]);
  const brought = newId('upl');
  expect(namesIn({ uploadId: brought, objects: payload }, 'upl')).toEqual([brought]);
});
