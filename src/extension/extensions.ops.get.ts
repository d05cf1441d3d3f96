import { type CapabilityIndex, readRoute } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import type { Manifest, Stage } from '../provider/manifest';
import { manifestOf } from '../provider/providers';
import { type ExtensionRow, extensionKey } from './aggregate';
import { blockersOf } from './readiness';
import { secretKeys } from './secret/store';
import { findExtension } from './store';

export default readRoute({
  id: 'extensions.ops.get',
  label: { tr: 'Eklentinin sunduklarını oku', en: 'Read what an extension offers' },
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
        needs: object({
          installed: t.Boolean(),
          secrets: t.Array(t.String()),
          config: t.Array(t.String()),
          enabled: t.Boolean(),
        }),
        ready: t.Boolean(),
        blockedBy: t.Array(t.String()),
      }),
    ),
  }),
  refuses: ['not_found'],
  example: { params: { ext: 'trendyol' } },

  async run({ db, storeId, params, services }) {
    const { extension, secrets } = await db.snapshot(async (moment) => ({
      extension: await findExtension(moment, storeId, params.ext),
      secrets: await secretKeys(moment, storeId, params.ext),
    }));
    const manifest = manifestOf(params.ext);
    if (!manifest) return left(extension ?? refuse('not_found', 'There is no such extension.', { undeclared: true }));
    const set = new Set(secrets.keys());
    return {
      extension: manifest.key,
      installed: extension !== undefined,
      enabled: extension?.enabled ?? false,
      ops: Object.entries(manifest.ops).map(([op, stage]) => {
        const blockedBy = blockersOf(stage, manifest, extension, set);
        const summary = summaryOf(services.capabilities, op);
        return { op, summary, needs: needsOf(stage, manifest), ready: blockedBy.length === 0, blockedBy };
      }),
    };
  },
});

/** Of one whose provider is gone: it serves nothing. */
const left = ({ key, enabled }: ExtensionRow) => ({ extension: key, installed: true, enabled, ops: [] });

function needsOf(stage: Stage, manifest: Manifest) {
  const connects = stage === 'ready' || stage === 'enabled';
  const { required = [] } = manifest.config as { required?: string[] };
  return {
    installed: stage !== 'known',
    secrets: connects ? manifest.secrets.map(({ key }) => key) : [],
    config: connects ? required : [],
    enabled: stage === 'enabled',
  };
}

function summaryOf({ commands, routes }: CapabilityIndex, op: string): string {
  const capability = [...commands, ...routes].find(({ id }) => id === op);
  if (!capability) throw new Error(`a manifest names ${op}, which is not built`);
  return capability.summary;
}
