import type { AddressInfo, Server } from 'node:net';

/** Says which descriptor of this process listens on which port already, as `4000:4,9464:5`. */
export const SOCKETS = 'TEZGAH_SOCKETS';

/**
 * Listens on the port; 0: any free one. Under a supervisor the port was reserved before this process began: the socket came with the
 * process, so nobody else was able to listen there in the meantime.
 * @returns the port
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  const descriptor = inherited(port);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Another program listens on port ${port} of ${host}: end it, or set another port.`)
          : error,
      ),
    );
    if (descriptor === undefined) server.listen(port, host, resolve);
    else server.listen({ fd: descriptor }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

function inherited(port: number): number | undefined {
  const pairs = (process.env[SOCKETS] ?? '').split(',').map((pair) => pair.split(':').map(Number));
  return pairs.find(([of]) => of === port && port !== 0)?.[1];
}
