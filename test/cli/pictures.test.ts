// tier: all
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { CellError } from '../../src/catalog/spreadsheet/errors';
import { bytesOfPicture } from '../../src/cli/catalog/pictures';
import { UPLOAD_BYTES_MAX } from '../../src/media/upload/limit';
import { ANYWHERE, allowedHost } from '../../src/provider/picture/hosts';
import { temporaryFolder } from '../supervisor/support';

describe('the picture of a table', () => {
  let server: Server;
  let port: number;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      asked.push(url);
      if (url === '/away') return response.writeHead(302, { location: 'http://169.254.169.254/secret' }).end();
      return response.end(Buffer.alloc(url === '/large' ? UPLOAD_BYTES_MAX + 1 : 3, 7));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const trusted = () => [{ origin: `http://127.0.0.1:${port}`, trusted: true }];
  const fault = async (address: string, hosts?: Parameters<typeof bytesOfPicture>[2]): Promise<string> => {
    const error = await bytesOfPicture(address, 'a.csv', hosts).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(CellError);
    return (error as Error).message;
  };

  test('is fetched from where it may be', async () => {
    const bytes = await bytesOfPicture(`http://127.0.0.1:${port}/a.png`, 'a.csv', trusted());
    expect([...bytes]).toEqual([7, 7, 7]);
  });

  test('is asked for at no address that is not public, by its digits or by its name', async () => {
    asked.length = 0;
    expect(await fault(`http://127.0.0.1:${port}/a.png`)).toContain('from which none are fetched');
    expect(await fault(`http://localhost:${port}/a.png`)).toContain('leads into a private network');
    expect(asked).toEqual([]);
  });

  test('is not followed to one, and has no more bytes than an upload may have', async () => {
    expect(await fault(`http://127.0.0.1:${port}/away`, trusted())).toContain('from which none are fetched');
    expect(await fault(`http://127.0.0.1:${port}/large`, trusted())).toContain('has more than');
  });
});

describe('the file of a picture', () => {
  const folder = temporaryFolder();

  test('is beside the table, wherever that is, also by links', async () => {
    const at = (name: string) => path.join(folder, name);
    mkdirSync(at('tablo/resim'), { recursive: true });
    mkdirSync(at('baska'));
    for (const name of ['tablo/resim/a.png', 'baska/gizli.png']) writeFileSync(at(name), Uint8Array.of(7));
    symlinkSync(at('baska/gizli.png'), at('tablo/link.png'));
    symlinkSync(at('baska'), at('tablo/link'));
    symlinkSync(at('tablo/resim/a.png'), at('tablo/own.png'));
    symlinkSync(at('tablo'), at('tablom'));
    for (const table of ['tablo/a.csv', 'tablom/a.csv']) {
      for (const name of ['resim/a.png', 'own.png'])
        await expect(bytesOfPicture(name, at(table))).resolves.toEqual(Uint8Array.of(7));
      for (const name of ['link.png', 'link/gizli.png', '../baska/gizli.png'])
        await expect(bytesOfPicture(name, at(table))).rejects.toThrow(`picture: ${name} is not beside the table`);
    }
    await expect(bytesOfPicture('none.png', at('tablo/a.csv'))).rejects.toThrow('picture: none.png cannot be read');
  });
});

test.each([
  ['https://cdn.example.com/a.png', true],
  ['http://cdn.example.com:8080/a.png', true],
  ['https://8.8.8.8/a.png', true],
  ['https://[2606:4700::1111]/a.png', true],
  ['http://10.0.0.1/a.png', false],
  ['http://2130706433/a.png', false],
  ['http://[::1]/a.png', false],
  ['http://[::ffff:10.0.0.1]/a.png', false],
  ['https://user:word@cdn.example.com/a.png', false],
  ['ftp://cdn.example.com/a.png', false],
  ['no address', false],
])('%s may be asked by who has no list: %s', (address, may) => {
  expect(allowedHost(ANYWHERE, address) !== undefined).toBe(may);
});
