import { createServer, type Server } from 'node:http';
import { endAll } from './open-things';

test('what fails to end keeps nothing else open', async () => {
  const servers = [createServer(), createServer()];
  const close = (server: Server) => new Promise((resolve) => server.close(resolve));
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ended: string[] = [];
  const opened = [
    () => close(servers[0] as Server).then(() => ended.push('first')),
    async () => {
      throw new Error('an audit row tells of what was not written');
    },
    () => close(servers[1] as Server).then(() => ended.push('last')),
    async () => {
      throw new Error('the worker does not stop');
    },
  ];
  await expect(endAll(opened)).rejects.toThrow('the worker does not stop');
  expect([ended, servers.map(({ listening }) => listening), opened]).toEqual([['last', 'first'], [false, false], []]);
});
