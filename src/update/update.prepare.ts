import { command } from '../kernel/declaration/command';
import { id, nullable, object, t } from '../kernel/schema/schema';
import { updateKind, updateState } from '../store/update/aggregate';
import { settle } from './prepare/settle';

export default command({
  id: 'update.prepare',
  label: { tr: 'Güncellemeyi hazırla', en: 'Prepare an update' },
  summary:
    'Prepare the update of a theme or an extension for what the store shows and has now: one that is no more offered ends.',
  policy: 'owner',
  scope: 'design:write',
  runtimeOnly: true,
  // It follows what there is: what it takes back is prepared again.
  irreversible: true,
  payload: object({ kind: updateKind(), name: t.String({ maxLength: 63 }) }),
  result: object({ updateId: nullable(id('upd')), state: nullable(updateState()) }),
  refuses: [],
  example: { kind: 'theme', name: 'sade' },

  async run(context) {
    const row = await settle(context, context.payload);
    return { updateId: row?.id ?? null, state: row?.state ?? null };
  },
});
