import { inTime } from '../../job/in-time';
import { type JobDependencies, type JobProgress, progressOf, type StepOptions } from '../../job/steps';
import { markDue, takeChanges } from '../../offer/due-store';
import { confirmPrices, heldPrices } from '../../offer/held-price-store';
import type { PushJob } from '../../push/declaration';
import { forgetSendings } from '../../push/sending-store';
import { settleLost } from './lost';
import { poll } from './poll';
import { Pushing } from './pushing';
import { sendDue } from './send';

/*
 * A push goes through three states, which its progress notes. Each step takes it up where the last one left it.
 *
 * - New: the manner begins it, which marks the first listings that are due. Then it has begun.
 * - Begun: each round takes the news of the manner, settles lost requests, sends the listings that are due, and polls the requests that
 *   were sent. A round that has sent or polled anything leads to another one.
 * - Idle: a round has nothing to send and nothing to poll, so the manner decides. `sending` ends the push. `zeroing` (zero.ts) waits, looks
 *   back at the marketplace and begins another round, or ends the push.
 *
 * A push that is cancelled, or has ended, is taken no further.
 */

/** A manner of pushing: its beginning, the news that it takes, and its end. */
export interface Manner {
  /** True for a push that tells zero stock for every listing. @default the push tells the stock of the store */
  readonly zeroes?: true;
  begin(pushing: Pushing): Promise<void>;
  takeNews(pushing: Pushing): Promise<void>;
  /** Called when there is nothing to send and nothing to follow just now. */
  rest(pushing: Pushing): Promise<void>;
}

/** Sends the stock and the prices of listings that the marketplace shows otherwise than the store. */
export const sending: Manner = {
  begin(pushing) {
    const { storeId } = pushing;
    const { input, extension } = pushing.job;
    return pushing.book(async (tx) => {
      const { confirms, confirmedPrices = await heldPrices(tx, storeId, input.listingIds ?? []) } = input;
      if (confirms && confirmedPrices) confirmPrices(tx, storeId, confirmedPrices);
      if (input.looksAtAll) markDue(tx, storeId, extension, input.listingIds);
      forgetSendings(tx, storeId, extension);
      return { progress: { begun: true } };
    });
  },

  takeNews: (pushing) =>
    pushing.book(async (tx) => {
      await takeChanges(tx, pushing.storeId, pushing.job.extension);
      return {};
    }),

  rest: (pushing) => pushing.book(async () => ({ exhausted: true })),
};

/** Takes a step of a push: sends the numbers that are due, and follows the requests that were sent. @throws the errors of the provider */
export async function push(
  manner: Manner,
  dependencies: JobDependencies,
  storeId: string,
  job: PushJob,
  options: StepOptions,
): Promise<JobProgress> {
  const pushing = await Pushing.on(dependencies, storeId, job, options, manner.zeroes ?? false);
  if (!job.progress.begun) await manner.begin(pushing);
  while (pushing.isGoing) {
    options.signal.throwIfAborted();
    await manner.takeNews(pushing);
    await settleLost(pushing);
    await inTime(pushing.readTerms(pushing.reader));
    const isIdle = !(await sendDue(pushing));
    const polled = await poll(pushing);
    options.onProgress(progressOf(pushing.job));
    if (isIdle && polled === 0) await manner.rest(pushing);
    if (options.until()) break;
  }
  return progressOf(pushing.job);
}
