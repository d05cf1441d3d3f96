import { ActivityFailure, isCancellation, patched, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { DrawingActivities, MediaActivities } from '../activities/media.variants';
import type { WorkflowOf } from '../src/kernel/job';
import { type mediaVariants as contract, drawingQueue } from '../src/media/image/contract';

const { giveMediaUp } = proxyActivities<MediaActivities>({ startToCloseTimeout: '15 s' });

/**
 * Draws what is shown of a media file. webp first: it is there in a second, and avif takes ten times as long for a smaller file, so
 * a picture without it is still ready.
 */
export const mediaVariants: WorkflowOf<typeof contract> = async (input) => {
  const { drawVariants } = proxyActivities<DrawingActivities>({
    taskQueue: drawingQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 s',
    retry: { initialInterval: '1 s', backoffCoefficient: 3, maximumInterval: '1 minute', maximumAttempts: 5 },
  });
  try {
    const state = await drawVariants(input, 'webp');
    if (state !== 'ready') return state ?? 'gone';
    await drawVariants(input, 'avif').catch(async (error) => {
      unlessCancelled(error);
      // Its owner is told what is missing.
      if (patched('no avif')) await giveMediaUp(input);
    });
    return 'ready';
  } catch (error) {
    unlessCancelled(error);
    await giveMediaUp(input);
    return 'failed';
  }
};

function unlessCancelled(error: unknown): void {
  if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
}
