import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { blankerOf, discreet } from '../../src/provider/discreet';
import { ProviderRefused } from '../../src/provider/error';
import { guarded } from '../../src/provider/guarded';
import { providerHttp } from '../../src/provider/http';
import { type ChannelAdapter, operations } from '../../src/provider/port';
import { TrendyolChannel } from '../../src/provider/trendyol/channel';
import { TrendyolClient } from '../../src/provider/trendyol/client';

const secrets = { apiKey: 'Anahtar+1/ş', apiSecret: 'gizli kelime?$' };
const { apiKey, apiSecret } = secrets;
const stays = new AbortController().signal;
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
  const careful = () =>
    guarded<ChannelAdapter>(adapter, {
      operations,
      offered: operations,
      guard: discreet(secrets),
      lacking: (operation) => {
        throw new Error(`${operation} is lacking`);
      },
    });
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
    const error = await careful()
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
    const { rows } = await careful().products(null, 10, stays);
    expect(rows).toEqual([{ remoteId: '•••', title: 'Cezve •••', message: expect.any(String) }]);
    const blank = blankerOf(Object.values(secrets));
    expect(blank(`Wrong: ${apiSecret.slice(0, 6)}`)).toBe('Wrong: •••');
    expect(blank('Wrong: nothing of it')).toBe('Wrong: nothing of it');
    expect(blankerOf(['', 'a'])('a text')).toBe('a text');
  });
});
