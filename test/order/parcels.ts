import { stepBooking } from '../../src/order/worker/booking';
import { stepCancelling } from '../../src/order/worker/cancelling';
import type { ShipmentStep } from '../../src/order/worker/step';
import { stepTracking } from '../../src/order/worker/tracking';
import { type GeliverSimulatorOptions, startGeliverSimulator } from '../../src/simulator/geliver/server';
import { eventually } from '../world/eventually';
import { createWorld } from '../world/world';
import { orderOf } from './session';

/** What Geliver is asked for a booking. */
export const BOOK = 'POST /transactions';
export const CANCEL = 'DELETE /shipments/{shipmentId}';

const stays = new AbortController().signal;

interface Offer {
  readonly offerId: string;
  readonly carrier: string;
  readonly service: string;
  readonly price: number;
}

/** Whoever wants offers here is to have them at once: a shop looks again each half second. */
const ALL_OFFERS = 100;

/** A shop that sends its parcels by a simulated Geliver of its own. */
export async function cargoShop(options: GeliverSimulatorOptions = {}) {
  const simulator = await startGeliverSimulator({ offersPerLook: ALL_OFFERS, ...options });
  const { origin } = new URL(simulator.url);
  const world = await createWorld({
    environment: { TEZGAH_GELIVER_URL: simulator.url, TEZGAH_GELIVER_LABELS: origin },
  });
  const control = async (method: string, resource: string, body?: unknown) => {
    const answer = await fetch(`${origin}/__simulator${resource}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const at = async (path: string, body: object) => {
    const answer = await fetch(`${simulator.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo-token', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: { id: string } }).data;
  };
  const { id: senderAddressId } = await at('/addresses', {
    name: 'Kahve Tezgâhı',
    phone: '+905321234567',
    email: 'depo@kahvetezgahi.example',
    address1: 'Depo Sokak 4',
    countryCode: 'TR',
    cityCode: '34',
    districtName: 'Esenyurt',
    zip: '34510',
    shortName: 'depo-1',
    isRecipientAddress: false,
  });
  const owner = { as: world.owner };
  const extension = 'geliver';
  await world.done('extension.install', { extension }, owner);
  const secrets = { apiToken: 'demo-token', webhookSecret: 'webhook-secret-of-a-test' };
  for (const [key, value] of Object.entries(secrets)) await world.done('secret.set', { extension, key, value }, owner);
  await world.done('extension.configure', { extension, config: { senderAddressId } }, owner);
  await world.done('extension.enable', { extension }, owner);
  const cup = await world.done('catalog.product.create', { title: 'Fincan', price: 10_000, stock: 1_000 });
  const pot = await world.done('catalog.product.create', { title: 'Cezve', price: 30_000, stock: 1_000 });
  const order = (id: string) => world.read('orders.get', { params: { ord: id } });
  const shipmentOf = async (id: string) => (await order(id)).shipments.at(-1);
  const offers = (id: string, more: object = {}, as = world.developer) =>
    world.read('orders.cargo.offers', { as, params: { ord: id }, body: { extension, ...more } });
  const book = async (id: string, more: object = {}, as = world.developer) => {
    const quoted = await offers(id);
    const { offerId, carrier, service, price } = quoted.offers[0] as Offer;
    const body = { extension, reference: quoted.reference, offerId, carrier, service, price, ...more };
    return world.read('orders.cargo.book', { as, params: { ord: id }, body });
  };
  const step =
    (take: typeof stepBooking) =>
    (shipmentId: string): Promise<ShipmentStep> =>
      take(world.platform, { storeId: world.storeId, shipmentId }, stays);
  return {
    world,
    simulator,
    control,
    order,
    shipmentOf,
    offers,
    book,
    /** An order of two cups and a pot whose money has come. @returns its id */
    async paid(): Promise<string> {
      const wanted = [{ productId: cup.id, quantity: 2 }, { productId: pot.id }];
      const { id } = await orderOf(world, wanted, { terms: { method: 'transfer' } });
      await world.done('order.transfer.confirm', { orderId: id });
      return id;
    },
    async onDelivery(): Promise<string> {
      return (await orderOf(world, [{ productId: cup.id, quantity: 2 }])).id;
    },
    stepBooking: step(stepBooking),
    stepCancelling: step(stepCancelling),
    stepTracking: step(stepTracking),
    asks: () => simulator.stats().endpoints[BOOK]?.processed ?? 0,
    bookedAt: () => simulator.stats().shipmentsBooked,
    /** As if all of it had been asked for so much earlier. */
    later: (seconds: number) =>
      world.sql(
        `UPDATE order_shipment SET asked_at = asked_at - interval '${seconds} s', state_at = state_at - interval '${seconds} s',
         missing_since = missing_since - interval '${seconds} s'`,
      ),
    ended: (id: string, ms = 60_000) =>
      eventually(async () => {
        const shipment = await shipmentOf(id);
        return ['booking', 'cancelling'].includes(shipment.state) ? undefined : shipment;
      }, ms),
    async close() {
      await world.close();
      await simulator.close();
    },
  };
}

export type CargoShop = Awaited<ReturnType<typeof cargoShop>>;
