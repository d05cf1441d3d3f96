import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address that is known before the product listens, as that of a proxy in front of it. */
export class Door {
  private constructor(
    private readonly server: Server,
    /** Where the product can be reached. */
    readonly url: string,
  ) {}

  /** @param leadsTo the port on this machine where the product listens, once it does */
  static async open(leadsTo: () => number | undefined): Promise<Door> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.on('request', (from, to) => {
      const port = leadsTo();
      if (port === undefined) return void to.destroy();
      const { url: path, method, headers } = from;
      const on = request({ hostname: '127.0.0.1', port, path, method, headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('error', () => to.destroy()).pipe(to);
      });
      on.on('error', () => to.destroy());
      from.on('error', () => on.destroy()).pipe(on);
    });
    return new Door(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
