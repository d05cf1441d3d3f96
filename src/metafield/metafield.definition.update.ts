import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { patchBack } from '../kernel/schema/patch';
import { expectedRev, object } from '../kernel/schema/schema';
import { definition, definitionSchema } from './definition/aggregate';
import { assertRules } from './definition/refusals';
import { changeDefinition, getDefinition } from './definition/store';

export default command({
  id: 'metafield.definition.update',
  label: { tr: 'Özel alan tanımını düzenle', en: 'Edit a custom field’s definition' },
  summary:
    'Change the label, description or rules of a custom field; fields left out stay, and type and key always do.',
  policy: 'propose',
  scope: 'store:admin',
  role: 'manager',
  payload: object({ definitionId: definition.reference, expectedRev, ...definition.updates }, { minProperties: 2 }),
  result: definitionSchema,
  refuses: ['invalid_request', 'not_found', 'rev_conflict'],
  example: { definitionId: exampleId('mfd', 'ETEK'), label: 'Yıkama', validations: { maxLength: 500 } },
  subject: definition.by('definitionId'),

  async run(context) {
    const { definitionId, expectedRev: _guarded, ...patch } = context.payload;
    const before = await getDefinition(context.tx, context.storeId, definitionId);
    context.guardRev(definitionId, before.rev);
    assertRules({ ...before, ...patch });
    const after = changeDefinition(context, before, patch);
    // A call that changed nothing has no inverse.
    if (after.rev === before.rev) return after;
    context.inverse('metafield.definition.update', {
      definitionId,
      expectedRev: after.rev,
      ...patchBack(before, patch),
    });
    return after;
  },
});
