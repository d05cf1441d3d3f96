import { EffectQueue } from '../../kernel/work/outbox';
import { askQuietly } from '../job/ask-quietly';
import { book } from '../job/book';
import { inTime } from '../job/in-time';
import type { JobReason } from '../job/reasons';
import { type JobDependencies, type JobProgress, type JobSteps, progressOf, type StepOptions } from '../job/steps';
import type { ItemError } from '../job/table';
import { connectChannel } from '../provider/connect';
import { type CheckJob, webhookCheck, webhookRegister } from '../webhook/declaration';
import { noteStand } from '../webhook/store';
import { ownIn, registrationOf, renewWebhook } from './webhook-register';

/**
 * Looks at the webhook of a channel. A marketplace switches one off that failed too often, without a word that a program could read. So it is
 * switched on again, and told; one that is gone is registered anew.
 */
export const webhookCheckSteps: JobSteps<typeof webhookCheck> = {
  kind: webhookCheck,
  step: check,
};

async function check(
  dependencies: JobDependencies,
  storeId: string,
  { id, extension }: CheckJob,
  { signal, onAnswer, onProgress }: StepOptions,
): Promise<JobProgress> {
  const { database, services, bus } = dependencies;
  const db = database.reader(storeId);
  const { adapter } = await inTime(connectChannel({ db, services, storeId, ext: extension, urgency: 'asked' }));
  const registered = await registrationOf(dependencies, storeId, extension);
  const own = ownIn(await adapter.webhooks(signal), registered);
  onAnswer();
  const isWell = own?.isActive && own.url === registered.registration.url;
  if (own && !isWell) await renewWebhook(adapter, own.webhookId, registered, signal);
  onAnswer();
  const job = await book(webhookCheck, dependencies, storeId, id, async (tx) => {
    const besides: ItemError[] = isWell ? [] : [remark(own ? 'webhook_passive' : 'webhook_gone')];
    await noteStand(tx, storeId, extension, registered.registeredAt, {
      webhookId: own?.webhookId ?? null,
      state: own ? 'active' : 'gone',
      isReactivated: own !== undefined && !isWell,
    });
    const effects = new EffectQueue();
    const asking = { tx, effects, storeId, now: await bus.timeOf(tx) };
    if (!own) await askQuietly(asking, webhookRegister, { extension, input: {}, besideRunning: true });
    effects.write(tx, storeId, undefined);
    const { length } = besides;
    return {
      total: length,
      items: length,
      besides,
      exhausted: true,
      progress: { reactivated: own && !isWell ? 1 : 0 },
    };
  });
  const progress = progressOf(job);
  onProgress(progress);
  return progress;
}

const sentences = {
  webhook_passive: 'The marketplace had switched the webhook off. It is on again.',
  webhook_gone: 'The marketplace knows the webhook no more. It is registered anew.',
} satisfies Partial<Record<JobReason, string>>;

const remark = (code: keyof typeof sentences): ItemError => ({
  remoteId: null,
  barcode: null,
  title: null,
  code,
  message: sentences[code],
});
