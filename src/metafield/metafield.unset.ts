import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRevOrNone, object } from '../kernel/schema/schema';
import { valueSet } from './value/aggregate';
import { stateField } from './value/change';
import { definitionFields, ownerId } from './value/fields';
import { receipt } from './value/receipt';

export default command({
  id: 'metafield.unset',
  label: { tr: 'Özel alanı boşalt', en: 'Empty a custom field' },
  summary: 'Remove the value of a custom field; the field itself stays defined.',
  policy: 'propose',
  scope: 'catalog:write',
  removes: true,
  payload: object({ ownerId, ...definitionFields, expectedRev: expectedRevOrNone }),
  result: receipt,
  refuses: ['invalid_request', 'not_found', 'invalid_state', 'rev_conflict', 'metafield_invalid'],
  example: { ownerId: exampleId('prd', 'CEZVE'), key: 'washing_care' },
  subject: { ...valueSet.by('ownerId'), optional: true },

  run: (context) => {
    const { expectedRev: _guarded, ...wish } = context.payload;
    return stateField(context, { ...wish, value: undefined });
  },
});
