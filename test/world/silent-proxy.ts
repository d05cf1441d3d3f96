import type { AddressInfo } from 'node:net';
import net from 'node:net';

/** A TCP proxy before Postgres, or another server, whose connections can fall silent: packets vanish, and neither side is told. */
export interface SilentProxy {
  /** The same database, or other server, reached through the proxy. */
  through(url: string): string;
  /** Loses the next bytes to the server that contain `marker`, and everything after them on that connection, both ways. */
  loseQuestion(marker?: string): Promise<void>;
  /** Lets the next bytes to the server that contain `marker` pass, and loses every answer on that connection from then on. */
  loseAnswer(marker: string): Promise<void>;
  /** Lets the next bytes to the server that contain `marker` pass, swallows its answer, and resets the connection instead. */
  cutAnswer(marker: string): Promise<void>;
  /** From now on nothing passes, on any connection, as when the server's process is stopped. */
  freeze(): void;
  /** New connections pass again. Those of before have lost what was sent meanwhile. */
  thaw(): void;
  close(): Promise<void>;
}

interface Fault {
  readonly marker: Buffer;
  readonly loses: 'question' | 'answer' | 'connection';
  struck(): void;
}

export async function startSilentProxy(): Promise<SilentProxy> {
  const sockets = new Set<net.Socket>();
  let target: { host: string; port: number } | undefined;
  let fault: Fault | undefined;
  let frozen = false;
  const server = net.createServer((client) => {
    const upstream = net.connect(target as { host: string; port: number });
    let silent = false;
    let cut = false;
    client.on('data', (chunk) => {
      if (silent || frozen) return;
      if (fault && chunk.includes(fault.marker)) {
        cut = fault.loses === 'connection';
        silent = !cut;
        if (fault.loses !== 'question') upstream.write(chunk);
        fault.struck();
        fault = undefined;
        return;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (cut) client.resetAndDestroy();
      else if (!silent && !frozen) client.write(chunk);
    });
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        // An end is a packet like any other.
        if (!silent) peer.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const strike = (marker: string, loses: Fault['loses']): Promise<void> =>
    new Promise((struck) => {
      fault = { marker: Buffer.from(marker), loses, struck };
    });
  return {
    through(direct) {
      const url = new URL(direct);
      target = { host: url.hostname, port: Number(url.port) };
      url.port = String((server.address() as AddressInfo).port);
      return url.toString();
    },
    loseQuestion: (marker = '') => strike(marker, 'question'),
    loseAnswer: (marker) => strike(marker, 'answer'),
    cutAnswer: (marker) => strike(marker, 'connection'),
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
