import { mkdir, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { noteOpen } from '../world/open-things';

/** A call that the program `sandbox` is asked for, held before the program hears of it, or after it has answered. */
export interface Point {
  readonly workspaceId: string;
  readonly path: string;
  readonly edge: 'before' | 'after';
}

const keyOf = ({ workspaceId, path, edge }: Point): string => `${workspaceId} ${path} ${edge}`;

export interface HeldSocket {
  hold(points: readonly Point[]): void;
  /** True once all points have been reached that are held. */
  reached(): boolean;
  missing(): string[];
  /** Lets go what is held, and holds nothing more. */
  release(): void;
  close(): Promise<void>;
}

/** Stands between the programs that ask for work in a sandbox and the program that does it. */
export async function openHeldSocket(listens: string, leads: string): Promise<HeldSocket> {
  const held = new Map<string, boolean>();
  let release = (): void => {};
  let released = Promise.resolve();
  const open = new Set<net.Socket>();
  const at = async (point: Point): Promise<void> => {
    const key = keyOf(point);
    if (!held.has(key)) return;
    held.set(key, true);
    await released;
  };
  const passOn = async (client: net.Socket): Promise<void> => {
    const { bytes, call, workspaceId } = await asked(client);
    const point = { path: call, workspaceId };
    await at({ ...point, edge: 'before' });
    const program = net.connect(leads);
    open.add(program);
    program.on('error', () => client.destroy());
    program.once('close', () => {
      open.delete(program);
      client.destroy();
    });
    client.once('close', () => program.destroy());
    if (client.destroyed) program.destroy();
    program.write(bytes);
    client.pipe(program);
    await new Promise((resolve) => program.once('readable', resolve));
    await at({ ...point, edge: 'after' });
    program.pipe(client);
  };
  const server = net.createServer((client) => {
    open.add(client);
    client.on('error', () => {});
    client.once('close', () => open.delete(client));
    passOn(client).catch(() => client.destroy());
  });
  await mkdir(path.dirname(listens), { recursive: true });
  await rm(listens, { force: true });
  await new Promise<void>((resolve) => server.listen(listens, resolve));
  return {
    hold(points) {
      for (const point of points) held.set(keyOf(point), false);
      released = new Promise((resolve) => {
        release = resolve;
      });
    },
    reached: () => [...held.values()].every(Boolean),
    missing: () => [...held].filter(([, isReached]) => !isReached).map(([key]) => key),
    release() {
      held.clear();
      release();
    },
    close: noteOpen(async () => {
      release();
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }),
  };
}

/** The head of a request, and its body where that names the place. */
async function asked(client: net.Socket): Promise<{ bytes: Buffer; call: string; workspaceId: string }> {
  let bytes = Buffer.alloc(0);
  const more = async (): Promise<void> => {
    for (;;) {
      const chunk = client.read() as Buffer | null;
      if (chunk !== null) {
        bytes = Buffer.concat([bytes, chunk]);
        return;
      }
      if (client.destroyed || client.readableEnded) throw new Error('it is gone');
      await new Promise((resolve) => {
        client.once('readable', resolve);
        client.once('close', resolve);
      });
    }
  };
  while (!bytes.includes('\r\n\r\n')) await more();
  const end = bytes.indexOf('\r\n\r\n') + 4;
  const head = bytes.subarray(0, end).toString('latin1');
  const { pathname, searchParams } = new URL(/^POST (\S+) /.exec(head)?.[1] ?? '/', 'http://sandbox');
  const stated = searchParams.get('place');
  const length = stated === null ? Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) : 0;
  while (bytes.length < end + length) await more();
  const place = stated ?? bytes.subarray(end, end + length).toString('utf8');
  return { bytes, call: pathname, workspaceId: /"workspaceId":"(\w+)"/.exec(place)?.[1] ?? '' };
}
