import { readRoute } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema';
import { findExtension, secretKeys } from './extension.store';
import { extensionKey } from './extension.view';
import { manifestOf } from './manifests';
import { blockers } from './readiness';

export default readRoute({
  id: 'extensions.ops.get',
  http: 'GET /v1/extensions/{ext}/ops',
  summary:
    "The extension's contract for agents: each op, what it needs and what blocks it now. Secrets appear as keys only.",
  policy: 'read',
  scope: 'catalog:read',
  params: object({ ext: extensionKey }),
  result: object({
    extension: t.String(),
    installed: t.Boolean(),
    enabled: t.Boolean(),
    ops: t.Array(
      object({
        op: t.String(),
        summary: t.String(),
        needs: object({ secrets: t.Array(t.String()), config: t.Array(t.String()), enabled: t.Boolean() }),
        ready: t.Boolean(),
        blockedBy: t.Array(t.String()),
      }),
    ),
  }),
  refuses: ['not_found'],

  async run({ db, storeId, params }) {
    const manifest = manifestOf(params.ext) ?? refuse('not_found', 'There is no such extension.');
    const [extension, secrets] = await Promise.all([
      findExtension(db, storeId, params.ext),
      secretKeys(db, storeId, params.ext),
    ]);
    const blocked = blockers(manifest, extension, new Set(secrets.keys()));
    const enabled = extension?.enabled ?? false;
    const needs = {
      secrets: manifest.secrets.map(({ key }) => key),
      config: (manifest.config as { required?: string[] }).required ?? [],
    };
    return {
      extension: manifest.key,
      installed: extension !== undefined,
      enabled,
      ops: manifest.ops.map(({ op, summary, needsEnabled }) => {
        const blockedBy = [...blocked, ...(needsEnabled && extension && !enabled ? ['not_enabled'] : [])];
        return { op, summary, needs: { ...needs, enabled: needsEnabled }, ready: blockedBy.length === 0, blockedBy };
      }),
    };
  },
});
