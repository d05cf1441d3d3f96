import { createdAt, id, label, line, object, t, typeNamed, unit } from '../../kernel/schema/schema';
import { identity, MOMENT, type Row, table } from '../../kernel/table/table';

export const importName = label(
  'Dosya',
  'File',
)(line(200, { description: 'The name of the table, by which its owner knows the import.' }));

/** An import of products from a table, with the audit rows of the changes that it has made. */
export const importRun = table({
  word: 'import',
  label: label('İçe aktarma', 'Import'),
  table: 'bulk_import',
  columns: {
    id: identity('imp'),
    name: { type: 'text', schema: importName, kept: 'once' },
    auditIds: { type: 'text[]', schema: t.Array(t.String()), kept: 'once', shown: false, compared: false },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'apart', noted: MOMENT },
  },
});

export type ImportRun = Row<typeof importRun>;

export const changesCount = label(
  'Değişiklikler',
  'Changes',
)(t.Integer({ minimum: 0, ...unit('count'), description: 'Changes that are taken back together.' }));

export const importSchema = importRun.label(
  typeNamed('ProductImport')(object({ ...importRun.answers, changes: changesCount })),
);
/** The field by which a call names an import. */
export const importId = importRun.label(id('imp'));
