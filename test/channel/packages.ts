import channelPackageUpsert from '../../src/channel/channel.package.upsert';
import { keepSettlements } from '../../src/channel/finance/store';
import { upsertPayloadOf } from '../../src/channel/package/payload';
import { openSettings } from '../../src/config';
import { channelOf } from '../../src/extension/provider/providers';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { isSettlement } from '../../src/provider/channel/finance';
import { isPackage } from '../../src/provider/channel/package';
import { providerHttp } from '../../src/provider/http';
import { startTrendyolSimulator } from '../../src/simulator/trendyol/server';
import { openSite } from '../surfaces/site';
import { noteOpen } from '../world/open-things';
import type { World } from '../world/world';
import { connectTrendyol } from './marketplace';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

export interface Placed {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly packageId: string;
}

const account = {
  config: { sellerId: '424242', requestsPer10Seconds: 0 },
  secrets: { apiKey: 'demo-key', apiSecret: 'demo-secret' },
};

/** Asks the simulator what no seller may. */
async function control(address: string, method: string, path: string, body?: unknown): Promise<Any> {
  const answer = await fetch(new URL(`/__simulator${path}`, address), {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** The store hears what the marketplace says of an order now. @returns the id of the order */
async function hear(world: World, orderNumber: string): Promise<string> {
  const settings = openSettings(world.config).providers.trendyol ?? {};
  const adapter = channelOf('trendyol').connect(account, settings, providerHttp('Trendyol')) as Any;
  let id = '';
  for (const row of await adapter.packagesOfOrder(orderNumber, AbortSignal.timeout(60_000))) {
    if (!isPackage(row)) throw new Error(JSON.stringify(row));
    const { status, body } = await world.bus.execute({
      principal: systemPrincipal(world.storeId, 'pull'),
      mutation: channelPackageUpsert as never,
      payload: upsertPayloadOf('trendyol', row),
      key: newUlid(),
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    id = (body as Any).order?.id ?? id;
  }
  return id;
}

/** The store reads what the marketplace has settled lately. */
export async function settle(world: World): Promise<void> {
  const settings = openSettings(world.config).providers.trendyol ?? {};
  const adapter = channelOf('trendyol').connect(account, settings, providerHttp('Trendyol')) as Any;
  const now = Date.now();
  const window = { from: new Date(now - 7 * 86_400_000).toISOString(), to: new Date(now).toISOString() };
  for (let cursor: string | null = null; ; ) {
    const page: Any = await adapter.settlements(window, cursor, AbortSignal.timeout(60_000));
    const channel = { storeId: world.storeId, extension: 'trendyol' };
    const rows = page.rows.filter(isSettlement);
    if (rows.length > 0) await keepSettlements(world.database.writer(world.storeId), channel, rows, window.to);
    cursor = page.next;
    if (cursor === null) return;
  }
}

/** An order at the simulator, as it stands there, and as the store has heard of it. */
export async function placedAt(world: World, address: string, status?: string, more: object = {}): Promise<Placed> {
  const lines = [{ barcode: 'B-1', quantity: 2, priceKurus: 10_000 }];
  const { orderNumber, packageId } = await control(address, 'POST', '/orders', { lines, carrier: 'TEXMP', ...more });
  if (status) await control(address, 'PUT', '/orders/move', { packageId, to: status });
  return { orderId: await hear(world, orderNumber), orderNumber, packageId: String(packageId) };
}

/** A store with orders of a marketplace, which is simulated. */
export async function openPackages() {
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 3 });
  const closeSimulator = noteOpen(() => simulator.close());
  const site = await openSite({ environment: { TEZGAH_TRENDYOL_URL: simulator.url } });
  await connectTrendyol(site.world, { requestsPer10Seconds: 0 });
  const { token } = await site.mint('developer', ['orders:read', 'orders:write', 'catalog:read']);
  return {
    site,
    token,
    simulator,
    control: (method: string, path: string, body?: unknown) => control(simulator.url, method, path, body),
    place: (status?: string, more: object = {}) => placedAt(site.world, simulator.url, status, more),
    async close() {
      await site.close();
      await closeSimulator();
    },
  };
}
