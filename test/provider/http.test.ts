import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderThrottled, ProviderUnavailable } from '../../src/provider/error';
import { providerHttp } from '../../src/provider/http';

describe('what a provider answers', () => {
  let answer: { status?: number; headers?: OutgoingHttpHeaders; body?: string };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const http = providerHttp('Bazaar');
  const ask = (reads?: 'text') => {
    const { port } = server.address() as AddressInfo;
    const asking = { headers: {}, signal: new AbortController().signal, ...(reads ? { reads } : {}) };
    return http.postJson(`http://127.0.0.1:${port}`, {}, asking);
  };

  test.each([
    ['7330012345678901234', '7330012345678901234'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740991', 9007199254740991],
    ['1234567890123456.5', 1234567890123456.5],
    ['0.5000000000000000000000', 0.5],
    ['1e300', 1e300],
    ['"7330012345678901234"', '7330012345678901234'],
    ['"a \\"7330012345678901234\\\\"', 'a "7330012345678901234\\'],
    ['[7330012345678901234, {"7330012345678901234": 1}]', ['7330012345678901234', { '7330012345678901234': 1 }]],
  ])('says %s to the last digit', async (body, read) => {
    answer = { body };
    await expect(ask()).resolves.toEqual(read);
  });

  test.each(['OK', '<html>7330012345678901234</html>', '007330012345678901234', '', '"7330012345678901234'])(
    'is no answer where it is no JSON: %s',
    async (body) => {
      answer = { body };
      await expect(ask()).rejects.toBeInstanceOf(ProviderUnavailable);
    },
  );

  test('may be the status alone, or a word with it where the adapter knows that', async () => {
    answer = { status: 204 };
    await expect(ask()).resolves.toBeNull();
    await expect(ask('text')).resolves.toBe('');
    answer = { body: 'OK' };
    await expect(ask('text')).resolves.toBe('OK');
    answer = { status: 503, body: 'OK' };
    await expect(ask('text')).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test.each([
    ['60', 60_000],
    [undefined, 2_000],
    ['0', 2_000],
    ['soon', 2_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 2_000],
    ['999999999', 900_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 900_000],
  ])('is waited for as long as it says: Retry-After %s', async (retryAfter, waitMs) => {
    answer = { status: 429, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } };
    const error = await ask().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ProviderThrottled);
    expect((error as ProviderThrottled).waitMs).toBe(waitMs);
  });
});
