import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { careful } from '../../src/provider/careful';
import { type CargoAdapter, cargoTelling } from '../../src/provider/cargo-port';
import type { RemoteSettlement } from '../../src/provider/channel/finance';
import type { RemoteQuestion } from '../../src/provider/channel/question';
import { asItCame, blankerOf, type Telling } from '../../src/provider/discreet';
import { ProviderRefused } from '../../src/provider/error';
import { guarded } from '../../src/provider/guarded';
import { providerHttp } from '../../src/provider/http';
import { type PaymentAdapter, paymentTelling } from '../../src/provider/payment-port';
import { type ChannelAdapter, channelTelling, operations } from '../../src/provider/port';
import { TrendyolChannel } from '../../src/provider/trendyol/channel';
import { TrendyolClient } from '../../src/provider/trendyol/client';

const secrets = { apiKey: 'Anahtar+1/ş', apiSecret: 'gizli kelime?$' };
const { apiKey, apiSecret } = secrets;
const stays = new AbortController().signal;
const blank = blankerOf(Object.values(secrets));
const log = pino({ enabled: false });

/** An adapter of any port. */
const guardedBy = <A extends object>(
  adapter: Partial<A>,
  telling: Telling<A>,
  all = Object.keys(adapter) as (keyof A & string)[],
) =>
  guarded<A>(adapter, {
    operations: all,
    offered: all,
    guard: careful({ name: 'Bazaar', blank, log, storeId: 'str', ext: 'bazaar' }),
    telling,
    blank,
    lacking: (operation) => {
      throw new Error(`${operation} is lacking`);
    },
  });

const forms = [
  apiKey,
  apiSecret,
  `${apiKey}:${apiSecret}`,
  Buffer.from(apiSecret).toString('base64'),
  Buffer.from(`${apiKey}:${apiSecret}`).toString('base64'),
  encodeURIComponent(apiKey),
  encodeURIComponent(apiKey).toLowerCase(),
  new URLSearchParams({ apiSecret }).toString().slice('apiSecret='.length),
];

describe('what a marketplace says to a store that it knows the secrets of', () => {
  let server: Server;
  let status: number;
  let said: unknown;
  let adapter: TrendyolChannel;
  const discreet = () => guardedBy<ChannelAdapter>(adapter, channelTelling, [...operations]);
  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    adapter = new TrendyolChannel(
      new TrendyolClient(url, { sellerId: '1', integrator: 'x', ...secrets }, providerHttp('Trendyol')),
    );
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test.each(forms)('repeats nowhere %s', async (form) => {
    status = 401;
    said = { errors: [{ key: `key ${form}`, message: `Wrong: ${form}, sorry.` }] };
    const bare = await adapter.test(stays).catch((error: unknown) => error as ProviderRefused);
    expect(bare).toMatchObject({ message: `Trendyol refused: Wrong: ${form}, sorry.` });
    const error = await discreet()
      .test(stays)
      .catch((error: unknown) => error as ProviderRefused);
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(error).toMatchObject({
      status: 401,
      message: expect.stringMatching(/^Trendyol refused: Wrong: •••=*, sorry\.$/),
    });
    expect(`${(error as Error).stack} ${(error as ProviderRefused).code}`).not.toContain(form);
  });

  test('repeats none in a row that cannot be read, or cut off at the end of a message', async () => {
    status = 200;
    said = { totalElements: 1, content: [{ contentId: apiKey, title: `Cezve ${apiSecret}` }] };
    const { rows } = await discreet().products(null, 10, stays);
    expect(rows).toEqual([{ remoteId: '•••', title: 'Cezve •••', message: expect.any(String) }]);
    expect(blank(`Wrong: ${apiSecret.slice(0, 6)}`)).toBe('Wrong: •••');
    expect(blank('Wrong: nothing of it')).toBe('Wrong: nothing of it');
    expect(blankerOf(['', 'a'])('a text')).toBe('a text');
  });
});

describe('what other ports answer', () => {
  test('has no secret where a marketplace says why it refused an answer or a question, or describes a settlement', async () => {
    const refused = { text: apiKey, refusedAt: null, reason: `For ${apiSecret}` };
    const question = { questionId: apiKey, reason: apiKey, refusedAnswer: refused } as RemoteQuestion;
    const asked = guardedBy<Pick<ChannelAdapter, 'question'>>({ question: async () => question }, channelTelling);
    const blanked = { ...question, reason: '•••', refusedAnswer: { ...refused, reason: 'For •••' } };
    expect(await asked.question('1', stays)).toEqual(blanked);

    const row = { rowId: '1', description: `Key ${apiKey}` } as RemoteSettlement;
    const paid = guardedBy<Pick<ChannelAdapter, 'cargoCosts'>>({ cargoCosts: async () => [row] }, channelTelling);
    const [said] = await paid.cargoCosts({ invoiceId: '1', at: '2026-01-01T00:00:00Z' }, stays);
    expect(said).toMatchObject({ description: 'Key •••' });
  });

  test('is told as it is, whatever its fields are called', async () => {
    interface Orders {
      orders(signal: AbortSignal): Promise<{ rows: readonly object[]; message: string }>;
    }
    const answer = { rows: [{ orderId: apiKey }, { orderId: '2', message: `For you, ${apiSecret}` }], message: apiKey };
    const { orders } = guardedBy<Orders>({ orders: async () => answer }, { orders: asItCame });
    expect(await orders(stays)).toBe(answer);
  });

  test('has no secret where a provider says why a payment failed, or what it notes of a parcel', async () => {
    const failed = { state: 'failed', code: apiKey, message: `Wrong: ${apiKey}` } as const;
    const { readPayment } = guardedBy<PaymentAdapter>({ readPayment: async () => failed }, paymentTelling);
    const said = await readPayment({ reference: '1', handle: null }, stays);
    expect(said).toEqual({ ...failed, message: 'Wrong: •••' });

    const parcel = { state: null, at: null, code: apiKey, trackingNumber: apiKey, trackingUrl: null, labelled: false };
    const tracking = { ...parcel, place: null, note: `Left with ${apiSecret}` };
    const { track } = guardedBy<CargoAdapter>({ track: async () => tracking }, cargoTelling);
    expect(await track('1', stays)).toEqual({ ...tracking, note: 'Left with •••' });
  });
});
