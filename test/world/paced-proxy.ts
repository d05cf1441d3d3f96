import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 20;

/** Stands in front of a server, as a slow line does. */
export interface PacedProxy {
  readonly url: string;
  /** That are open. */
  readonly connections: number;
  /** From now on. @param bytesPerSecond of all connections together, there and back; 0: it stands still */
  pace(bytesPerSecond: number): void;
  close(): Promise<void>;
}

export async function startPacedProxy(of: string): Promise<PacedProxy> {
  const { hostname, port } = new URL(of);
  const sockets = new Set<Socket>();
  let perSecond = Number.POSITIVE_INFINITY;
  /** When what was let through so far has arrived. */
  let busyUntil = 0;
  const wait = async (bytes: number, on: Socket): Promise<void> => {
    while (perSecond === 0 && !on.destroyed) await sleep(TICK_MS);
    busyUntil = Math.max(busyUntil, performance.now()) + (bytes / perSecond) * 1_000;
    await sleep(busyUntil - performance.now());
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.add(near.once('close', () => sockets.delete(near)));
    const pass = async (from: Socket, to: Socket): Promise<void> => {
      for await (const chunk of from) {
        await wait((chunk as Buffer).length, from);
        to.write(chunk);
      }
      to.end();
    };
    pass(near, far).catch(() => far.destroy());
    pass(far, near).catch(() => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return sockets.size;
    },
    pace(bytesPerSecond) {
      perSecond = bytesPerSecond;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
