import { createHash, timingSafeEqual } from 'node:crypto';
import { RateLimit } from '../kit/rate-limit';
import { type Simulator, type SimulatorOptions, startSimulator } from '../kit/server';
import type { Stats } from '../kit/statistics';
import { Addresses } from './addresses';
import { controlResources } from './control';
import { refusals, refused } from './errors';
import { type Hostility, hostility } from './hostility';
import { Labels } from './labels';
import { endpoints } from './routes';
import { Shipments } from './shipments';
import { Webhooks } from './webhooks';

const WINDOW_MS = 10_000;
export const ORGANIZATION_ID = '7d1f0c5e-0000-4000-8000-000000000001';

export interface GeliverSimulatorOptions extends SimulatorOptions {
  /** Default demo-token. */
  token?: string;
  /** What the account has paid in, in kuruş. Default 1,000,000. */
  balanceKurus?: number;
  /** Requests that one endpoint takes in ten seconds; 0 (default) is without limit: the provider documents none. */
  requestsPer10s?: number;
  /** Carriers that answer between one look and the next. Default 2. */
  offersPerLook?: number;
  /** References of parcels that a shop has asked for before the simulator began: of the first there are offers, the others are booked. */
  asked?: readonly string[];
}

export interface GeliverSimulator extends Simulator<Hostility> {
  stats(): Stats & {
    /** Shipments of which an offer was accepted. */
    shipmentsBooked: number;
    /** Of the account, in kuruş. */
    balanceKurus: number;
  };
}

/** Starts a server that speaks Geliver's API. */
export async function startGeliverSimulator(options: GeliverSimulatorOptions = {}): Promise<GeliverSimulator> {
  const {
    seed = 7,
    now = Date.now,
    token = 'demo-token',
    balanceKurus = 1_000_000,
    requestsPer10s = 0,
    offersPerLook = 2,
    asked = [],
  } = options;
  let aheadMs = 0;
  const clock = () => now() + aheadMs;
  const addresses = new Addresses(seed);
  const labels = new Labels();
  const webhooks = new Webhooks(seed);
  const moved = (shipment: Parameters<Webhooks['tell']>[0]): void => webhooks.tell(shipment);
  const shipments = new Shipments({ seed, now: clock, addresses, labels, moved, offersPerLook }, balanceKurus);
  const measures = () => ({ shipmentsBooked: shipments.booked, balanceKurus: shipments.balance });
  const simulator = await startSimulator(
    {
      prefix: '/api/v1',
      endpoints: endpoints({ organizationId: ORGANIZATION_ID, addresses, shipments, webhooks }),
      rateLimit: new RateLimit(requestsPer10s, WINDOW_MS),
      identify: ({ headers }) => {
        if (!isSame(headers.authorization ?? '', `Bearer ${token}`))
          throw refused(401, 'E1005', 'API anahtarı geçersiz.');
      },
      // A token is of one account, and no path names another.
      authorize: () => {},
      refusals,
      hostility,
      resources: {
        ...controlResources(shipments, (ms) => {
          aheadMs += ms;
        }),
        '/labels': labels.resource,
        '/webhooks': webhooks.resource,
      },
      measures,
      files: labels,
    },
    { ...options, seed, now: clock },
  );
  labels.origin = new URL(simulator.url).origin;
  prepare({ addresses, shipments }, asked);
  return { ...simulator, stats: () => ({ ...simulator.stats(), ...measures() }) };
}

/** A sender, and what was asked for from there; their ids follow from the seed. */
function prepare(
  { addresses, shipments }: { readonly addresses: Addresses; readonly shipments: Shipments },
  asked: readonly string[],
): void {
  if (asked.length === 0) return;
  const place = { countryCode: 'TR', cityCode: '34', cityName: 'İstanbul' };
  const sender = addresses.create(
    asJson({
      ...place,
      name: 'Kahve Dükkânı',
      phone: '+905321234567',
      email: 'depo@demo.tezgah.example',
      address1: 'Depo Sok. No: 4',
      districtName: 'Esenyurt',
      zip: '34510',
      shortName: 'tezgah-demo',
      isRecipientAddress: false,
    }),
  );
  const recipientAddress = { ...place, name: 'Zeynep Işık', phone: '+905051112233', address1: 'Çiçek Sok. No: 7 D: 4' };
  for (const [place, orderNumber] of asked.entries()) {
    const { id } = shipments.create(
      asJson({
        test: true,
        senderAddressID: sender.id,
        recipientAddress: { ...recipientAddress, districtName: 'Beşiktaş' },
        ...{ length: '30', width: '20', height: '12', weight: '1', distanceUnit: 'cm', massUnit: 'kg' },
        order: { sourceCode: 'API', orderNumber, totalAmount: '549.00', totalAmountCurrency: 'TRY' },
      }),
    );
    while (shipments.look(id).offers.percentageCompleted < 100);
    const [offer] = shipments.look(id).offers.list;
    if (place > 0 && offer) shipments.accept(offer.id);
  }
}

const asJson = (body: object): Buffer => Buffer.from(JSON.stringify(body));
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digestOf(given), digestOf(wanted));
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
