import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { DatabaseAway } from '../../src/kernel/database/connection';
import { Database } from '../../src/kernel/database/database';

/** A message of the protocol of Postgres. */
const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const authenticated = message('R', Buffer.from([0, 0, 0, 0]));
const ready = message('Z', Buffer.from('I'));
const ended = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

describe('a Postgres that is killed as it lets somebody in', () => {
  let server: Server;
  beforeAll(async () => {
    // A proxy, or a busy machine, may bring both in one piece.
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, ended])));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('is told as away by what is asked next, and ends no process', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('uncaughtException', hear);
    const url = `postgres://x:y@127.0.0.1:${(server.address() as AddressInfo).port}/z`;
    const asked = Database.open({ url, poolSize: 1, applicationName: 'tezgah-test' }).then(async (database) => {
      await database.system.query('SELECT 1').finally(() => database.close());
    });
    await expect(asked).rejects.toBeInstanceOf(DatabaseAway);
    process.off('uncaughtException', hear);
    expect(unheard).toEqual([]);
  });
});
