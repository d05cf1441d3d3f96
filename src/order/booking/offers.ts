import { setTimeout as sleep } from 'node:timers/promises';
import type { CargoAdapter, CargoOffers } from '../../provider/cargo-port';

/** Carriers answer one after another: what has come until then, counted from the question on, is told. */
const WAIT_MS = 8_000;
const LOOK_MS = 500;

/** Asks for offers, and reads them until all carriers have answered. What has come once is told, whatever happens behind it. */
export async function offersFor(
  adapter: Pick<CargoAdapter, 'requestOffers' | 'readOffers'>,
  request: Parameters<CargoAdapter['requestOffers']>[0],
  signal: AbortSignal,
): Promise<CargoOffers> {
  const until = performance.now() + WAIT_MS;
  const shipmentId = await adapter.requestOffers(request, signal);
  let offers = await adapter.readOffers(shipmentId, signal);
  while (offers.completedPercent < 100 && performance.now() + LOOK_MS < until) {
    await sleep(LOOK_MS);
    try {
      offers = await adapter.readOffers(shipmentId, signal);
    } catch (error) {
      if (offers.offers.length === 0) throw error;
      return offers;
    }
  }
  return offers;
}
