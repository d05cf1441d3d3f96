import { type Client, ScheduleAlreadyRunning, type ScheduleOptions } from '@temporalio/client';

/** What runs by the clock. Desired here, made so at every start of a worker. */
const desired = (taskQueue: string): ScheduleOptions[] => [
  {
    scheduleId: `sweep/retention/${taskQueue}`,
    spec: { intervals: [{ every: '1 hour' }], jitter: '5 minutes' },
    policies: { overlap: 'SKIP', catchupWindow: '10 minutes' },
    action: {
      type: 'startWorkflow',
      workflowType: 'retentionSweep',
      workflowId: `sweep/retention/${taskQueue}`,
      taskQueue,
    },
  },
];

/** Creates the schedules, or brings those that exist to what is desired: a changed interval must not wait for a person. */
export async function ensureSchedules(client: Client, taskQueue: string): Promise<void> {
  for (const schedule of desired(taskQueue)) {
    try {
      await client.schedule.create(schedule);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      const { spec, policies, action } = schedule;
      await client.schedule.getHandle(schedule.scheduleId).update((current) => ({
        ...current,
        spec,
        policies: { ...current.policies, ...policies },
        action: action as typeof current.action,
      }));
    }
  }
}
