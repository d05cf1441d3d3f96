import type dns from 'node:dns';
import { accepted } from '../../src/kernel/declaration/accepted';
import { imageTypes, readImage } from '../../src/media/image/signature';
import { REQUEST_MS } from '../../src/provider/deadlines';
import { fetchPicture, PictureLost } from '../../src/provider/picture/fetch';
import { allowedHost, pictureHosts } from '../../src/provider/picture/hosts';
import { isPublic, NotPublic, publicLookup } from '../../src/provider/picture/public-address';
import { type PictureFault, pictureFaults } from '../../src/simulator/trendyol/pictures';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';

const BYTES_MAX = 20 * 1024 * 1024;

let simulator: TrendyolSimulator;
let origin: string;
beforeAll(async () => {
  simulator = await startTrendyolSimulator();
  origin = new URL(simulator.url).origin;
});
afterAll(() => simulator.close());

async function spoil(fault: PictureFault | null): Promise<void> {
  const method = fault ? 'PUT' : 'DELETE';
  const answer = await fetch(`${origin}/__simulator/pictures`, {
    method,
    ...(fault && { body: JSON.stringify({ fault }) }),
  });
  expect(answer.status).toBe(200);
}

async function bytesOf(address: string, hosts = pictureHosts(origin)): Promise<Buffer> {
  const seen: { type?: string } = {};
  const bytes = fetchPicture(address, hosts, { bytesMax: BYTES_MAX, signal: new AbortController().signal });
  const takes = { types: imageTypes, bytesMax: BYTES_MAX, read: readImage, example: () => new Uint8Array() };
  const chunks: Uint8Array[] = [];
  for await (const chunk of accepted(takes, { bytes, stated: () => undefined }, 'The picture', seen))
    chunks.push(chunk);
  expect(seen.type).toBe('image/png');
  return Buffer.concat(chunks);
}

/** How it went wrong. */
async function lost(address: string, hosts = pictureHosts(origin)): Promise<string> {
  try {
    await bytesOf(address, hosts);
  } catch (error) {
    return error instanceof PictureLost ? error.kind : (error as { code: string }).code;
  }
  throw new Error('it came');
}

const picture = (content: number, at = 1) => `${origin}/mediacenter/${content}/${at}_org_zoom.jpg`;

it('fetches the same picture of the same address, by its bytes whatever its name says', async () => {
  const [first, again, other] = await Promise.all([bytesOf(picture(7)), bytesOf(picture(7)), bytesOf(picture(7, 2))]);
  expect(again.equals(first as Buffer)).toBe(true);
  expect(other.equals(first as Buffer)).toBe(false);
});

const outcomes: Readonly<Record<PictureFault, string>> = {
  missing: 'answer',
  away: 'away',
  slow: 'away',
  tooLarge: 'answer',
  endless: 'payload_too_large',
  notAnImage: 'unsupported_media_type',
  cut: 'away',
  bomb: 'payload_too_large',
  toPrivate: 'address',
  toOther: 'address',
  loop: 'answer',
};

it.each(pictureFaults)(
  'gives up a picture that is %s, with the reason, in bounded time',
  async (fault) => {
    await spoil(fault);
    const begun = Date.now();
    expect(await lost(picture(8))).toBe(outcomes[fault]);
    expect(Date.now() - begun).toBeLessThan(REQUEST_MS + 2_000);
    await spoil(null);
    await bytesOf(picture(8));
  },
  30_000,
);

it('stops when its caller does, with his reason', async () => {
  await spoil('slow');
  const stop = new AbortController();
  const why = new Error('the job was cancelled');
  setTimeout(() => stop.abort(why), 100);
  const bytes = fetchPicture(picture(9), pictureHosts(origin), { bytesMax: BYTES_MAX, signal: stop.signal });
  const read = async () => {
    for await (const _ of bytes);
  };
  await expect(read()).rejects.toThrow();
  expect(stop.signal.aborted).toBe(true);
  await spoil(null);
});

describe('the addresses that a picture may come from', () => {
  it.each([
    ['none', []],
    ['cdn.dsmcdn.com', [{ origin: 'https://cdn.dsmcdn.com', trusted: false }]],
    [
      'CDN.example.com, http://127.0.0.1:4010',
      [
        { origin: 'https://cdn.example.com', trusted: false },
        { origin: 'http://127.0.0.1:4010', trusted: true },
      ],
    ],
  ])('are read of %s', (raw, hosts) => expect(pictureHosts(raw)).toEqual(hosts));

  it.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    'https://a.example/path',
    'ftp://a.example',
    '*.example.com',
    'a.example:8443',
  ])('are not said by %s', (raw) => expect(() => pictureHosts(raw)).toThrow('names of hosts and origins'));

  it.each([
    ['https://cdn.example.com/1.jpg', true],
    ['https://CDN.example.com:443/1.jpg', true],
    ['http://cdn.example.com/1.jpg', false],
    ['https://cdn.example.com:8443/1.jpg', false],
    ['https://cdn.example.com.evil.example/1.jpg', false],
    ['https://cdn.example.com@evil.example/1.jpg', false],
    ['https://user:pass@cdn.example.com/1.jpg', false],
    ['https://127.0.0.1/1.jpg', false],
    ['//cdn.example.com/1.jpg', false],
    ['/mediacenter-stage3/1.jpg', false],
    ['file:///etc/passwd', false],
    ['data:image/png;base64,AAAA', false],
  ])('hold %s against the setting', (address, allowed) => {
    expect(allowedHost(pictureHosts('cdn.example.com'), address) !== undefined).toBe(allowed);
  });

  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...[
      '192.0.0.1',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
    ],
    ...['64:ff9b::7f00:1', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '2001::1'],
  ])('are not public as %s', (address) => expect(isPublic(address)).toBe(false));

  it.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'are public as %s',
    (address) => expect(isPublic(address)).toBe(true),
  );

  it('are those that were checked: one private address among those of a name is enough to connect to none', async () => {
    const looked = (...addresses: string[]): Promise<unknown> =>
      new Promise((resolve) => {
        const resolver = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          )) as unknown as typeof dns.lookup;
        publicLookup(resolver)('cdn.example.com', {}, (error, address) => resolve(error ?? address));
      });
    expect(await looked('8.8.8.8')).toBe('8.8.8.8');
    expect(await looked('8.8.8.8', '10.0.0.1')).toBeInstanceOf(NotPublic);
    expect(await looked('::1')).toBeInstanceOf(NotPublic);
    expect(await looked()).toBeInstanceOf(NotPublic);
  });

  it('are looked up by the connection itself: a name of the allowlist that leads home is refused', async () => {
    const { port } = new URL(origin);
    const hosts = [{ origin: `https://localhost:${port}`, trusted: false }];
    expect(await lost(`https://localhost:${port}/mediacenter/7/1_org_zoom.jpg`, hosts)).toBe('address');
  });
});
