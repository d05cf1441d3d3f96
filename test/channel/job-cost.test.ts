import { temporal } from '@temporalio/proto';
import { channelJob } from '../../src/channel/contract/job';
import type { RoundName } from '../../src/channel/sync/round';
import { promptQueue } from '../../src/kernel/declaration/job';
import type { RunningWorker } from '../../src/worker';
import { startTestWorker } from '../world/worker';
import { type OrdersThere, ordersThere } from './orders-there';

jest.setTimeout(300_000);

describe('a marketplace job that takes one step', () => {
  let shop: OrdersThere;
  let worker: RunningWorker;
  beforeAll(async () => {
    shop = await ordersThere();
    worker = await startTestWorker(shop.world);
  });
  afterAll(async () => {
    await worker?.stop();
    await shop?.close();
  });

  const costOf = async (round: RoundName) => {
    const jobId = await shop.round(round);
    await shop.ended(jobId);
    const handle = shop.world.platform.temporal.workflow.getHandle(channelJob.workflowId(jobId));
    await handle.result();
    const events = (await handle.fetchHistory()).events ?? [];
    const of = (type: temporal.api.enums.v1.EventType) => events.filter(({ eventType }) => eventType === type);
    const { EVENT_TYPE_WORKFLOW_TASK_COMPLETED, EVENT_TYPE_ACTIVITY_TASK_SCHEDULED } = temporal.api.enums.v1.EventType;
    const asked = of(EVENT_TYPE_ACTIVITY_TASK_SCHEDULED);
    return {
      tasks: of(EVENT_TYPE_WORKFLOW_TASK_COMPLETED).length,
      queues: asked.map(({ activityTaskScheduledEventAttributes: activity }) => activity?.taskQueue?.name),
    };
  };

  test('has two workflow tasks and one activity, of which that for orders has a place of its own', async () => {
    const { taskQueue } = shop.world.config;
    await shop.place();
    expect(await costOf('orders')).toEqual({ tasks: 2, queues: [promptQueue(taskQueue)] });
    expect(await costOf('orders')).toEqual({ tasks: 2, queues: [promptQueue(taskQueue)] });
    expect(await costOf('census')).toEqual({ tasks: 2, queues: [taskQueue] });
    expect(await costOf('claims')).toEqual({ tasks: 2, queues: [taskQueue] });
  });
});
