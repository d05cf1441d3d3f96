import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { listenOnce, Ports } from '../../src/supervisor/ports';

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
  const port = await new Ports((line) => said.push(line)).take('the API', busy);
  expect(port).not.toBe(busy);
  expect(await listenOnce(port)).toBe(port);
  expect(said.join()).toContain(`${busy}`);
  expect(said.join()).toContain(`the API uses ${port}`);
});

test('a free port is taken as it is, without a word, and only once', async () => {
  const said: string[] = [];
  const ports = new Ports((line) => said.push(line));
  const free = (await listenOnce(0)) ?? 0;
  expect(await ports.take('the API', free)).toBe(free);
  expect(said).toEqual([]);
  expect(await ports.take('Postgres', free)).not.toBe(free);
});

test('the port of the last run is preferred, unless somebody has it now', async () => {
  const ports = new Ports(() => {});
  const [last, wanted, busy] = [(await listenOnce(0)) ?? 0, (await listenOnce(0)) ?? 0, await occupied()];
  expect(await ports.take('Postgres', wanted, { last })).toBe(last);
  expect(await ports.take('Temporal', wanted, { last: busy })).toBe(wanted);
});

test('0 means any port that no outgoing connection is given', async () => {
  const said: string[] = [];
  const ports = new Ports((line) => said.push(line));
  const taken = await Promise.all(Array.from({ length: 20 }, () => ports.take('the API', 0)));
  expect(taken.filter((port) => port < 20_000 || port >= 32_768)).toEqual([]);
  expect(new Set(taken).size).toBe(20);
  expect(said).toEqual([]);
});

test('an address that this machine does not have is one sentence', async () => {
  await expect(new Ports(() => {}).take('the API', 0, { host: '203.0.113.7' })).rejects.toThrow(
    'Cannot listen on 203.0.113.7: EADDRNOTAVAIL.',
  );
});

test('a port that somebody states is had, or refused in one sentence', async () => {
  const ports = new Ports(() => {});
  const [free, busy] = [(await listenOnce(0)) ?? 0, await occupied()];
  expect(await ports.exactly('PORT', 'the API', free)).toBe(free);
  await expect(ports.exactly('PORT', 'the API', busy)).rejects.toThrow(
    `PORT says ${busy}, which is taken or not allowed: end what listens there, or say another port for the API (0: any free one).`,
  );
});
