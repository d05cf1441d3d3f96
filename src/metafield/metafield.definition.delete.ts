import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, t, unit } from '../kernel/schema/schema';
import { definition, definitionSchema } from './definition/aggregate';
import { deleteDefinition, lockDefinition } from './definition/store';
import { metafieldPurge } from './purge/contract';
import { countValues, insertPurge, lockPurge, resumePurge } from './purge/store';

export default command({
  id: 'metafield.definition.delete',
  label: { tr: 'Özel alanı sil', en: 'Delete a custom field' },
  summary:
    'Delete a custom field with its values: they are hidden at once, and a job removes them. The key is free again. A repeated call goes on with a job that was given up.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation', 'destructive'],
  // Another one of the same key is another field: what named this one does not name that.
  irreversible: true,
  payload: object({
    definitionId: definition.reference,
    expectedRev,
    valuesMax: t.Optional(
      label(
        'En çok değer',
        'Most values',
      )(t.Integer({ minimum: 0, ...unit('count'), description: 'Refused when more have a value.' })),
    ),
  }),
  result: object({
    ...definitionSchema.properties,
    values: label(
      'Değer sayısı',
      'Number of values',
    )(t.Integer({ minimum: 0, ...unit('count'), description: 'Number of things whose value in it goes.' })),
  }),
  refuses: ['not_found', 'rev_conflict', 'metafield_in_use'],
  example: { definitionId: exampleId('mfd', 'ETEK') },
  subject: definition.by('definitionId'),

  async run({ payload, storeId, tx, now, effects, record, guardRev }) {
    const row = await lockDefinition(tx, storeId, payload.definitionId);
    const begun = row ? undefined : await lockPurge(tx, storeId, payload.definitionId);
    const deleted =
      row ?? (begun?.givenUp ? begun.definition : refuse('not_found', 'There is no such metafield definition.'));
    guardRev(deleted.id, deleted.rev);
    const values = await countValues(tx, storeId, deleted.id);
    if (values > (payload.valuesMax ?? values))
      refuse('metafield_in_use', `${values} things have a value in this custom field by now.`, { facts: { values } });
    if (row) {
      deleteDefinition(tx, storeId, row);
      record(definition.word, row.id, definition.snapshot(row), null);
      if (values > 0) insertPurge(tx, storeId, { id: row.id, key: row.key, definition: row, total: values }, now);
    } else resumePurge(tx, storeId, deleted.id);
    if (values > 0 || begun) effects.startWorkflow(metafieldPurge, { storeId, definitionId: deleted.id });
    return { ...deleted, values };
  },
});
