import { type Enclave, openEnclave } from '../../src/enclave';
import { HookBreaker } from '../../src/extension/hook/breaker';
import { answers } from '../../src/kernel/metrics';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { Shopper } from '../../src/simulator/shopper/shopper';
import { eventually } from '../world/eventually';
import { hookThread } from '../world/hook-thread';
import { keptLog } from '../world/kept-log';
import { noteOpen } from '../world/open-things';
import { createWorld, type World } from '../world/world';

const key = 'k'.repeat(43);
const OPENS = '/stores/:storeId/sessions';

describe('an operator sees of the checkout', () => {
  const kept = keptLog();
  let world: World;
  let enclave: Enclave;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    world = await createWorld({ environment: { TEZGAH_CHECKOUT_PORT: '0', TEZGAH_CHECKOUT_KEY: key } });
    enclave = (await openEnclave(world.platform, world.config, kept.log, hookThread())) as Enclave;
    stop = noteOpen(() => enclave.stop());
    await world.done('settings.checkout.update', checkoutSettings.example, { as: world.owner });
  });
  afterAll(async () => {
    await stop();
    await world.close();
  });

  test('each answer, by the pattern of its path, and nothing of what was said', async () => {
    const product = await world.done('catalog.product.create', { title: 'Cezve', price: 50_000, stock: 10 });
    const one = new Shopper({ url: enclave.url, key, storeId: world.storeId });
    await one.open([{ productId: product.id, quantity: 1 }]);
    const line = await eventually(() => kept.told('answered')[0]);
    expect(line).toMatchObject({ method: 'POST', route: OPENS, status: 201, durationMs: expect.any(Number) });
    expect(JSON.stringify(line)).not.toContain(key);
    expect(JSON.stringify(line)).not.toContain(world.storeId);
    const { values } = await answers.get();
    expect(values.filter(({ labels }) => (labels as { route?: string }).route === OPENS)).not.toEqual([]);
  });

  test('which hook has failed, and not what it said', async () => {
    const breaker = new HookBreaker({ ...world.platform, log: kept.log });
    const hook = { storeId: world.storeId, extension: 'campaign', point: 'checkout.pricing.adjust' } as const;
    const of = { code: '', config: {}, blocksOnFailure: false, failures: 0 };
    await breaker.failed({ ...hook, ...of }, { message: 'Ayşe Yılmaz', inputHash: 'a1' });
    expect(kept.told('a hook has failed')).toMatchObject([{ ...hook, inputHash: 'a1', deactivated: false }]);
    expect(kept.lines.join('')).not.toContain('Ayşe');
  });
});
