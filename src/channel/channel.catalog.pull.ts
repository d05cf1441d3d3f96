import createProduct from '../catalog/catalog.product.create';
import { extensionKey } from '../extension/aggregate';
import { blockers } from '../extension/readiness';
import { secretKeys } from '../extension/secret/store';
import { extensionAt } from '../extension/store';
import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema';
import listingSet from './channel.listing.set';
import { channelJob } from './job/contract';
import { isOpen } from './job/state';
import { findJob, insertJob, openJobsBeforeOneMore } from './job/store';
import { job, jobMode } from './job/table';
import { jobSchema, jobView } from './job/view';

const OPEN_JOBS_MAX = 20;

export default command({
  id: 'channel.catalog.pull',
  label: { tr: 'Kataloğu içe aktar', en: 'Import the catalog' },
  summary: 'Import the marketplace catalog, or preview what an import would do; a durable job.',
  policy: 'propose',
  scope: 'catalog:write',
  // What it writes is taken back change by change.
  irreversible: true,
  payload: object({ ext: extensionKey, mode: t.Optional(jobMode({ default: 'import' })) }),
  result: jobSchema,
  refuses: ['not_found', 'extension_not_installed', 'extension_not_ready', 'extension_not_enabled', 'invalid_state'],
  issues: [createProduct, listingSet],
  settles: {
    async look(db, storeId, { id, extension }) {
      const job = await findJob(db, storeId, extension, id);
      return { ended: !isOpen(job), result: jobView(job) };
    },
  },
  example: { ext: 'trendyol', mode: 'preview' },
  route: { http: 'POST /v1/channel/{ext}/catalog/pull' },

  async run({ payload, principal, storeId, tx, effects, newId, now, record }) {
    const { manifest, extension } = await extensionAt(tx, storeId, payload.ext);
    const blockedBy = blockers(manifest, extension, new Set((await secretKeys(tx, storeId, payload.ext)).keys()));
    if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
    if (!extension.enabled) refuse('extension_not_enabled');
    const open = await openJobsBeforeOneMore(tx, storeId, payload.ext);
    if (open >= OPEN_JOBS_MAX) {
      const message = `At most ${OPEN_JOBS_MAX} jobs of a channel wait or run at once.`;
      refuse('invalid_state', message, { facts: { openJobs: open } });
    }
    const row = {
      id: newId('cjb'),
      extension: payload.ext,
      kind: 'catalog.pull' as const,
      mode: payload.mode ?? ('import' as const),
      createdBy: principal.id,
      createdAt: now.toISOString(),
    };
    insertJob(tx, storeId, row);
    record(job.word, row.id, null, job.snapshot(row));
    const { id: jobId, extension: of, kind, mode } = row;
    effects.startWorkflow(channelJob, { storeId, jobId, extension: of, kind, mode, extensionName: manifest.name });
    return jobView(await findJob(tx, storeId, payload.ext, jobId));
  },
});
