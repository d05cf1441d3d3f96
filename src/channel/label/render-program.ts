import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { PNG_PIXELS_MAX } from './png';
import { type Drawn, type DrawnPage, ENDED_BY, type ToDraw } from './program';

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

/** The dots of a page of a document a point: twice those of a printer. */
const DOTS_PER_POINT = (2 * DOTS_PER_MM * 25.4) / 72;
/** A label of many boxes has some pages; more are no label. */
const PAGES_MAX = 20;

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

/** Loads what draws pictures; a file is what its loader takes it for, so all other loaders stay out. */
function openSharp(): typeof import('sharp') {
  const sharp = require('sharp') as typeof import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] });
  return sharp;
}

/** Draws a picture once more. A label is printed on white, and most readers know a PNG of eight bits without transparency best. */
async function redrawn(sharp: typeof import('sharp'), picture: string): Promise<string> {
  const read = sharp(Buffer.from(picture, 'base64'), { failOn: 'error', limitInputPixels: PNG_PIXELS_MAX });
  const drawn = await read.flatten({ background: '#ffffff' }).toColourspace('srgb').png().toBuffer();
  return drawn.toString('base64');
}

/**
 * Draws the pages of a document. Each dot of a printer of 8 dots a millimetre is four of them, so its bars stay as wide as they are.
 * @throws where it is no document, has no page or too many
 */
async function pagesOf(sharp: typeof import('sharp'), pdf: string): Promise<DrawnPage[]> {
  const { PDFiumLibrary } = require('@hyzyla/pdfium') as typeof import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(Buffer.from(pdf, 'base64'));
  if (document.getPageCount() > PAGES_MAX) throw new Error(`it has more than ${PAGES_MAX} pages`);
  const pages: DrawnPage[] = [];
  for (const page of document.pages()) {
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    const most = Math.sqrt(PNG_PIXELS_MAX / Math.max(1, width * height));
    const { data } = await page.render({
      scale: Math.min(DOTS_PER_POINT, most),
      render: async ({ data, width, height }) => {
        const raw = sharp(data, { raw: { width, height, channels: 4 } });
        return raw.flatten({ background: '#ffffff' }).toColourspace('b-w').png().toBuffer();
      },
    });
    pages.push({ png: Buffer.from(data).toString('base64'), width, height });
  }
  document.destroy();
  library.destroy();
  return pages;
}

function serve(): void {
  closeNetwork();
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  new Worker(__filename, { workerData: begun });
  const tell = (message: object) => process.send?.(message);
  process.once('disconnect', () => process.exit());
  const { ready } = require('zpl-renderer-js') as typeof import('zpl-renderer-js');
  let sharp: typeof import('sharp') | undefined;
  const answerOf = async (work: ToDraw): Promise<{ pictures: readonly string[] } | { pages: readonly DrawnPage[] }> => {
    if ('zpl' in work)
      return { pictures: await (await ready).api.zplToBase64MultipleAsync(work.zpl, WIDTH_MM, HEIGHT_MM, DOTS_PER_MM) };
    sharp ??= openSharp();
    if ('pdf' in work) return { pages: await pagesOf(sharp, work.pdf) };
    return { pictures: [await redrawn(sharp, 'png' in work ? work.png : work.jpeg)] };
  };
  process.on('message', async (work: ToDraw) => {
    const { id } = work;
    Atomics.store(begun, 0, cpuMs());
    const answer: Drawn = await answerOf(work).then(
      (drawn) => ({ id, ...drawn }),
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
