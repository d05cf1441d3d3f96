import { extensionAt, secretKeys } from '../extension/extension.store';
import { extensionKey } from '../extension/extension.view';
import { blockers } from '../extension/readiness';
import { writeRoute } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, oneOf, t } from '../kernel/schema';
import { channelJob } from './channel.jobs';
import { findJob, insertJob, openJobs } from './job.store';
import { jobSchema, jobView } from './job.view';

const OPEN_JOBS_MAX = 20;

export default writeRoute({
  id: 'channel.catalog.pull',
  http: 'POST /v1/channel/{ext}/catalog/pull',
  summary: 'Import the marketplace catalog, or preview what an import would do; a durable job.',
  policy: 'propose',
  scope: 'catalog:write',
  params: object({ ext: extensionKey }),
  body: object({ mode: t.Optional(oneOf(['preview', 'import'], { default: 'import' })) }),
  status: 202,
  result: jobSchema,
  refuses: ['not_found', 'extension_not_installed', 'extension_not_ready', 'extension_not_enabled', 'invalid_state'],
  example: { params: { ext: 'trendyol' }, body: { mode: 'preview' } },

  async run({ params, body, principal, storeId, tx, effects, newId, now, record }) {
    const { manifest, extension } = await extensionAt(tx, storeId, params.ext);
    const blockedBy = blockers(manifest, extension, new Set((await secretKeys(tx, storeId, params.ext)).keys()));
    if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
    if (!extension.enabled) refuse('extension_not_enabled');
    if ((await openJobs(tx, storeId, params.ext)) >= OPEN_JOBS_MAX) {
      refuse('invalid_state', `At most ${OPEN_JOBS_MAX} jobs of a channel wait or run at once.`);
    }
    const job = {
      id: newId('cjb'),
      extension: params.ext,
      kind: 'catalog.pull' as const,
      mode: body.mode ?? ('import' as const),
      createdBy: principal.id,
    };
    await insertJob(tx, storeId, { ...job, createdAt: now });
    record('channel job', job.id, null, { extension: job.extension, kind: job.kind, mode: job.mode });
    effects.startWorkflow(channelJob, {
      storeId,
      jobId: job.id,
      extension: job.extension,
      kind: job.kind,
      mode: job.mode,
    });
    return jobView(await findJob(tx, storeId, params.ext, job.id));
  },
});
