import type { WorkflowHandle } from '@temporalio/client';
import { catalogPull } from '../../src/channel/import/declaration';
import { type JobSteps, progressOf } from '../../src/channel/job/steps';
import { endJob } from '../../src/channel/worker/ending';
import { refuse } from '../../src/kernel/errors';
import { eventually } from '../world/eventually';
import { type DrivenJobs, drivenJobs } from './driven-jobs';

type Step = JobSteps['step'];

/** Imports of which each step does what the test says. */
const steps = (step: Step): Readonly<Record<string, JobSteps>> => ({
  'catalog.pull': { kind: catalogPull as unknown as JobSteps['kind'], step, flawOf: async () => undefined },
});

/** It fails for good, for a reason that its owner is told. */
const failing: Step = async () => refuse('not_found', 'There is no such shop.');

describe('the end of a marketplace job and that of its workflow', () => {
  let jobs: DrivenJobs;
  beforeAll(async () => {
    jobs = await drivenJobs();
  });
  afterAll(() => jobs?.close());

  const pulling = () => jobs.asked(catalogPull.begins({ mode: 'import' }));
  const cancel = (jobId: string) =>
    jobs.shop.world.read('channel.jobs.cancel', {
      as: jobs.shop.world.developer,
      params: { ext: 'trendyol', cjb: jobId },
    });
  /** The last event of a kind, as its number; 0: there is none yet. */
  const last = async (handle: WorkflowHandle, kind: `${string}EventAttributes`): Promise<number> => {
    const { events } = await handle.fetchHistory();
    return Number((events ?? []).findLast((event) => event[kind as keyof typeof event])?.eventId ?? 0);
  };

  describe('when the owner cancels in the middle of a step', () => {
    const cancelled = { failure: undefined, status: 'COMPLETED', row: { state: 'cancelled', error: null } };

    test('which fails for good before the workflow takes that up', async () => {
      const jobId = await pulling();
      const handle = await jobs.start(jobId);
      let begun = false;
      const step: Step = async (...given) => {
        begun = true;
        await eventually(() => last(handle, 'workflowExecutionCancelRequestedEventAttributes'));
        return failing(...given);
      };
      const work = async () => {
        await jobs.driving({}, () => eventually(() => begun).then(() => {}), 'workflows');
        await cancel(jobId);
        await eventually(() => last(handle, 'activityTaskFailedEventAttributes'));
        const end = async () => expect(await jobs.ends(handle, jobId)).toMatchObject(cancelled);
        await jobs.driving({}, end, 'workflows');
      };
      await jobs.driving(steps(step), work, 'activities');
    });

    test('which fails for good before the cancellation is delivered', async () => {
      const step: Step = async (dependencies, storeId, job, options) => {
        await endJob(dependencies.bus, { storeId, jobId: job.id }, { state: 'cancelled', error: null });
        return failing(dependencies, storeId, job, options);
      };
      await jobs.driving(steps(step), async () => {
        const jobId = await pulling();
        const handle = await jobs.start(jobId);
        expect(await jobs.ends(handle, jobId)).toMatchObject(cancelled);
        expect(await handle.result()).toBe('cancelled');
      });
    });
  });

  test('a job that was given up has failed at Temporal too, whatever its last step came to', async () => {
    const error = { code: 'not_finished', message: 'Its workflow was gone.' };
    const step: Step = async ({ bus }, storeId, job) => {
      await endJob(bus, { storeId, jobId: job.id }, { state: 'failed', error });
      return progressOf({ ...job, exhausted: true });
    };
    await jobs.driving(steps(step), async () => {
      const jobId = await pulling();
      expect(await jobs.ends(await jobs.start(jobId), jobId)).toMatchObject({
        failure: { type: error.code, message: error.message },
        status: 'FAILED',
        row: { state: 'failed', error },
      });
    });
  });

  test.each([
    ['failed', 'FAILED', failing],
    ['succeeded', 'COMPLETED', async (_, __, job) => progressOf({ ...job, exhausted: true })],
  ] as const satisfies readonly (readonly [string, string, Step])[])(
    'that it has %s is said although an operator stops the workflow meanwhile',
    async (state, status, step) => {
      await jobs.shop.world.sql(`
        CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
        CREATE TRIGGER refuse_end BEFORE UPDATE ON channel_job FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL)
          EXECUTE FUNCTION refuse_end();`);
      await jobs.driving(steps(step), async () => {
        const jobId = await pulling();
        const handle = await jobs.start(jobId);
        await eventually(async () =>
          (await handle.describe()).raw.pendingActivities?.[0]?.lastFailure?.message?.includes('not now'),
        );
        await handle.cancel();
        // The workflow has heard of it when its end is let through.
        const [heard, asked] = [
          'workflowTaskCompletedEventAttributes',
          'workflowExecutionCancelRequestedEventAttributes',
        ] as const;
        await eventually(
          async () => (await last(handle, heard)) > ((await last(handle, asked)) || Number.POSITIVE_INFINITY),
        );
        await jobs.shop.world.sql('DROP FUNCTION refuse_end() CASCADE');
        expect(await jobs.ends(handle, jobId)).toMatchObject({ status, row: { state } });
      });
    },
  );
});
