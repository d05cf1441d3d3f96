import { startServices } from './services';

export default async function globalSetup(): Promise<void> {
  const { stop, ...services } = await startServices();
  process.env.TEZGAH_TEST_SERVICES = JSON.stringify(services);
  (globalThis as { stopTestServices?: () => Promise<void> }).stopTestServices = stop;
}
