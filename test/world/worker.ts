import { Connection } from '@temporalio/client';
import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Config } from '../../src/config';
import { prepareNamespace } from '../../src/kernel/work/temporal-namespace';
import { type RunningWorker, startWorker } from '../../src/worker';
import { noteOpen } from './open-things';
import { testServices, type World } from './world';

const prepared = new Map<string, Promise<void>>();

/** What a worker does before it works, for tests that start workflows which nobody is to run yet; once a server. */
export function prepareTemporal({ config }: Pick<World, 'config'>): Promise<void> {
  const place = `${config.temporalAddress}/${config.temporalNamespace}`;
  const preparing = prepared.get(place) ?? prepare(config);
  prepared.set(place, preparing);
  return preparing;
}

async function prepare(config: Config): Promise<void> {
  const connection = await Connection.connect({ address: config.temporalAddress });
  await prepareNamespace(connection, config.temporalNamespace);
  await connection.close();
}

/** A real worker for one world, on a task queue of its own. */
export async function startTestWorker(world: World): Promise<RunningWorker> {
  quietRuntime();
  await prepareTemporal(world);
  const worker = await startWorker(world.platform, world.config, {
    workflowBundle: { codePath: testServices().workflowBundle },
  });
  return { ...worker, stop: noteOpen(() => worker.stop()) };
}

/** The runtime ends with its last worker, and the next one would come with signal handlers and a talkative log of its own. */
export function quietRuntime(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  } catch (error) {
    // It is there still.
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
