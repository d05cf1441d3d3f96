import { id, label, nullable, t } from '../../kernel/schema/schema';
import { type Row, table } from '../../kernel/table/table';

/** The values of the custom fields of products, by which lists filter and sort: a row a value, and one for each place of a list. */
export const indexed = table({
  word: 'indexed metafield',
  label: label('Aranan özel alan', 'Custom field as it is searched'),
  table: 'metafield_index',
  columns: {
    ownerId: { type: 'text', schema: id('prd'), kept: 'once' },
    definitionId: { type: 'text', schema: id('mfd'), kept: 'once' },
    position: { type: 'integer', schema: t.Integer(), kept: 'once' },
    /** As search compares texts; also identifiers, addresses, colours, yes and no. */
    text: { type: 'text', schema: nullable(t.String()), kept: 'once' },
    /** Numbers; of money kuruş, of dates and times ms since 1970. */
    number: { type: 'double precision', schema: nullable(t.Number()), kept: 'once' },
  },
});

export type IndexedRow = Row<typeof indexed>;
