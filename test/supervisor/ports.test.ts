import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { signalTo } from '../../src/embedded/process';
import { startNodeProgram } from '../../src/supervisor/node-child';
import { anyFreePort, PortLost, Ports } from '../../src/supervisor/ports';
import { program } from './support';

const servers: Server[] = [];

async function occupied(): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test('a busy port moves to a free one and says so', async () => {
  const said: string[] = [];
  const busy = await occupied();
  const { port } = await new Ports((line) => said.push(line)).take('the API', busy);
  expect(port).not.toBe(busy);
  expect(said.join()).toContain(`${busy}`);
  expect(said.join()).toContain(`the API uses ${port}`);
});

test('a free port is taken as it is, without a word, and only once', async () => {
  const said: string[] = [];
  const ports = new Ports((line) => said.push(line));
  const free = await anyFreePort();
  expect(await ports.take('the API', free)).toMatchObject({ port: free });
  expect(said).toEqual([]);
  expect(await ports.take('Postgres', free)).not.toMatchObject({ port: free });
});

test('the port of the last run is preferred, unless somebody has it now', async () => {
  const ports = new Ports(() => {});
  const [last, wanted, busy] = [await anyFreePort(), await anyFreePort(), await occupied()];
  expect(await ports.take('Postgres', wanted, { last })).toMatchObject({ port: last });
  expect(await ports.take('Temporal', wanted, { last: busy })).toMatchObject({ port: wanted });
});

test('0 means any port that no outgoing connection is given', async () => {
  const said: string[] = [];
  const ports = new Ports((line) => said.push(line));
  const taken = await Promise.all(Array.from({ length: 20 }, () => ports.take('the API', 0)));
  expect(taken.filter(({ port }) => port < 20_000 || port >= 32_768)).toEqual([]);
  expect(new Set(taken.map(({ port }) => port)).size).toBe(20);
  expect(said).toEqual([]);
});

test('an address that this machine does not have is one sentence', async () => {
  await expect(new Ports(() => {}).take('the API', 0, { host: '203.0.113.7' })).rejects.toThrow(
    'Cannot listen on 203.0.113.7: EADDRNOTAVAIL.',
  );
});

test('a port that somebody states is had, or refused in one sentence', async () => {
  const ports = new Ports(() => {});
  const [free, busy] = [await anyFreePort(), await occupied()];
  expect(await ports.exactly('PORT', 'the API', free)).toMatchObject({ port: free });
  await expect(ports.exactly('PORT', 'the API', busy)).rejects.toThrow(
    `PORT says ${busy}, which is taken or not allowed: end what listens there, or say another port for the API (0: any free one).`,
  );
});

describe('a reserved port', () => {
  const isFree = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
  const answerAt = (port: number): Promise<string> =>
    fetch(`http://127.0.0.1:${port}`, { headers: { Connection: 'close' } }).then((answer) => answer.text());
  const quiet = { onSpawn: () => {}, onLine: () => {} };

  test('is nobody else’s before a child listens, while it does, and after it was killed', async () => {
    const reservation = await new Ports(() => {}).take('the API', 0);
    const { port } = reservation;
    expect(await isFree(port)).toBe(false);
    await expect(answerAt(port)).rejects.toThrow();

    const env = { ...process.env, PORT: String(port) };
    for (let round = 0; round < 2; round += 1) {
      const starting = startNodeProgram({ entry: program('address.cjs'), ports: [reservation], env }, quiet);
      expect(await isFree(port)).toBe(false);
      // Taken up by the child as soon as it listens.
      const early = answerAt(port);
      const child = await starting;
      expect(JSON.parse(await early)).toMatchObject({ pid: child.pid });
      signalTo(child.pid, 'SIGKILL');
      await child.exited;
      await reservation.hold();
      expect(await isFree(port)).toBe(false);
    }
    reservation.end();
    expect(await isFree(port)).toBe(true);
  });

  test('that somebody else has by now is told so, and no child is started', async () => {
    const reservation = await new Ports(() => {}).take('the API', 0);
    reservation.letGo();
    const stranger = createServer().listen(reservation.port, '127.0.0.1');
    servers.push(stranger);
    await once(stranger, 'listening');
    const onSpawn = jest.fn();
    const starting = startNodeProgram(
      { entry: program('address.cjs'), ports: [reservation], env: process.env },
      { ...quiet, onSpawn },
    );
    await expect(starting).rejects.toThrow(PortLost);
    expect(onSpawn).not.toHaveBeenCalled();
  });

  test('is handed to a server of this process', async () => {
    const reservation = await new Ports(() => {}).take('the UI', 0);
    const server = http.createServer((_, response) => response.end('ours'));
    servers.push(server);
    reservation.giveTo(server);
    expect(await answerAt(reservation.port)).toBe('ours');
  });
});
