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
  const { seed = 7, now = Date.now, token = 'demo-token', balanceKurus = 1_000_000, requestsPer10s = 0 } = options;
  let aheadMs = 0;
  const clock = () => now() + aheadMs;
  const addresses = new Addresses(seed);
  const labels = new Labels();
  const webhooks = new Webhooks(seed);
  const moved = (shipment: Parameters<Webhooks['tell']>[0]): void => webhooks.tell(shipment);
  const shipments = new Shipments({ seed, now: clock, addresses, labels, moved }, balanceKurus);
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
  return { ...simulator, stats: () => ({ ...simulator.stats(), ...measures() }) };
}

const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digestOf(given), digestOf(wanted));
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
