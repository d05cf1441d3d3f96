import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRevOrNone, label, object } from '../kernel/schema/schema';
import { valueSet } from './value/aggregate';
import { stateField } from './value/change';
import { definitionFields, ownerId, stated } from './value/fields';
import { receipt } from './value/receipt';

export default command({
  id: 'metafield.set',
  label: { tr: 'Özel alanı doldur', en: 'Fill in a custom field' },
  summary: 'Set the value of a custom field of a product, variant, collection or the store; it replaces another value.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({
    ownerId,
    ...definitionFields,
    value: label('Değer', 'Value')(stated),
    expectedRev: expectedRevOrNone,
  }),
  result: receipt,
  refuses: ['invalid_request', 'not_found', 'invalid_state', 'rev_conflict', 'metafield_invalid'],
  example: { ownerId: exampleId('prd', 'CEZVE'), key: 'washing_care', value: 'Elde yıkayın' },
  subject: { ...valueSet.by('ownerId'), optional: true },

  run: (context) => {
    const { expectedRev: _guarded, ...wish } = context.payload;
    return stateField(context, wish);
  },
});
