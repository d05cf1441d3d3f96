import { MAIN } from '../access/workspace/readable';
import { FINDINGS_MAX } from '../design/bundle/finding';
import { formOf } from '../design/bundle/form';
import { judged, strictly } from '../design/bundle/judge';
import { findingSchema } from '../design/bundle/schema';
import { templates } from '../design/template/templates';
import { worldOf } from '../design/world/world';
import { readRoute } from '../kernel/declaration/route';
import { json, object, t } from '../kernel/schema/schema';

export default readRoute({
  id: 'validate.bundle',
  label: { tr: 'Bir tasarımı denetle', en: 'Validate a design' },
  http: 'POST /v1/validate/bundle',
  summary:
    'Validate the body of a design by the rules of publishing, whether or not its media are ready: up to 20 errors and 20 warnings, each with its place. Nothing is saved.',
  policy: 'quote',
  scope: 'design:read',
  body: object({ body: json({ description: 'The body of a design.' }) }),
  result: object({
    valid: t.Boolean(),
    errors: t.Array(findingSchema),
    warnings: t.Array(findingSchema),
  }),
  refuses: ['invalid_request'],
  example: { body: { body: templates[0]?.make() } },

  async run({ body: { body }, db, storeId, principal: { workspaceId } }) {
    const formed = formOf(body);
    if (!formed.bundle) return { valid: false, errors: [...formed.errors], warnings: [] };
    const { bundle } = formed;
    const found = strictly(
      judged(
        bundle,
        await db.snapshot((moment) => worldOf({ db: moment, storeId, workspace: workspaceId ?? MAIN }, bundle)),
      ),
    );
    const errors = found.errors.filter(({ code }) => code !== 'media_not_ready');
    return {
      valid: errors.length === 0,
      errors: errors.slice(0, FINDINGS_MAX),
      warnings: found.warnings.slice(0, FINDINGS_MAX),
    };
  },
});
