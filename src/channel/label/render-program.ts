import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { PNG_PIXELS_MAX } from './png';
import { type Drawn, ENDED_BY, type ToDraw } from './program';

/**
 * Draws labels for the process that has started it, see renderer.ts. The renderer is a program in WebAssembly: while it works, this
 * thread hears nothing, and its memory has no limit of its own. So a second thread watches, and ends the process by a signal that says why.
 */

const WATCHED_EACH_MS = 50;
/** A process that has drawn some usual labels takes 170 MiB. */
const RSS_MIB_MAX = 512;
/** The processor time of one label; most take a twentieth. On a machine that has none to give it lasts, and nobody blames the label. */
const DRAW_CPU_MS = 5_000;

/** The size of a label at which carriers read it, in mm, and the dots of a printer. */
const WIDTH_MM = 100;
const HEIGHT_MM = 130;
const DOTS_PER_MM = 8;

/** The processor time of the process so far, in ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return Math.ceil((user + system) / 1_000);
}

/** @param begun the processor time at which the label was begun that is being drawn; 0: none is */
function watch(begun: Int32Array): void {
  const parent = process.ppid;
  setInterval(() => {
    const end = (signal: NodeJS.Signals) => process.kill(process.pid, signal);
    const begunMs = Atomics.load(begun, 0);
    if (process.ppid !== parent) end('SIGKILL');
    else if (process.memoryUsage.rss() > RSS_MIB_MAX * 1024 * 1024) end(ENDED_BY.memory);
    else if (begunMs > 0 && cpuMs() - begunMs > DRAW_CPU_MS) end(ENDED_BY.cpu);
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

/** @returns draws a PNG once more; a file is what its loader takes it for, so all other loaders stay out */
function redrawing(): (png: string) => Promise<string> {
  const sharp = require('sharp') as typeof import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPng'] });
  return async (png) => {
    const picture = sharp(Buffer.from(png, 'base64'), { failOn: 'error', limitInputPixels: PNG_PIXELS_MAX });
    // A label is printed on white, and most readers know a PNG of eight bits without transparency best.
    const drawn = await picture.flatten({ background: '#ffffff' }).toColourspace('srgb').png().toBuffer();
    return drawn.toString('base64');
  };
}

function serve(): void {
  closeNetwork();
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  new Worker(__filename, { workerData: begun });
  const tell = (message: object) => process.send?.(message);
  process.once('disconnect', () => process.exit());
  const { ready } = require('zpl-renderer-js') as typeof import('zpl-renderer-js');
  let redraw: ReturnType<typeof redrawing> | undefined;
  const picturesOf = async (work: ToDraw): Promise<readonly string[]> => {
    if ('zpl' in work) return (await ready).api.zplToBase64MultipleAsync(work.zpl, WIDTH_MM, HEIGHT_MM, DOTS_PER_MM);
    redraw ??= redrawing();
    return [await redraw(work.png)];
  };
  process.on('message', async (work: ToDraw) => {
    const { id } = work;
    Atomics.store(begun, 0, cpuMs());
    const answer: Drawn = await picturesOf(work).then(
      (pictures) => ({ id, pictures }),
      (error: unknown) => ({ id, failure: error instanceof Error ? error.message : String(error) }),
    );
    Atomics.store(begun, 0, 0);
    tell(answer);
  });
  ready.then(
    () => tell({ ready: true }),
    () => process.exit(1),
  );
}

if (isMainThread) serve();
else watch(workerData as Int32Array);
