import {
  ActivityFailure,
  ApplicationFailure,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { DrawingActivities, MediaActivities } from '../activities/media.variants';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { AWAY, type mediaVariants as contract, drawingQueue, NOT_ITS_TURN } from '../src/media/image/contract';

/** The number of attempts at an error that has no outside reason, in case it was a chance. */
const FAULTS_MAX = 5;
/** A storage or a database that is away is waited for this long. */
const PATIENCE_MS = 24 * 3_600_000;
const TURN_MS = { first: 2_000, most: 120_000 };
const PAUSE_MS = { first: 1_000, growth: 3, most: 5 * 60_000 };

type Draw = DrawingActivities['drawVariants'];

const { giveMediaUp } = proxyActivities<MediaActivities>({ startToCloseTimeout: '15 s', heartbeatTimeout: '6 s' });

/**
 * Draws what is shown of a media file. webp first: it is there in a second, and avif takes ten times as long for a smaller file, so
 * a picture without it is still ready.
 */
export const mediaVariants: WorkflowOf<typeof contract> = async (input) => {
  try {
    const state = await draw(input, 'webp');
    if (state !== 'ready') return state ?? 'gone';
    await draw(input, 'avif');
    return 'ready';
  } catch (error) {
    unlessCancelled(error);
    // Its owner is told what is missing.
    await giveMediaUp(input);
    // The row has its end; this is for who looks at Temporal, and finds its failures there.
    throw ApplicationFailure.nonRetryable(causeOf(error), 'not_processed');
  }
};

/** An outage is waited out, and noted in the history once for each try; a drawing that fails of itself is given up soon. */
async function draw(...[input, format]: Parameters<Draw>): ReturnType<Draw> {
  const { drawVariants } = drawing();
  let faults = 0;
  let until: number | undefined;
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(PAUSE_MS.growth * pauseMs, PAUSE_MS.most)) {
    try {
      const state = await inTurn(() => drawVariants(input, format), input);
      setCurrentDetails('');
      return state;
    } catch (error) {
      unlessCancelled(error);
      if (typeOf(error) !== AWAY) faults += 1;
      until ??= Date.now() + PATIENCE_MS;
      if (faults === FAULTS_MAX || Date.now() + pauseMs > until) throw error;
      setCurrentDetails(`${format} is drawn again after: ${causeOf(error)}`);
    }
    await sleep(pauseMs, { summary: `another try to draw ${format}` });
  }
}

/**
 * Waits for the turn of a store. A store whose pictures fill the line makes room for those of others: one that comes back often has many of
 * its own before it.
 */
async function inTurn(attempt: () => ReturnType<Draw>, input: Parameters<Draw>[0]): ReturnType<Draw> {
  for (let pauseMs = TURN_MS.first; ; pauseMs = Math.min(pauseMs + TURN_MS.first, TURN_MS.most)) {
    try {
      return await attempt();
    } catch (error) {
      if (typeOf(error) !== NOT_ITS_TURN) throw error;
    }
    await sleep(pauseMs, { summary: 'until it is its turn' });
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof mediaVariants>(input);
  }
}

const drawing = (): DrawingActivities =>
  proxyActivities<DrawingActivities>({
    taskQueue: drawingQueue(workflowInfo().taskQueue),
    // Some of it waits for its turn; it beats meanwhile.
    startToCloseTimeout: '30 minutes',
    heartbeatTimeout: '10 s',
    retry: { maximumAttempts: 1 },
  });

const typeOf = (error: unknown): string | undefined | null =>
  error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause.type : undefined;

const causeOf = (error: unknown): string => String((error as Error).cause ?? error);

function unlessCancelled(error: unknown): void {
  if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
}
