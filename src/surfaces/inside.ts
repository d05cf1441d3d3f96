import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import type { ClientAddresses } from './client-address';
import { answerUnreadable } from './http';
import { createServer } from './server';

/** Knows the requests of sandboxes. A pass opens those alone, and no other credential does. */
export class InsideRequests {
  private readonly known = new WeakSet<IncomingMessage>();

  has(request: IncomingMessage): boolean {
    return this.known.has(request);
  }

  /** @param isReachable whether a command may ask for an address */
  marking(answer: RequestListener, isReachable: (url: string) => boolean): RequestListener {
    return (request, response) => {
      // The program that goes the way of commands has looked at it. Another one has no business here.
      if (!isReachable(request.url ?? '')) return answerUnreadable({ code: 'HPE_INVALID_URL' }, request.socket);
      this.known.add(request);
      answer(request, response);
    };
  }
}

/** Answers sandboxes on a socket that the user of this process alone may enter. It opens with the first command that is run. */
export class InsideListener {
  private opened: Promise<{ readonly server: Server; readonly socket: string }> | undefined;

  /** @param folder of the socket @param answer marks its requests */
  constructor(
    private readonly folder: string,
    private readonly answer: RequestListener,
    private readonly addresses: ClientAddresses,
  ) {}

  /** @returns its path */
  async socket(): Promise<string> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return (await this.opened).socket;
  }

  async close(): Promise<void> {
    const opened = await this.opened?.catch(() => undefined);
    if (!opened) return;
    await new Promise<void>((resolve) => {
      opened.server.close(() => resolve());
      opened.server.closeIdleConnections();
    });
    await rm(opened.socket, { force: true });
  }

  private async open() {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await chmod(this.folder, 0o700);
    await clear(this.folder);
    const socket = path.join(this.folder, `api-${randomBytes(4).toString('hex')}.sock`);
    const server = createServer(this.answer, this.addresses);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    await chmod(socket, 0o600);
    return { server, socket };
  }
}

/** Removes the sockets of processes that were killed. */
async function clear(folder: string): Promise<void> {
  const sockets = (await readdir(folder)).filter((name) => /^api-[0-9a-f]+\.sock$/.test(name));
  await Promise.all(
    sockets.map(async (name) => {
      const socket = path.join(folder, name);
      if (!(await answers(socket))) await rm(socket, { force: true });
    }),
  );
}

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => resolve(true));
    connection.once('error', () => resolve(false));
    connection.once('close', () => resolve(false));
    connection.once('connect', () => connection.destroy());
  });
