import { isMainThread, Worker } from 'node:worker_threads';
import type { Drawn, ToDraw } from './renderer';

/**
 * Draws labels for the process that has started it, see renderer.ts. The renderer is a program in WebAssembly: while it works, this
 * thread hears nothing, and its memory has no limit of its own. So a second thread watches, and ends the process.
 */

const WATCHED_EACH_MS = 50;
/** A process that has drawn some usual labels takes 170 MiB. */
const RSS_MIB_MAX = 512;

/** The size of a label at which carriers read it, in mm, and the dots of a printer. */
const WIDTH_MM = 100;
const HEIGHT_MM = 130;
const DOTS_PER_MM = 8;

function watch(): void {
  const parent = process.ppid;
  setInterval(() => {
    const isOrphan = process.ppid !== parent;
    if (isOrphan || process.memoryUsage.rss() > RSS_MIB_MAX * 1024 * 1024) process.kill(process.pid, 'SIGKILL');
  }, WATCHED_EACH_MS);
}

/** A label is somebody else's text. What draws it has no way out. */
function closeNetwork(): void {
  for (const way of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, way);
  const closed = () => {
    throw new Error('the program that draws labels has no network');
  };
  const { Socket } = require('node:net') as typeof import('node:net');
  Socket.prototype.connect = closed;
  const udp = require('node:dgram') as typeof import('node:dgram');
  udp.Socket.prototype.send = closed;
}

function serve(): void {
  closeNetwork();
  new Worker(__filename);
  const tell = (message: object) => process.send?.(message);
  process.once('disconnect', () => process.exit());
  const { ready } = require('zpl-renderer-js') as typeof import('zpl-renderer-js');
  process.on('message', async ({ id, zpl }: ToDraw) => {
    const answer: Drawn = await ready
      .then(({ api }) => api.zplToBase64MultipleAsync(zpl, WIDTH_MM, HEIGHT_MM, DOTS_PER_MM))
      .then(
        (pictures) => ({ id, pictures }),
        (error: unknown) => ({ id, failure: error instanceof Error ? error.message : String(error) }),
      );
    tell(answer);
  });
  ready.then(
    () => tell({ ready: true }),
    () => process.exit(1),
  );
}

if (isMainThread) serve();
else watch();
