import type { Resources } from '../kit/control';
import { Notices } from '../kit/notices';
import { pages } from '../kit/pages';
import { roll } from '../kit/prng';
import { RateLimit } from '../kit/rate-limit';
import { type Simulator, type SimulatorOptions, startSimulator } from '../kit/server';
import { refusals } from './errors';
import { type Hostility, hostility } from './hostility';
import { Ledger } from './ledger';
import { mutate, PaymentNotices } from './payment-notices';
import { endpoints, pagesOf } from './routes';

const MINUTE_MS = 60_000;

export interface PaytrSimulatorOptions extends SimulatorOptions {
  /** Default 123456. */
  merchantId?: string;
  /** Default demo-merchant-key. */
  merchantKey?: string;
  /** Default demo-merchant-salt. */
  merchantSalt?: string;
  /** Requests that one service takes in a minute; PayTR names no number. 0, the default: no limit. */
  requestsPerMinute?: number;
  /** Where the shop is told of payments, as its panel at PayTR would say. Default: nowhere, and then no OK is waited for. */
  notifyUrl?: string;
}

/** Starts a server that speaks PayTR's API, with the page that a browser sees. */
export async function startPaytrSimulator(options: PaytrSimulatorOptions = {}): Promise<Simulator<Hostility>> {
  const { seed = 7, now = Date.now, requestsPerMinute = 0, notifyUrl = null } = options;
  const { merchantId = '123456', merchantKey = 'demo-merchant-key', merchantSalt = 'demo-merchant-salt' } = options;
  const keys = { merchantId, merchantKey, merchantSalt };
  const notices = new Notices(
    { isTaken: (status, body) => status === 200 && body.trim() === 'OK', mutate },
    { url: notifyUrl, afterMs: 0, retryMs: MINUTE_MS, triesMax: 60, copies: 1, mutated: false, hold: false },
  );
  const ledger = new Ledger(now, (n) => `${roll(seed, n, 2).toString(16)}x${n}`);
  const simulator = await startSimulator<Hostility>(
    {
      prefix: '',
      endpoints: endpoints(ledger, keys),
      rateLimit: new RateLimit(requestsPerMinute, MINUTE_MS),
      // What a request is signed with takes its body: the services look at it.
      identify: () => {},
      authorize: () => {},
      refusals,
      hostility,
      resources: { '/payments': paymentsResource(ledger), '/notices': notices.resource },
      measures: () => ({ payments: ledger.payments.length }),
      files: pages(pagesOf(ledger, new PaymentNotices(notices, keys))),
    },
    { ...options, seed, now },
  );
  return {
    ...simulator,
    async close() {
      notices.close();
      await simulator.close();
    },
  };
}

const paymentsResource = ({ payments }: Ledger): Resources[string] => ({
  GET: () =>
    payments.map(({ oid, state, total, instalments, notified, returns }) => ({
      oid,
      state,
      total,
      instalments,
      notified,
      returns: returns.map(({ reference, amount }) => ({ reference, amount })),
    })),
});
