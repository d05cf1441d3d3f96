import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { flawOfPng, PICTURE_BYTES_MAX } from './png';
import { type Drawn, ENDED_BY, type ToDraw, type Work } from './program';
import { flawOfZpl, withAllLetters } from './zpl';

/** A label that cannot be drawn. The message is one for people: "its ZPL holds a NUL character". */
export class LabelUndrawable extends Error {}

/** This machine had no time for the label, or ended the program that draws: the label itself may be good. */
export class LabelLate extends Error {}

/** The folders in which the program may be: this one, and in tests that of the build. */
const places = [__dirname, path.join(__dirname, '../../../dist/src/channel/label')];

/** The patience of a caller with this machine. A label is bounded by its processor time, see render-program.ts. */
const PATIENCE_MS = 30_000;
/** Signals by which a machine, or its operator, ends a program. */
const outside: readonly unknown[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];
/** A process takes 170 MiB: without work it ends. */
const IDLE_MS = 30_000;

/** A PDF of a label has some 50 KiB. */
const PDF_BYTES_MAX = 5 * 1024 * 1024;

type Answered = Exclude<Drawn, { readonly failure: string }>;

/** A label as a picture on a sheet of that size, in points. */
export interface LabelPage {
  readonly png: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

const bytesIn = (base64: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64, 'base64'));

const picturesIn = (answer: Answered): Uint8Array<ArrayBuffer>[] =>
  'pictures' in answer ? answer.pictures.map(bytesIn) : [];

interface Running {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  /** Settles never but with an error: the process has ended. */
  readonly ended: Promise<never>;
}

/**
 * Draws labels of ZPL or PNG in a process of its own, one at a time. It starts with the first label and ends when there was none for a while.
 * Stores take turns: one that wants many labels holds up no other by more than the label that is being drawn, and one of each store.
 * After a label that it could not draw, another process draws the next one: an instance that ran out of memory stays dead.
 */
export class LabelRenderer {
  private running: Running | undefined;
  /** Labels to draw by store; the store whose turn is next comes first. */
  private readonly waiting = new Map<string, (() => Promise<void>)[]>();
  private isDrawing = false;
  private idle: NodeJS.Timeout | undefined;
  private drawn = 0;

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  /** The process that draws, for tests; undefined: there is none. */
  get pid(): number | undefined {
    return this.running?.child.pid;
  }

  /**
   * @param storeId the store whose turn the drawing takes
   * @returns a PNG for each label of the text
   * @throws {LabelUndrawable}, {LabelLate}
   */
  async draw(zpl: string, storeId: string): Promise<Uint8Array<ArrayBuffer>[]> {
    const flaw = flawOfZpl(zpl);
    if (flaw) throw new LabelUndrawable(flaw);
    return picturesIn(await this.inTurn(storeId, () => ({ zpl: withAllLetters(zpl) })));
  }

  /**
   * Draws a PNG once more, so that its next reader reads bytes of this product: some readers end or hang with their process.
   * @param storeId the store whose turn the drawing takes
   * @throws {LabelUndrawable}, {LabelLate}
   */
  async redraw(png: Buffer, storeId: string): Promise<Uint8Array<ArrayBuffer>> {
    const flaw = flawOfPng(png);
    if (flaw) throw new LabelUndrawable(flaw);
    return this.redrawn({ png: png.toString('base64') }, storeId);
  }

  /** Draws a JPEG as a PNG. @throws {LabelUndrawable}, {LabelLate} */
  async redrawJpeg(jpeg: Buffer, storeId: string): Promise<Uint8Array<ArrayBuffer>> {
    if (jpeg.length > PICTURE_BYTES_MAX) throw new LabelUndrawable('it is too large');
    return this.redrawn({ jpeg: jpeg.toString('base64') }, storeId);
  }

  /**
   * Draws the pages of a document as pictures: a document of somebody else may do more than show something, and a picture does not.
   * @param storeId the store whose turn the drawing takes
   * @throws {LabelUndrawable}, {LabelLate}
   */
  async pages(pdf: Buffer, storeId: string): Promise<LabelPage[]> {
    if (pdf.length > PDF_BYTES_MAX) throw new LabelUndrawable(`it has more than ${PDF_BYTES_MAX / 1024 / 1024} MiB`);
    const drawn = await this.inTurn(storeId, () => ({ pdf: pdf.toString('base64') }));
    return ('pages' in drawn ? drawn.pages : []).map(({ png, width, height }) => ({
      png: bytesIn(png),
      width,
      height,
    }));
  }

  private async redrawn(work: Work, storeId: string): Promise<Uint8Array<ArrayBuffer>> {
    const [picture] = picturesIn(await this.inTurn(storeId, () => work));
    return picture as Uint8Array<ArrayBuffer>;
  }

  /** Ends the process that draws. */
  end(): void {
    clearTimeout(this.idle);
    this.running?.child.kill('SIGKILL');
    this.running = undefined;
  }

  private inTurn(storeId: string, work: () => Work): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const draw = () => this.drawNow(work).then(resolve, reject);
      const own = this.waiting.get(storeId);
      if (own) own.push(draw);
      else this.waiting.set(storeId, [draw]);
      if (!this.isDrawing) void this.drawAll();
    });
  }

  private async drawAll(): Promise<void> {
    this.isDrawing = true;
    for (let [next] = this.waiting; next; [next] = this.waiting) {
      const [storeId, own] = next;
      await own.shift()?.();
      // A store that came meanwhile is served before the next label of this one.
      this.waiting.delete(storeId);
      if (own.length > 0) this.waiting.set(storeId, own);
    }
    this.isDrawing = false;
  }

  private async drawNow(work: () => Work): Promise<Answered> {
    const wanted = work();
    clearTimeout(this.idle);
    const running = await this.started();
    try {
      const answer = await this.answerOf(running, wanted);
      if ('failure' in answer) throw new LabelUndrawable(`the renderer refuses it: ${answer.failure}`);
      const { length } = 'pages' in answer ? answer.pages : answer.pictures;
      if (length === 0) throw new LabelUndrawable('it holds no label');
      this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
      return answer;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  private async started(): Promise<Running> {
    const { child } = this.running ?? {};
    if (child?.exitCode !== null || child.signalCode !== null) this.running = start();
    const running = this.running as Running;
    try {
      await within(this.patienceMs, [running.ready, running.ended]);
    } catch (error) {
      // A program that starts slowly goes on with it: the next label finds it further.
      if (error instanceof LabelLate) this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
      else this.end();
      throw error;
    }
    return running;
  }

  private answerOf({ child, ended }: Running, work: Work): Promise<Drawn> {
    const id = ++this.drawn;
    const answered = new Promise<Drawn>((resolve) => {
      const hear = (message: unknown) => {
        if ((message as Drawn).id !== id) return;
        child.off('message', hear);
        resolve(message as Drawn);
      };
      child.on('message', hear);
      // A program that cannot be told has ended, and says so by that.
      child.send({ id, ...work } satisfies ToDraw, () => undefined);
    });
    const died = ended.catch(() => {
      const { signalCode } = child;
      if (outside.includes(signalCode)) throw new LabelLate('The program that draws labels was ended.');
      const takes = signalCode === ENDED_BY.cpu ? 'processor time' : 'memory';
      throw new LabelUndrawable(`to draw it takes more ${takes} than a label may, or breaks the renderer`);
    });
    return within(this.patienceMs, [answered, died]);
  }
}

function start(): Running {
  const program = places.map((place) => path.join(place, 'render-program.js')).find((file) => existsSync(file));
  if (!program) throw new Error('The program that draws labels is not built: run `npm run build`.');
  const child = spawn(process.execPath, [program], {
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It keeps nobody alive who has nothing else to do.
  child.unref();
  child.channel?.unref();
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the program that draws labels ended: ${signal ?? code}`)));
  });
  ended.catch(() => undefined);
  const ready = new Promise<void>((resolve) => {
    const hear = (message: unknown) => {
      if ((message as { ready?: boolean }).ready !== true) return;
      child.off('message', hear);
      resolve();
    };
    child.on('message', hear);
  });
  return { child, ready, ended };
}

/** @throws {LabelLate} */
async function within<T>(ms: number, promises: readonly Promise<T>[]): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LabelLate('This machine draws labels too slowly.')), ms);
  });
  try {
    return await Promise.race([...promises, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
