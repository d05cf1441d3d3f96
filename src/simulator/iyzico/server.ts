import { isInteger, type Resources, record } from '../kit/control';
import { Notices } from '../kit/notices';
import { pages } from '../kit/pages';
import { roll } from '../kit/prng';
import { RateLimit } from '../kit/rate-limit';
import { type Simulator, type SimulatorOptions, startSimulator } from '../kit/server';
import { refusals } from './errors';
import { type Hostility, hostility } from './hostility';
import { Signer } from './keys';
import { Ledger } from './ledger';
import { mutate, PaymentNotices } from './payment-notices';
import { endpoints, type Shop } from './routes';
import { sandboxPages } from './sandbox';
import { lira } from './wire';

const MINUTE_MS = 60_000;
/** Requests of a minute (docs.iyzico.com, "Limitler"); others have none that anybody knows. */
const LIMITS: Readonly<Record<string, number>> = {
  'POST /payment/refund': 400,
  'POST /v2/payment/refund': 150,
  'POST /payment/cancel': 150,
};

export interface IyzicoSimulatorOptions extends SimulatorOptions {
  /** Default demo-api-key. */
  apiKey?: string;
  /** Default demo-secret-key. */
  secretKey?: string;
  /** How much later reports know, milliseconds. Default 0. */
  reportLagMs?: number;
  /** Whether requests are limited. Default true. */
  limited?: boolean;
  /** A payment whose money was taken before, by its reference, and how much it was, kuruş. Default: none. */
  taken?: { readonly reference: string; readonly amount: number };
  /** Where webhooks are posted. Default: nowhere. */
  notifyUrl?: string;
}

/** Starts a server that speaks iyzico's API, with the pages that a browser sees. */
export async function startIyzicoSimulator(options: IyzicoSimulatorOptions = {}): Promise<Simulator<Hostility>> {
  const { seed = 7, now = Date.now, reportLagMs = 0, limited = true } = options;
  const { apiKey = 'demo-api-key', secretKey = 'demo-secret-key', notifyUrl = null } = options;
  const signer = new Signer({ apiKey, secretKey });
  // As iyzico does it (docs.iyzico.com, "Webhook").
  const usual = { url: notifyUrl, afterMs: 10_000, retryMs: 15 * MINUTE_MS, triesMax: 3 };
  const notices = new Notices(
    { isTaken: (status) => status >= 200 && status < 300, mutate },
    { ...usual, copies: 1, mutated: false, hold: false },
  );
  const ledger = new Ledger(now, (n) => `${roll(seed, n, 1).toString(16)}-${n}`);
  if (options.taken) ledger.taken(options.taken.reference, options.taken.amount);
  const shop: Shop = { ledger, signer, told: new PaymentNotices(notices, signer, now), now, reportLagMs };
  const limits = new Map(Object.entries(LIMITS).map(([name, most]) => [name, new RateLimit(most, MINUTE_MS)]));
  const simulator = await startSimulator<Hostility>(
    {
      prefix: '',
      endpoints: endpoints(shop),
      rateLimit: { admits: (name, atMs) => !limited || (limits.get(name)?.admits(name, atMs) ?? true) },
      // What a request is signed with takes its body: the services look at it.
      identify: () => {},
      authorize: () => {},
      refusals,
      hostility,
      resources: {
        '/payments': paymentsResource(ledger),
        '/notices': notices.resource,
        '/reports': reports(shop),
        '/reviews': reviews(ledger),
      },
      measures: () => ({ payments: ledger.payments.length }),
      files: pages(sandboxPages(shop)),
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
    payments.map(({ id, conversationId, state, paidPrice, identityNumber, transactions, cancelled }) => ({
      id,
      conversationId,
      state,
      identityNumber,
      paidPrice: lira(paidPrice),
      cancelled: cancelled !== undefined,
      refunds: transactions.flatMap(({ transactionId, refunds }) =>
        refunds.map(({ conversationId: of, price }) => ({ transactionId, conversationId: of, price: lira(price) })),
      ),
    })),
});

const reports = (shop: Shop): Resources[string] => ({
  GET: () => ({ lagMs: shop.reportLagMs }),
  PUT: (body) => {
    const { lagMs } = record(body, 'The body', ['lagMs']);
    if (!isInteger(lagMs) || lagMs < 0) throw new RangeError('lagMs must be a whole number from 0.');
    shop.reportLagMs = lagMs;
    return { lagMs };
  },
});

const reviews = (ledger: Ledger): Resources[string] => ({
  GET: () => ({ fraudStatus: ledger.fraudStatus }),
  PUT: (body) => {
    const { fraudStatus } = record(body, 'The body', ['fraudStatus']);
    if (fraudStatus !== 1 && fraudStatus !== 0 && fraudStatus !== -1)
      throw new RangeError('fraudStatus must be 1, 0 or -1.');
    ledger.fraudStatus = fraudStatus;
    return { fraudStatus };
  },
});
