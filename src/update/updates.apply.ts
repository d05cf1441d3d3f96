import { FINDINGS_MAX } from '../design/bundle/finding';
import { findingSchema } from '../design/bundle/schema';
import extensionUpgrade from '../extension/extension.upgrade';
import { denial } from '../kernel/declaration/authority';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, object, t } from '../kernel/schema/schema';
import { update } from '../store/update/aggregate';
import { applyExtension } from './apply/extension';
import { applyTheme } from './apply/theme';
import { decidedView, openUpdate } from './entry/deciding';
import { updateSchema } from './entry/view';

export default command({
  id: 'updates.apply',
  label: { tr: 'Güncellemeyi uygula', en: 'Apply an update' },
  summary:
    'Publish a prepared update: of a theme exactly the design that was prepared, over the version for which it was; of an extension its new version, with the rights that it asks for.',
  policy: 'owner',
  scope: 'design:write',
  role: 'manager',
  flags: ['bumps generation'],
  payload: object({ updateId: update.reference, expectedRev }),
  result: object({
    ...updateSchema.properties,
    warnings: t.Array(findingSchema, {
      description: 'Up to 20 things that the design names and that are not there: they show nothing.',
    }),
  }),
  refuses: [
    'not_found',
    'role_needed',
    'rev_conflict',
    'invalid_state',
    'update_stale',
    'update_blocked',
    'bundle_invalid',
    'extension_unknown',
    'extension_not_installed',
    'consent_required',
    'config_invalid',
    'extension_not_ready',
  ],
  example: { updateId: exampleId('upd', 'TEMA') },
  subject: update.by('updateId'),
  route: { http: 'POST /v1/updates/{upd}/uygula', names: { upd: 'updateId' } },

  async run(context) {
    const before = await openUpdate(context, context.payload.updateId);
    // Managers publish themes; rights of extensions are for whom the upgrade itself is for.
    const closed = before.kind === 'extension' ? denial(extensionUpgrade, context.principal) : undefined;
    if (closed) throw closed;
    if (before.reason !== null)
      refuse('update_blocked', `What keeps it: ${before.reason}.`, { facts: { reason: before.reason } });
    const apply = before.kind === 'theme' ? applyTheme : applyExtension;
    const { row, warnings } = await apply(context, before);
    return { ...(await decidedView(context, row)), warnings: warnings.slice(0, FINDINGS_MAX) };
  },
});
