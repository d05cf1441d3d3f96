import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pictureAt } from '../../src/catalog/picture-at';
import { exampleImage } from '../../src/media/image/example';
import { openSite, type Site } from '../surfaces/site';

describe('the picture at an address', () => {
  let server: Server;
  let address: string;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.end(url === '/a.png' ? exampleImage() : '<p>No picture.</p>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test('is what its host serves, if that is a picture', async () => {
    const hosts = [{ origin: address, trusted: true }];
    const { bytes, type } = await pictureAt(`${address}/a.png`, hosts, 'str_1');
    expect([type, Buffer.from(bytes)]).toEqual(['image/png', Buffer.from(exampleImage())]);
    await expect(pictureAt(`${address}/page`, hosts, 'str_1')).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  });

  test('is brought with a few others at a time', async () => {
    let underWay = 0;
    let most = 0;
    const slow = createServer((_, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        response.end(exampleImage());
      }, 100);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const hosts = [{ origin, trusted: true }];
    const brought = Array.from({ length: 60 }, (_, at) =>
      pictureAt(`${origin}/${at}.png`, hosts, 'str_1').then(
        () => 'brought',
        ({ code }) => code,
      ),
    );
    const outcomes = await Promise.all(brought);
    expect(most).toBeLessThanOrEqual(4);
    expect(outcomes.filter((outcome) => outcome === 'brought')).toHaveLength(44);
    expect(outcomes.filter((outcome) => outcome === 'throttled')).toHaveLength(16);
    slow.close();
  });

  describe('over the API', () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite();
    });
    afterAll(() => site.close());

    test('is for owners alone, and never of the network of the operator', async () => {
      const session = await site.session();
      const before = asked.length;
      for (const unreachable of [`${address}/a.png`, 'http://169.254.169.254/latest', 'file:///etc/passwd', 'a.png']) {
        const { status, body } = await site.call('POST', '/v1/account/pictures', {
          session,
          body: { address: unreachable },
        });
        expect([unreachable, status, body.code]).toEqual([unreachable, 422, 'picture_lost']);
      }
      expect(asked).toHaveLength(before);
      const { token } = await site.mint('developer', ['catalog:write']);
      const refused = await site.call('POST', '/v1/account/pictures', { token, body: { address } });
      expect([refused.status, refused.body.code]).toEqual([403, 'owner_only']);
    });
  });
});
