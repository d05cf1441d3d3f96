import { command } from '../kernel/declaration/declare';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, object } from '../kernel/schema/schema';
import { definition, definitionSchema } from './definition/aggregate';
import { deleteDefinition, lockDefinition } from './definition/store';

export default command({
  id: 'metafield.definition.delete',
  label: { tr: 'Özel alanı sil', en: 'Delete a custom field' },
  summary: 'Delete a custom field; its key is free, and whoever defines it anew gets another field.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation', 'destructive'],
  // Another one of the same key is another field: what named this one does not name that.
  irreversible: true,
  payload: object({ definitionId: definition.reference, expectedRev }),
  result: definitionSchema,
  refuses: ['not_found', 'rev_conflict'],
  example: { definitionId: exampleId('mfd', 'ETEK') },
  subject: definition.by('definitionId'),

  async run({ payload, storeId, tx, record, guardRev }) {
    const row = await lockDefinition(tx, storeId, payload.definitionId);
    if (!row) return refuse('not_found', 'There is no such metafield definition.');
    guardRev(row.id, row.rev);
    deleteDefinition(tx, storeId, row);
    record(definition.word, row.id, definition.snapshot(row), null);
    return row;
  },
});
