import { setting, url } from '../../../src/kernel/declaration/setting';
import { label, object, t } from '../../../src/kernel/schema/schema';
import { schemaErrors } from '../../../src/kernel/schema/validation';
import { hasReached } from '../../../src/provider/channel/read-back';
import { ProviderAnswerInvalid } from '../../../src/provider/error';
import type { ProviderHttp } from '../../../src/provider/http';
import type { ChannelAdapter, RemotePage, RemoteProduct } from '../../../src/provider/port';
import { provider as declared } from '../../../src/provider/provider';

/** What the marketplace answers; its prices are in lira, as text. */
const pageSchema = t.Object({
  count: t.Integer(),
  goods: t.Array(
    t.Object({ code: t.String(), name: t.String(), lira: t.String({ pattern: '^\\d+\\.\\d\\d$' }), left: t.Integer() }),
  ),
});

interface Good {
  readonly code: string;
  readonly name: string;
  readonly lira: string;
  readonly left: number;
}

const productOf = ({ code, name, lira, left }: Good): RemoteProduct => ({
  remoteId: code,
  title: name,
  description: '',
  brand: null,
  category: null,
  images: [],
  variants: [
    {
      barcode: code,
      sku: null,
      title: null,
      price: Number(lira.replace('.', '')),
      listPrice: null,
      stock: left,
      status: 'on_sale',
      remoteId: code,
      vatRate: 20,
      url: null,
    },
  ],
});

class Bazaar implements Pick<ChannelAdapter, 'test' | 'products'> {
  constructor(
    private readonly base: string,
    private readonly passphrase: string,
    private readonly http: ProviderHttp,
  ) {}

  async test(signal: AbortSignal): Promise<void> {
    await this.page(0, 1, signal);
  }

  async products(cursor: string | null, size: number, signal: AbortSignal): Promise<RemotePage> {
    const from = Number(cursor ?? 0);
    const { goods, count } = await this.page(from, size, signal);
    const next = from + goods.length;
    return { rows: goods.map(productOf), total: count, next: next < count ? String(next) : null };
  }

  private async page(from: number, size: number, signal: AbortSignal): Promise<{ count: number; goods: Good[] }> {
    const headers = { 'x-passphrase': this.passphrase };
    const page = await this.http.getJson(`${this.base}/goods?from=${from}&size=${size}`, { headers, signal });
    if (schemaErrors(pageSchema, page).length > 0) throw new ProviderAnswerInvalid('Bazaar answered no page.');
    return page as { count: number; goods: Good[] };
  }
}

const passphrase = { key: 'passphrase', label: 'Parola', english: 'Passphrase' };
const stall = label('Tezgâh', 'Stall')(t.String({ pattern: '^[a-z]{1,20}$' }));
const greeting = t.Optional(label('Karşılama', 'Greeting')(t.String({ maxLength: 20 })));

const first = {
  key: 'bazaar',
  name: 'Bazaar',
  kind: 'channel',
  version: '1.0.0',
  summary: 'İkinci pazaryeri.',
  english: 'A second marketplace.',
  secrets: [{ ...passphrase, required: false }],
  config: object({ place: stall }),
} as const;

const renamed = {
  from: '1.0.0',
  to: '1.1.0',
  lossless: true,
  steps: [{ rename: { from: 'place', to: 'stall' } }, { default: { field: 'greeting', value: 'Merhaba' } }],
};

/** All that the product is told of a second marketplace, which has been published three times. */
export const provider = declared({
  earlier: [first, { ...first, version: '1.1.0', config: object({ stall, greeting }), migrations: [renamed] }],
  manifest: {
    ...first,
    version: '2.0.0',
    scopes: ['orders:read'],
    personalData: ['name', 'address'],
    secrets: [passphrase],
    config: object({ stall }),
    migrations: [renamed, { from: '1.1.0', to: '2.0.0', lossless: false, steps: [{ drop: { field: 'greeting' } }] }],
  },
  settings: {
    url: setting('TEZGAH_BAZAAR_URL', 'https://bazaar.example', 'Base URL of Bazaar.', url('https:', 'http:')),
  },
  channel: {
    operations: ['test', 'products'],
    connect: ({ secrets, config }, { url }, http) =>
      new Bazaar(`${url}/${config.stall ?? config.place}`, secrets.passphrase ?? '', http),
    requestsPer10Seconds: () => 0,
    // It invoices what nobody has prepared, and shows by whom a package goes.
    packageActs: {
      invoiced: { states: ['created', 'invoiced'], stands: hasReached('invoiced') },
      carrier: { states: ['created'], stands: ({ own }, { carrier }) => own.carrier === carrier },
      box: { states: ['created'] },
    },
    verdicts: { 403: 'credentials_refused' },
  },
});
