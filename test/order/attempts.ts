import { type Enclave, openEnclave } from '../../src/enclave';
import type { Deadlines } from '../../src/kernel/deadlines';
import { type AttemptStep, stepAttempt } from '../../src/order/worker/attempt';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { type IyzicoSimulatorOptions, startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { type Page, walkThrough } from '../../src/simulator/shopper/browser';
import { Shopper } from '../../src/simulator/shopper/shopper';
import { control, stays } from '../provider/payments';
import { hookThread } from '../world/hook-thread';
import { noteOpen } from '../world/open-things';
import { createWorld } from '../world/world';
import { address } from './session';

const key = 'k'.repeat(43);
/** These shops have no hooks, and each thread takes longer to start than the rest of a shop. */
const HOOK_THREADS = 1;
export const RETURN = 'https://magaza.example/geri';
export const PRICE = 50_000;
/** What iyzico is asked when a card that was entered in the shop is to be charged. */
export const COMPLETE = 'POST /payment/v2/3dsecure/auth';
export const REFUND = 'POST /v2/payment/refund';
export const CARD = {
  holder: 'Ayse Yilmaz',
  number: '5526080000000006',
  month: '12',
  year: '2030',
  securityCode: '917',
};
export const POOR = '4111111111111129';

/** A shop whose shoppers pay by card, at a simulated iyzico of its own. */
export async function attemptShop({
  deadlines,
  ...options
}: IyzicoSimulatorOptions & { readonly deadlines?: Deadlines } = {}) {
  const simulator = await startIyzicoSimulator({ limited: false, ...options });
  const world = await createWorld({
    environment: { TEZGAH_IYZICO_URL: simulator.url, TEZGAH_CHECKOUT_PORT: '0', TEZGAH_CHECKOUT_KEY: key },
    ...(deadlines && { deadlines }),
  });
  const enclave = (await openEnclave(
    world.platform,
    world.config,
    world.platform.log,
    hookThread(),
    HOOK_THREADS,
  )) as Enclave;
  const stop = noteOpen(() => enclave.stop());
  const owner = (command: string, payload: object) => world.done(command, payload, { as: world.owner });
  const extension = 'iyzico';
  await owner('extension.install', { extension });
  for (const [name, value] of Object.entries({ apiKey: 'demo-api-key', secretKey: 'demo-secret-key' }))
    await owner('secret.set', { extension, key: name, value });
  await owner('extension.configure', { extension, config: {} });
  await owner('extension.enable', { extension });
  await owner('settings.checkout.update', { ...checkoutSettings.example, shippingFee: 0, freeShippingFrom: null });
  const product = await world.done('catalog.product.create', { title: 'Bakır Cezve', price: PRICE, stock: 10 });

  const step = (paymentId: string): Promise<AttemptStep> =>
    stepAttempt(world.platform, { storeId: world.storeId, paymentId }, stays);
  const ready = async (
    quantity = 1,
    more: object = {},
    others: readonly { readonly productId: string; readonly quantity: number }[] = [],
  ) => {
    const one = new Shopper({ url: enclave.url, key, storeId: world.storeId });
    const opened = await one.open([{ productId: product.id, quantity }, ...others]);
    const buyer = { name: 'Ayşe Yılmaz', email: 'ayse@example.com', phone: '+905321234567' };
    const { body } = await one.fill({ buyer, shippingAddress: address, method: 'card', ...more });
    return { one, id: opened.body.id as string, shown: body };
  };
  const begin = async (shopper: Awaited<ReturnType<typeof ready>>, more: object = {}) => {
    const { status, body } = await shopper.one.pay(shopper.shown.total, RETURN, more);
    if (status !== 201) throw new Error(`the payment was not begun: ${JSON.stringify(body)}`);
    return { id: body.payment.id as string, page: body.page as Page };
  };
  return {
    world,
    simulator,
    owner,
    product,
    enclave,
    ready,
    begin,
    step,
    walk: (page: Page, filled: Record<string, string> = {}) => walkThrough(page, RETURN, filled),
    /** Steps until there is nothing to be done by now. */
    async drive(paymentId: string): Promise<AttemptStep> {
      for (;;) {
        const stands = await step(paymentId);
        if (stands.waitMs !== 0) return stands;
      }
    },
    /** Brings what the browser came back with, while the workflow does its work. */
    async comeBack(one: Shopper, paymentId: string, brought: string) {
      let isBack = false;
      const coming = one.comeBack(paymentId, brought).finally(() => {
        isBack = true;
      });
      while (!isBack) {
        await step(paymentId);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return coming;
    },
    /** As if it had been begun, completed and given back so much earlier. */
    later: (seconds: number) =>
      world.sql(
        `UPDATE payment SET created_at = created_at - interval '${seconds} s', expires_at = expires_at - interval '${seconds} s',
           completed_at = completed_at - interval '${seconds} s', asked_at = asked_at - interval '${seconds} s',
           updated_at = updated_at - interval '${seconds} s', missing_since = missing_since - interval '${seconds} s'`,
      ),
    asked: (endpoint: string) => simulator.stats().endpoints[endpoint]?.processed ?? 0,
    refundsAt: async (): Promise<{ price: number }[]> =>
      (await control(simulator, 'GET', '/payments')).flatMap(({ refunds }: { refunds: object[] }) => refunds),
    orders: async () => (await world.read('orders.list')).items as { id: string }[],
    stock: async () => (await world.read('catalog.products.get', { params: { prd: product.id } })).stock as number,
    async close() {
      await stop();
      await world.close();
      await simulator.close();
    },
  };
}

export type AttemptShop = Awaited<ReturnType<typeof attemptShop>>;
