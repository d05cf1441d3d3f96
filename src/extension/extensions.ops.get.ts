import type { CapabilityIndex } from '../kernel/declaration/capability-index';
import type { ExtensionNeeds, Stage } from '../kernel/declaration/extension-needs';
import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { label, nullable, object, t, time } from '../kernel/schema/schema';
import { decisionPoint } from '../provider/decision-point';
import { type Manifest, requiredSecrets } from '../provider/manifest';
import type { DecisionPoint } from '../provider/manifest-document';
import { type ExtensionRow, extensionKey } from './aggregate';
import { exampleMarketplace } from './example';
import { blocksOnFailure } from './hook/active';
import { type BreakerRow, breakersOf } from './hook/store';
import { breaker, failure, REMEMBERED } from './hook/table';
import { obstaclesOf } from './obstacles';
import { packageActStatesOf, packageActStatesSchema } from './package-acts';
import { installedManifestOf, manifestOf } from './provider/providers';
import { secretKeys } from './secret/store';
import { findExtension } from './store';

export default readRoute({
  id: 'extensions.ops.get',
  label: { tr: 'Eklentinin sunduklarını oku', en: 'Read what an extension offers' },
  http: 'GET /v1/extensions/{ext}/ops',
  summary:
    'The contract of an extension for agents: each op with its needs and its present obstacles. Secrets appear as keys only.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ ext: extensionKey }),
  result: object({
    extension: t.String(),
    installed: t.Boolean(),
    enabled: t.Boolean(),
    hooks: t.Array(
      object({
        point: decisionPoint,
        active: label('Etkin', 'Active')(t.Boolean()),
        blocksOnFailure: t.Boolean({ description: 'A failure of it refuses the step of the checkout.' }),
        failures: breaker.fields.failures,
        deactivatedAt: nullable(time({ description: 'Time at which its failures switched it off.' })),
        lastFailures: t.Array(failure, { description: `The last ${REMEMBERED}, newest first.` }),
      }),
    ),
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
    packageActs: t.Array(t.String(), {
      description: 'The acts upon packages that its marketplace knows, each an `op` of `channel.package.op`.',
    }),
    packageActStates: packageActStatesSchema,
  }),
  refuses: ['not_found'],
  example: { params: { ext: exampleMarketplace } },

  async run({ db, storeId, params, services }) {
    const { extension, secrets, breakers } = await db.snapshot(async (moment) => ({
      extension: await findExtension(moment, storeId, params.ext),
      secrets: await secretKeys(moment, storeId, params.ext),
      breakers: await breakersOf(moment, storeId, params.ext),
    }));
    const manifest = extension ? installedManifestOf(extension) : manifestOf(params.ext);
    if (!manifest)
      return answerUnavailable(extension ?? refuse('not_found', 'There is no such extension.', { undeclared: true }));
    const set = new Set(secrets.keys());
    const packageActStates = packageActStatesOf(manifest);
    return {
      extension: manifest.key,
      installed: extension !== undefined,
      enabled: extension?.enabled ?? false,
      hooks: hooksOf(manifest, extension, breakers),
      packageActs: packageActStates.map(({ act }) => act),
      packageActStates,
      ops: servedBy(manifest, services.capabilities).map(({ id: op, summary, needs }) => {
        const blockedBy = obstaclesOf(needs, { manifest, extension, secrets: set });
        return { op, summary, needs: needsOf(needs.stage, manifest), ready: blockedBy.length === 0, blockedBy };
      }),
    };
  },
});

/** The answer for one whose provider is gone: it serves nothing. */
const answerUnavailable = ({ key, enabled }: ExtensionRow) => ({
  extension: key,
  installed: true,
  enabled,
  hooks: [],
  ops: [],
  packageActs: [],
  packageActStates: [],
});

const hooksOf = ({ hooks = [] }: Manifest, extension: ExtensionRow | undefined, breakers: readonly BreakerRow[]) =>
  hooks.map((hook) => {
    const point = hook.point as DecisionPoint;
    const { failures = 0, trippedAt = null, history = [] } = breakers.find((each) => each.point === point) ?? {};
    return {
      point,
      active: trippedAt === null && !extension?.hooksOff.includes(point),
      blocksOnFailure: blocksOnFailure(hook),
      failures,
      deactivatedAt: trippedAt,
      lastFailures: history,
    };
  });

function needsOf(stage: Stage, manifest: Manifest) {
  const connects = stage === 'ready' || stage === 'enabled';
  const { required = [] } = manifest.config as { required?: string[] };
  return {
    installed: stage !== 'known',
    secrets: connects ? requiredSecrets(manifest) : [],
    config: connects ? required : [],
    enabled: stage === 'enabled',
  };
}

interface Served {
  readonly id: string;
  readonly summary: string;
  readonly needs: ExtensionNeeds;
}

/** Capabilities that extensions of this kind serve, each once, whether it has a route, a command or both. */
function servedBy({ kind }: Manifest, { commands, routes }: CapabilityIndex): Served[] {
  const served = new Map<string, Served>();
  for (const { id, summary, needs } of [...routes, ...commands])
    if (needs?.kind === kind) served.set(id, { id, summary, needs });
  return [...served.values()];
}
