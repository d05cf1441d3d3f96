import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object, t, unit } from '../kernel/schema/schema';
import { definition } from './definition/aggregate';
import { forgetField } from './filter/store';
import { endPurge, lockPurge, movePurge, stripValues } from './purge/store';
import { valueSet } from './value/aggregate';

const count = (description: string) => t.Integer({ minimum: 0, ...unit('count'), description });

export default command({
  id: 'metafield.definition.purge',
  label: { tr: 'Silinen özel alanın değerlerini kaldır', en: 'Take away the values of a deleted custom field' },
  summary: 'Take away the next values of a custom field that was deleted, up to a thousand at once.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  irreversible: true,
  payload: object({ definitionId: definition.reference }),
  result: object({
    taken: count('Values that this call took away.'),
    done: count('With those before.'),
    total: count('That there were when the field was deleted.'),
  }),
  refuses: [],
  example: { definitionId: exampleId('mfd', 'ETEK') },

  async run({ payload: { definitionId }, tx, storeId, now, record }) {
    const purge = await lockPurge(tx, storeId, definitionId);
    if (!purge) return { taken: 0, done: 0, total: 0 };
    const { key, total, done, place } = purge;
    const stripped = await stripValues(tx, storeId, definitionId, place, now);
    for (const { id, ownerId, value } of stripped)
      record(valueSet.word, id, { ownerId, values: [{ id: definitionId, key, value }] }, { ownerId, values: [] });
    forgetField(
      tx,
      storeId,
      definitionId,
      stripped.map(({ ownerId }) => ownerId),
    );
    const last = stripped.at(-1);
    if (last) movePurge(tx, storeId, definitionId, stripped.length, last.id);
    else endPurge(tx, storeId, definitionId);
    return { taken: stripped.length, done: done + stripped.length, total };
  },
});
