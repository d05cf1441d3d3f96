import { stepJob } from '../../../src/channel/job/step';
import type { StepOptions } from '../../../src/channel/job/steps';
import { beginJob } from '../../../src/channel/job/store';
import { jobSteps } from '../../../src/channel/worker/kinds';
import { ProviderBusy } from '../../../src/provider/error';
import { eventually } from '../../world/eventually';
import type { OrdersThere } from '../orders-there';

const quiet: StepOptions = {
  signal: new AbortController().signal,
  until: () => false,
  onAnswer: () => {},
  onProgress: () => {},
  onItemFailure: () => {},
};

/** Runs jobs of a shop a step at a time, without a worker. @param shop is asked for once it is open */
export function bySteps(shop: () => OrdersThere) {
  const rows = <Row>(text: string): Promise<Row[]> =>
    shop().world.database.reader(shop().world.storeId).query<Row>(text);
  const jobs = (kind: string) =>
    rows<{ id: string }>(`SELECT id FROM channel_job WHERE kind = '${kind}' AND state IN ('queued', 'running')`);
  /** @returns true when nothing of the job is left */
  const step = async (jobId: string, until = quiet.until): Promise<boolean> => {
    const { world } = shop();
    const { storeId, bus, database, platform } = world;
    await beginJob(database.writer(storeId), storeId, jobId);
    const dependencies = { bus, database, services: platform.services };
    const { finished } = await stepJob(dependencies, jobSteps, { storeId, jobId }, { ...quiet, until });
    return finished;
  };
  /** Runs what waits of a kind to its end, as a worker does. */
  const work = async (kind: string): Promise<void> => {
    for (const { id } of await jobs(kind)) {
      await eventually(async () => step(id).catch(unlessBusy), 20_000, 50);
      await shop().world.sql(`UPDATE channel_job SET state = 'succeeded', finished_at = now() WHERE id = '${id}'`);
    }
  };
  return { rows, jobs, step, work };
}

export const unlessBusy = (error: unknown): false => {
  if (!(error instanceof ProviderBusy)) throw error;
  return false;
};
