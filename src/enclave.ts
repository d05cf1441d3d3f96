import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Checkout } from './checkout/enclave/checkout';
import { fillingBody, openingBody, placingBody } from './checkout/enclave/fields';
import { Hooks } from './checkout/hook/hooks';
import { HookPool } from './checkout/hook/pool';
import type { Config } from './config';
import { HookBreaker } from './extension/hook/breaker';
import type { Log } from './kernel/log';
import { localUrl } from './kernel/process/local-url';
import { CardPayments } from './order/payment/desk';
import { comingBody, payingBody } from './order/payment/fields';
import type { Platform } from './platform';
import { ClientAddresses } from './surfaces/client-address';
import { createEnclaveApp, type Step, step } from './surfaces/enclave';
import { createServer } from './surfaces/server';

export interface Enclave {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

const hookThread = path.join(__dirname, 'checkout', 'hook', 'thread.js');

/** Opens the checkout on a listener of its own, where the settings want it. @param program the compiled program of the threads that run hooks */
export async function openEnclave(
  platform: Platform,
  config: Config,
  log: Log,
  program = hookThread,
): Promise<Enclave | undefined> {
  const { checkoutPort, checkoutHost: host, checkoutKey: key, trustedProxies } = config;
  if (checkoutPort === undefined) return undefined;
  const pool = new HookPool(program);
  await pool.ready;
  const { database, bus, services } = platform;
  const hooks = new Hooks(pool, new HookBreaker(platform));
  const checkout = new Checkout({
    database,
    bus,
    hooks,
    capabilities: services.capabilities,
    secretBox: services.secretBox,
  });
  const payments = new CardPayments({ bus, database, services, checkout });
  const app = createEnclaveApp({ steps: [...stepsOf(checkout), ...paymentSteps(payments)], key, log });
  const server = createServer(app.callback(), new ClientAddresses(trustedProxies), {});
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(checkoutPort, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: localUrl(host, port),
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await pool.close();
    },
  };
}

const at = '/stores/{storeId}/sessions/{sessionId}' as const;

const stepsOf = (checkout: Checkout): Step[] => [
  step({
    http: 'POST /stores/{storeId}/sessions',
    body: openingBody,
    run: ({ storeId, body }) => checkout.open(storeId, body.lines),
  }),
  step({ http: `GET ${at}`, run: ({ storeId, sessionId }) => checkout.show(storeId, sessionId) }),
  step({
    http: `PATCH ${at}`,
    body: fillingBody,
    run: ({ storeId, sessionId, body }) => checkout.fill(storeId, sessionId, body),
  }),
  step({ http: `POST ${at}/validate`, run: ({ storeId, sessionId }) => checkout.validate(storeId, sessionId) }),
  step({
    http: `POST ${at}/place`,
    body: placingBody,
    run: ({ storeId, sessionId, body }) => checkout.place(storeId, sessionId, body.total),
  }),
];

const ofPayment = `${at}/payments/{paymentId}` as const;

const paymentSteps = (payments: CardPayments): Step[] => [
  step({
    http: `POST ${at}/payments`,
    body: payingBody,
    run: ({ storeId, sessionId, body }) => payments.begin(storeId, sessionId, body),
  }),
  step({ http: `GET ${ofPayment}`, run: (place) => payments.show(place) }),
  step({
    http: `POST ${ofPayment}/callback`,
    body: comingBody,
    run: ({ body, ...place }) => payments.comeBack(place, body),
  }),
];
