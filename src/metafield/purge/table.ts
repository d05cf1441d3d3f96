import { label, t, unit } from '../../kernel/schema/schema';
import { identity, table, times } from '../../kernel/table/table';
import { definition, definitionSchema } from '../definition/aggregate';

const count = t.Integer({ minimum: 0, ...unit('count') });

/** Values of a deleted field that are to be taken away, by the identifier of its definition: there as long as some are left. */
export const purge = table({
  word: 'metafield purge',
  label: label('Silinen alanın değerleri', 'Values of a deleted field'),
  table: 'metafield_purge',
  columns: {
    id: identity(definition.prefix),
    key: { type: 'text', schema: definition.columns.key.schema, kept: 'once' },
    /** As it was when it was deleted. */
    definition: { type: 'jsonb', schema: definitionSchema, kept: 'once' },
    total: { type: 'integer', schema: label('Değer sayısı', 'Number of values')(count), kept: 'once' },
    done: { type: 'integer', schema: label('Kaldırılan', 'Taken away')(count), kept: 'apart', noted: 0 },
    /** The last set of values that was looked at: what comes behind it is left. */
    place: { type: 'text', schema: t.String(), kept: 'apart', noted: '' },
    /** No workflow takes the rest away. */
    givenUp: { type: 'boolean', schema: t.Boolean(), kept: 'apart' },
    createdAt: times.createdAt,
  },
});
