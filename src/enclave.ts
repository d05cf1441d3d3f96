import path from 'node:path';
import type { Checkout } from './checkout/enclave/checkout';
import { fillingBody, openingBody, placingBody } from './checkout/enclave/fields';
import { sessionView } from './checkout/enclave/view';
import { Hooks } from './checkout/hook/hooks';
import { HookPool } from './checkout/hook/pool';
import type { Config } from './config';
import { HookBreaker } from './extension/hook/breaker';
import { CallLimits } from './kernel/limits/call-limits';
import type { Log } from './kernel/log';
import type { ProblemCode } from './kernel/problems';
import { listen } from './kernel/process/listening';
import { localUrl } from './kernel/process/local-url';
import { id, object, page, pageQuery, t } from './kernel/schema/schema';
import { buildId } from './meta/build';
import { FollowDesk } from './order/follow/desk';
import { findingBody, returningBody } from './order/follow/fields';
import { followedAt, followedOrder } from './order/follow/view';
import requestReturn from './order/order.return.request';
import { CardPayments } from './order/payment/desk';
import { begunPayment, comingBody, payingBody, paymentStanding } from './order/payment/fields';
import { information, PlacingDesk, placedOrder } from './order/placing/desk';
import { checkoutOf, type Platform } from './platform';
import { productRow, shownCategory, shownCollection, shownProduct, shownStore } from './store/storefront/shown';
import { Storefront } from './store/storefront/storefront';
import { ClientAddresses } from './surfaces/client-address';
import { createEnclaveApp, type EnclaveStep, type StepNames, step } from './surfaces/enclave';
import { throttle } from './surfaces/gate';
import { enclaveDocument } from './surfaces/openapi/enclave';
import { createServer } from './surfaces/server';

export interface Enclave {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** The tries at the orders of one e-mail. */
const FINDS_PER_MINUTE = 5;

const hookThread = path.join(__dirname, 'checkout', 'hook', 'thread.js');

/** Opens the listener of storefronts, where the settings want it. @param program the compiled program of the threads that run hooks @param threads see HookPool */
export async function openEnclave(
  platform: Platform,
  config: Config,
  log: Log,
  program = hookThread,
  threads?: number,
): Promise<Enclave | undefined> {
  const { checkoutPort, checkoutHost: host, checkoutKey: key, checkoutPerMinute, trustedProxies } = config;
  if (checkoutPort === undefined) return undefined;
  // Nothing waits for its threads but the steps that have hooks.
  const pool = new HookPool(program, threads);
  const { database, bus, services, deadlines } = platform;
  const hooks = new Hooks(pool, new HookBreaker(platform));
  const checkout = checkoutOf({ database, bus, services, hooks });
  const limits = new CallLimits(database.systemWriter);
  const tries = limits.limit('order_find', FINDS_PER_MINUTE);
  const steps = stepsOf({
    storefront: new Storefront(database),
    checkout,
    placing: new PlacingDesk({ database, checkout, digests: services.digests }),
    payments: new CardPayments({ bus, database, services, deadlines, checkout }),
    follow: new FollowDesk({
      database,
      bus,
      digests: services.digests,
      capabilities: services.capabilities,
      admitTry: (key) => throttle(tries, key, 'The orders of one e-mail may be looked for only so often.'),
    }),
  });
  const app = createEnclaveApp({
    steps,
    key,
    perStore: limits.limit('storefront', checkoutPerMinute),
    document: enclaveDocument(steps, buildId()),
    strict: platform.strict,
    log,
  });
  const server = createServer(app.callback(), new ClientAddresses(trustedProxies), {});
  const port = await listen(server, checkoutPort, host);
  return {
    port,
    url: localUrl(host, port),
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await Promise.all([pool.close(), limits.close()]);
    },
  };
}

interface Desks {
  readonly storefront: Storefront;
  readonly checkout: Checkout;
  readonly placing: PlacingDesk;
  readonly payments: CardPayments;
  readonly follow: FollowDesk;
}

/** Lists all that the listener of storefronts answers. */
export const stepsOf = ({ storefront, checkout, placing, payments, follow }: Desks): readonly EnclaveStep[] => [
  ...storefrontSteps(storefront),
  ...sessionSteps(checkout, placing),
  ...paymentSteps(payments),
  ...orderSteps(follow),
];

const ok = async (body: Promise<unknown>) => ({ status: 200, body: await body });

const ofStore = '/stores/{storeId}' as const;
const looked = { refuses: ['not_found'], tagged: true } as const;
const pagingQuery = object(pageQuery);

const storefrontSteps = (storefront: Storefront): EnclaveStep[] => [
  step({
    id: 'storefront.store',
    http: `GET ${ofStore}`,
    summary: 'The store, and who sells in it.',
    answers: { status: 200, schema: shownStore },
    ...looked,
    run: ({ storeId }) => ok(storefront.store(storeId)),
  }),
  step({
    id: 'storefront.products',
    http: `GET ${ofStore}/products`,
    summary: 'Active products, or those of one category, in the order of their handles.',
    query: object({
      ...pageQuery,
      category: t.Optional(id('cat')),
    }),
    answers: { status: 200, schema: page(productRow) },
    ...looked,
    run: ({ storeId, query }) => ok(storefront.page(storeId, 'product', query)),
  }),
  step({
    id: 'storefront.product',
    http: `GET ${ofStore}/products/{handle}`,
    summary: 'An active product with its description and all pictures.',
    answers: { status: 200, schema: shownProduct },
    ...looked,
    run: ({ storeId, handle }) => ok(storefront.one(storeId, 'product', handle)),
  }),
  step({
    id: 'storefront.collections',
    http: `GET ${ofStore}/collections`,
    summary: 'Active collections, in the order of their handles.',
    query: pagingQuery,
    answers: { status: 200, schema: page(shownCollection) },
    ...looked,
    run: ({ storeId, query }) => ok(storefront.page(storeId, 'collection', query)),
  }),
  step({
    id: 'storefront.collection',
    http: `GET ${ofStore}/collections/{handle}`,
    summary: 'An active collection.',
    answers: { status: 200, schema: shownCollection },
    ...looked,
    run: ({ storeId, handle }) => ok(storefront.one(storeId, 'collection', handle)),
  }),
  step({
    id: 'storefront.collection.products',
    http: `GET ${ofStore}/collections/{handle}/products`,
    summary: 'The active products of a collection, in the order that the shop gave them.',
    query: pagingQuery,
    answers: { status: 200, schema: page(productRow) },
    ...looked,
    run: ({ storeId, handle, query }) => ok(storefront.members(storeId, handle, query)),
  }),
  step({
    id: 'storefront.categories',
    http: `GET ${ofStore}/categories`,
    summary: 'Active categories, oldest first; `position` is their order of display.',
    query: pagingQuery,
    answers: { status: 200, schema: page(shownCategory) },
    ...looked,
    run: ({ storeId, query }) => ok(storefront.page(storeId, 'category', query)),
  }),
  step({
    id: 'storefront.category',
    http: `GET ${ofStore}/categories/{categoryId}`,
    summary: 'An active category.',
    answers: { status: 200, schema: shownCategory },
    ...looked,
    run: ({ storeId, categoryId }) => ok(storefront.one(storeId, 'category', categoryId)),
  }),
];

const ofSession = `${ofStore}/sessions/{sessionId}` as const;
const gone = ['not_found', 'session_expired', 'checkout_disabled'] as const;
/** Codes of all that can stand between a cart and its order. */
const unready = [
  ...gone,
  'cart_empty',
  'line_unavailable',
  'price_changed',
  'out_of_stock',
  'insufficient_stock',
  'qty_capped',
  'shipping_unavailable',
  'payment_unavailable',
  'digital_kapida_disallowed',
  'amount_mismatch',
  'order_rejected',
] as const satisfies readonly ProblemCode[];
const seen = { status: 200, schema: sessionView };

const sessionSteps = (checkout: Checkout, placing: PlacingDesk): EnclaveStep[] => [
  step({
    id: 'checkout.open',
    http: `POST ${ofStore}/sessions`,
    summary: 'Opens a session with what a shopper wants to buy, anew or after one that is over.',
    body: openingBody,
    answers: { status: 201, schema: sessionView },
    refuses: ['checkout_disabled', 'cart_empty', 'invalid_state', 'not_found', 'session_expired'],
    run: ({ storeId, body }) => checkout.open(storeId, body),
  }),
  step({
    id: 'checkout.show',
    http: `GET ${ofSession}`,
    summary: 'The session at the prices of now, or as it was ordered.',
    answers: seen,
    refuses: gone,
    run: ({ storeId, sessionId }) => checkout.show(storeId, sessionId),
  }),
  step({
    id: 'checkout.fill',
    http: `PATCH ${ofSession}`,
    summary: 'Fills in what the shopper has stated or chosen; what is left out stays.',
    body: fillingBody,
    answers: seen,
    refuses: [...gone, 'invalid_state', 'rev_conflict', 'coupon_unusable'],
    run: ({ storeId, sessionId, body }) => checkout.fill(storeId, sessionId, body),
  }),
  step({
    id: 'checkout.validate',
    http: `POST ${ofSession}/validate`,
    summary: 'Says what placing it would be refused for.',
    answers: seen,
    refuses: [...unready, 'invalid_state'],
    run: ({ storeId, sessionId }) => checkout.validate(storeId, sessionId),
  }),
  step({
    id: 'checkout.information',
    http: `GET ${ofSession}/information`,
    summary: 'The information form of what would be ordered now. The law wants it shown before the order.',
    answers: { status: 200, schema: information },
    refuses: [...unready, 'invalid_state'],
    run: ({ storeId, sessionId }) => placing.information(storeId, sessionId),
  }),
  step({
    id: 'checkout.place',
    http: `POST ${ofSession}/place`,
    summary: 'Makes the order at the total that the shopper has agreed to; placed twice it is one order.',
    body: placingBody,
    answers: { status: 200, schema: placedOrder },
    refuses: [...unready, 'rev_conflict'],
    run: ({ storeId, sessionId, body }) => placing.place(storeId, sessionId, body),
  }),
  step({
    id: 'checkout.order',
    http: `GET ${ofSession}/order`,
    summary: 'The order that the session has become, with what its shopper has to know of it.',
    answers: { status: 200, schema: placedOrder },
    refuses: ['not_found'],
    run: ({ storeId, sessionId }) => placing.order(storeId, sessionId),
  }),
];

const ofPayment = `${ofSession}/payments/{paymentId}` as const;
const standing = { status: 200, schema: paymentStanding };

const paymentSteps = (payments: CardPayments): EnclaveStep[] => [
  step({
    id: 'checkout.pay',
    http: `POST ${ofSession}/payments`,
    summary: 'Begins a payment by card: a page of the provider, or a card that was entered in the shop.',
    body: payingBody,
    answers: { status: 201, schema: begunPayment },
    refuses: [...unready, 'invalid_state', 'rev_conflict'],
    run: ({ storeId, sessionId, body }) => payments.begin(storeId, sessionId, body),
  }),
  step({
    id: 'checkout.payment',
    http: `GET ${ofPayment}`,
    summary: 'How a payment stands; with its order once there is one.',
    answers: standing,
    refuses: ['not_found'],
    run: (place) => payments.show(place),
  }),
  step({
    id: 'checkout.payment.callback',
    http: `POST ${ofPayment}/callback`,
    summary: 'Brings what the browser has come back with, as it came.',
    body: comingBody,
    answers: standing,
    refuses: ['not_found', 'payment_unavailable'],
    run: ({ body, ...place }) => payments.comeBack(place, body),
  }),
];

const ofOrder = `${ofStore}/orders/{orderId}/{orderKey}` as const;
const orderPlace = ({ storeId, orderId, orderKey: key }: StepNames) => ({ storeId, orderId, key });

const orderSteps = (follow: FollowDesk): EnclaveStep[] => [
  step({
    id: 'order.find',
    http: `POST ${ofStore}/orders`,
    summary: 'Finds the page of an order by its number and the e-mail of its buyer, who has lost its address.',
    body: findingBody,
    answers: { status: 200, schema: followedAt },
    refuses: ['not_found', 'throttled'],
    run: ({ storeId, body }) => follow.find(storeId, body),
  }),
  step({
    id: 'order.follow',
    http: `GET ${ofOrder}`,
    summary: 'An order as its buyer follows it: its state, parcels, returns and documents.',
    answers: { status: 200, schema: followedOrder },
    refuses: ['not_found'],
    run: (at) => follow.show(orderPlace(at)),
  }),
  step({
    id: 'order.document',
    http: `GET ${ofOrder}/documents/{belgeId}`,
    summary: 'A legal document of the order as the buyer got it.',
    answers: { status: 200, schema: information },
    refuses: ['not_found'],
    run: (at) => follow.document(orderPlace(at), at.belgeId),
  }),
  step({
    id: 'order.return',
    http: `POST ${ofOrder}/returns`,
    summary: 'Asks for a return of pieces of the order: a withdrawal, or a claim.',
    body: returningBody,
    answers: { status: 200, schema: object({ id: id('ret') }) },
    refuses: [...requestReturn.refuses, 'idempotency_conflict', 'idempotency_key_expired'],
    run: ({ body, ...at }) => follow.requestReturn(orderPlace(at), body),
  }),
];
