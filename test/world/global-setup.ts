import os from 'node:os';
import { startServices } from './services';

/** A little before the commands of sandboxes, which give way to the shop: beside four workers on two cores they would stand still. */
const PRIORITY = os.constants.priority.PRIORITY_BELOW_NORMAL - 2;

export default async function globalSetup({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  if (process.env.TEZGAH_TIER === 'pure') return;
  // All that a run starts has it as well. A machine whose user works beside the tests stays quick.
  os.setPriority(Math.max(PRIORITY, os.getPriority()));
  const { stop, ...services } = await startServices(maxWorkers);
  process.env.TEZGAH_TEST_SERVICES = JSON.stringify(services);
  // Whatever a test, a browser or a killed worker leaves there goes with the run.
  process.env.TMPDIR = services.dataFolder;
  (globalThis as { stopTestServices?: () => Promise<void> }).stopTestServices = stop;
}
