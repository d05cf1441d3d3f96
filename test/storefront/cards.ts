import { stepAttempt } from '../../src/order/worker/attempt';
import { stays } from '../provider/payments';
import type { World } from '../world/world';

const settings = {
  iyzico: { secrets: { apiKey: 'demo-api-key', secretKey: 'demo-secret-key' }, config: {} },
  paytr: {
    secrets: { merchantKey: 'demo-merchant-key', merchantSalt: 'demo-merchant-salt' },
    config: { merchantId: '123456' },
  },
} as const;

/** Has a shop take cards at a simulated provider that its world knows. */
export async function takesCards(world: World, extension: keyof typeof settings): Promise<void> {
  const owner = { as: world.owner };
  const { secrets, config } = settings[extension];
  const { items } = await world.read('extensions.list');
  const { installed } = items.find(({ key }: { key: string }) => key === extension);
  if (installed === null) await world.done('extension.install', { extension }, owner);
  await world.done('extension.configure', { extension, config }, owner);
  for (const [key, value] of Object.entries(secrets)) await world.done('secret.set', { extension, key, value }, owner);
  await world.done('extension.enable', { extension }, owner);
}

export async function lastPayment({ database, storeId }: World): Promise<string> {
  const [row] = await database.reader(storeId).query<{ id: string }>('SELECT max(id) AS id FROM payment');
  return row?.id as string;
}

/** Brings a payment on, as its workflow does, until something is done. */
export async function whileDriven<T>(world: World, paymentId: string, work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const doing = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await stepAttempt(world.platform, { storeId: world.storeId, paymentId }, stays);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return doing;
}
