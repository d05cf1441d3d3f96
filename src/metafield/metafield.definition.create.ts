import { command } from '../kernel/declaration/command';
import { soleSubject } from '../kernel/declaration/subject';
import { refuse } from '../kernel/errors';
import { type Answer, expectedRevOrNone, object } from '../kernel/schema/schema';
import { definition, definitionSchema } from './definition/aggregate';
import { assertRules } from './definition/refusals';
import { countDefinitions, insertDefinition } from './definition/store';

/** Limit of the definitions of one target. A form with more is no form, and every value stands on the page of its product. */
const DEFINITIONS_MAX = 256;

export default command({
  id: 'metafield.definition.create',
  label: { tr: 'Özel alan tanımla', en: 'Define a custom field' },
  summary: 'Define a typed custom field of products, variants, collections or the store; type and key stay for good.',
  policy: 'propose',
  scope: 'store:admin',
  role: 'manager',
  payload: object({ ...definition.creates, expectedRev: expectedRevOrNone }),
  result: definitionSchema,
  refuses: ['invalid_request', 'rev_conflict', 'metafield_key_taken', 'metafields_full'],
  example: { target: 'product', key: 'washing_care', type: 'text', label: 'Yıkama talimatı' },
  subject: soleSubject(definition.word),

  async run({ payload, storeId, tx, now, newId, guardRev, record, inverse }) {
    const { expectedRev: _guarded, ...stated } = payload;
    const id = newId(definition.prefix);
    guardRev(id, 0);
    const row = { ...definition.initial, ...stated, id };
    assertRules(row);
    const count = await countDefinitions(tx, storeId, row.target);
    if (!(await insertDefinition(tx, storeId, row, now)))
      refuse('metafield_key_taken', 'Another custom field of the same kind of thing has this key.', {
        errors: [{ pointer: '/key', message: 'is taken' }],
      });
    if (count >= DEFINITIONS_MAX)
      refuse('metafields_full', `There are ${DEFINITIONS_MAX} custom fields of this kind of thing already.`);
    const at = now.toISOString();
    const created = { ...row, rev: 1, createdAt: at, updatedAt: at };
    record(definition.word, id, null, definition.snapshot(created));
    // Values that were stated in it since are not taken away with it.
    inverse('metafield.definition.delete', { definitionId: id, expectedRev: created.rev, valuesMax: 0 });
    return created as Answer<typeof definitionSchema>;
  },
});
