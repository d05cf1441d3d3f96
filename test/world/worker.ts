import { Connection } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { prepareNamespace } from '../../src/kernel/temporal-namespace';
import { type RunningWorker, startWorker } from '../../src/worker';
import { testServices, type World } from './world';

let installed = false;

/** A real worker for one world, on a task queue of its own. */
export async function startTestWorker(world: World): Promise<RunningWorker> {
  if (!installed) Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  installed = true;
  const connection = await Connection.connect({ address: world.config.temporalAddress });
  await prepareNamespace(connection, world.config.temporalNamespace);
  await connection.close();
  return startWorker(world.platform, world.config, { workflowBundle: { codePath: testServices().workflowBundle } });
}
