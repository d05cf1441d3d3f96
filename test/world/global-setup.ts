import { startServices } from './services';

export default async function globalSetup({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  if (process.env.TEZGAH_TIER === 'pure') return;
  const { stop, ...services } = await startServices(maxWorkers);
  process.env.TEZGAH_TEST_SERVICES = JSON.stringify(services);
  // Whatever a test, a browser or a killed worker leaves there goes with the run.
  process.env.TMPDIR = services.dataFolder;
  (globalThis as { stopTestServices?: () => Promise<void> }).stopTestServices = stop;
}
