import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { providerHttp } from '../../src/provider/http';
import { notAnswered } from '../../src/provider/not-answered';
import { createWorld, type World } from '../world/world';
import { connectTrendyol } from './marketplace';

describe('a marketplace that does not answer', () => {
  let world: World;
  let url: string;
  const server = createServer((socket) => socket.destroy());
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    world = await createWorld({ environment: { TEZGAH_TRENDYOL_URL: url } });
    await connectTrendyol(world, { requestsPer10Seconds: 0 });
  });
  afterAll(async () => {
    await world.close();
    server.close();
  });
  const params = { ext: 'trendyol' };

  test('is told of in words, and in the log with what the network said', async () => {
    const warned = jest.spyOn(world.platform.services.log, 'warn');
    const { verdict, detail } = await world.read('channel.connect.test', { params });
    expect([verdict, detail]).toEqual(['unreachable', 'Trendyol did not answer: the connection broke off.']);
    const asked = world.read('channel.remote.products', { params });
    await expect(asked).rejects.toMatchObject({ detail: 'Trendyol did not answer: the connection broke off.' });
    expect(warned).toHaveBeenCalledTimes(2);
    const [[{ err, extension }]] = warned.mock.calls as unknown as [[{ err: Error; extension: string }]];
    expect([extension, (err.cause as Error).message]).toEqual(['trendyol', 'fetch failed']);
  });

  test.each([
    ['ENOTFOUND', 'its address was not found'],
    ['ECONNREFUSED', 'it refused the connection'],
    ['UND_ERR_CONNECT_TIMEOUT', 'no answer came in time'],
    ['ETIMEDOUT', 'no answer came in time'],
    ['CERT_HAS_EXPIRED', 'no secure connection came about'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'no secure connection came about'],
    ['EHOSTUNREACH', 'no way in the network leads there'],
    ['UND_ERR_SOCKET', 'the connection broke off'],
    ['ECONNRESET', 'the connection broke off'],
    ['HPE_INVALID_CONSTANT', 'the connection failed'],
  ])('says of %s that %s', (code, said) => {
    const error = Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('raw'), { code }) });
    expect(notAnswered('Bazaar', error).message).toBe(`Bazaar did not answer: ${said}.`);
    expect(notAnswered('Bazaar', error.cause).message).toBe(`Bazaar did not answer: ${said}.`);
  });

  test('says of a deadline that no answer came in time', async () => {
    const late = new DOMException('raw', 'TimeoutError');
    expect(notAnswered('Bazaar', late).message).toBe('Bazaar did not answer: no answer came in time.');
    const gone = providerHttp('Bazaar').getJson(url, { headers: {}, signal: new AbortController().signal });
    await expect(gone).rejects.toThrow('Bazaar did not answer: the connection broke off.');
  });
});
