import { channelJob } from '../../src/channel/contract/job';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace } from './marketplace';

test('what a killed worker had begun is waited for no longer than 6 s', async () => {
  const shop = await connectedMarketplace({ products: 1 });
  const worker = await startTestWorker(shop.world);
  try {
    const jobId = await shop.pull();
    await shop.ended(jobId);
    const handle = shop.world.platform.temporal.workflow.getHandle(channelJob.workflowId(jobId));
    const { executionConfig } = (await handle.describe()).raw;
    expect(Number(executionConfig?.defaultWorkflowTaskTimeout?.seconds)).toBe(5);
    const { events } = await handle.fetchHistory();
    const silences = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: activity }) =>
      activity ? [Number(activity.heartbeatTimeout?.seconds ?? 0)] : [],
    );
    // Most jobs take one activity.
    expect(silences.length).toBeGreaterThanOrEqual(1);
    for (const silence of silences) expect(silence).toBe(6);
  } finally {
    await worker.stop();
    await shop.close();
  }
});
