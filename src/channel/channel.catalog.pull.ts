import createProduct from '../catalog/catalog.product.create';
import { extensionKey } from '../extension/aggregate';
import { blockers } from '../extension/readiness';
import { secretKeys } from '../extension/secret/store';
import { extensionAt } from '../extension/store';
import { writeRoute } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema';
import listingSet from './channel.listing.set';
import { channelJob } from './job/contract';
import { isOpen } from './job/state';
import { findJob, insertJob, openJobsBeforeOneMore } from './job/store';
import { job, jobMode } from './job/table';
import { jobSchema, jobView } from './job/view';

const OPEN_JOBS_MAX = 20;

export default writeRoute({
  id: 'channel.catalog.pull',
  label: { tr: 'Kataloğu içe aktar', en: 'Import the catalog' },
  http: 'POST /v1/channel/{ext}/catalog/pull',
  summary: 'Import the marketplace catalog, or preview what an import would do; a durable job.',
  policy: 'propose',
  scope: 'catalog:write',
  // What it writes is taken back change by change.
  irreversible: true,
  params: object({ ext: extensionKey }),
  body: object({ mode: t.Optional(jobMode({ default: 'import' })) }),
  status: 202,
  result: jobSchema,
  refuses: ['not_found', 'extension_not_installed', 'extension_not_ready', 'extension_not_enabled', 'invalid_state'],
  issues: [createProduct, listingSet],
  settles: {
    async look(db, storeId, { id, extension }) {
      const job = await findJob(db, storeId, extension, id);
      return { ended: !isOpen(job), result: jobView(job) };
    },
  },
  example: { params: { ext: 'trendyol' }, body: { mode: 'preview' } },

  async run({ params, body, principal, storeId, tx, effects, newId, now, record }) {
    const { manifest, extension } = await extensionAt(tx, storeId, params.ext);
    const blockedBy = blockers(manifest, extension, new Set((await secretKeys(tx, storeId, params.ext)).keys()));
    if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
    if (!extension.enabled) refuse('extension_not_enabled');
    const open = await openJobsBeforeOneMore(tx, storeId, params.ext);
    if (open >= OPEN_JOBS_MAX) {
      const message = `At most ${OPEN_JOBS_MAX} jobs of a channel wait or run at once.`;
      refuse('invalid_state', message, { facts: { openJobs: open } });
    }
    const row = {
      id: newId('cjb'),
      extension: params.ext,
      kind: 'catalog.pull' as const,
      mode: body.mode ?? ('import' as const),
      createdBy: principal.id,
      createdAt: now.toISOString(),
    };
    insertJob(tx, storeId, row);
    record(job.word, row.id, null, job.snapshot(row));
    const { id: jobId, extension: of, kind, mode } = row;
    effects.startWorkflow(channelJob, { storeId, jobId, extension: of, kind, mode, extensionName: manifest.name });
    return jobView(await findJob(tx, storeId, params.ext, jobId));
  },
});
