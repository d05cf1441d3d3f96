import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as setTimeoutOf } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type {
  DoneOf,
  KeptDisk,
  Sandbox,
  SandboxPlace,
  SandboxRoom,
  SandboxState,
  Work,
} from '../kernel/declaration/sandbox';
import { SandboxError } from '../kernel/declaration/sandbox';
import { serverAt } from './door/upstream';
import { ARCHIVE_TYPE, END_TRAILER, packed, type Response, unpacked } from './wire';

const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const STATE_WITHIN_MS = 2_000;
/** The time by which its answer may be later than the end of the work: its start, and the end of its tree. */
const BESIDE_MS = 45_000;
/** A machine that went away without a word is noticed by it. */
const KEEP_ALIVE_MS = 15_000;
/** Work that only reads waits for no archive. */
const BESIDE_READ_MS = 15_000;
/** An attendant of a work tells a program that began anew of it after this. */
const ATTEND_AGAIN_MS = 200;
const FILE_WORK_MS = 10_000;
/** A machine that is there takes a connection in less. */
const CONNECT_WITHIN_MS = 10_000;
/** One that was not there is asked again after this. */
const AWAY_MS = 5_000;
/** More than an archive may take, and the wait for a folder that goes. */
const ARCHIVE_WITHIN_MS = 10 * 60_000;

interface Asking {
  readonly path: string;
  readonly body: string | AsyncIterable<Uint8Array>;
  readonly withinMs: number;
  /** The question is taken back. */
  readonly gone?: AbortSignal | undefined;
}

/** A sandbox program of another machine, as it is reached over HTTPS. */
export interface SandboxServer {
  readonly url: string;
  /** The secret that identifies the caller to that program. */
  readonly secret: string;
  /** Certificates that are trusted there, as PEM. Left out: those that the system trusts. */
  readonly trusted?: string;
}

/** A sandbox program as other programs reach it. */
export class SandboxClient implements Sandbox {
  /** The moment until which a machine that did not take a connection is not asked again, in ms of the clock that is never set. */
  private awayUntil = 0;
  /**
   * The time, in ms, by which the clock of that machine is ahead of ours; undefined: it has not answered yet. This machine has one clock.
   */
  private aheadMs: number | undefined;

  /** @param at a socket of this machine, or a server of another one @param besideMs the time by which an answer may be later than the end of its work */
  constructor(
    private readonly at: string | SandboxServer,
    private readonly besideMs = BESIDE_MS,
  ) {
    if (typeof at === 'string') this.aheadMs = 0;
  }

  async state(): Promise<SandboxState> {
    try {
      return unpacked<SandboxState>(await this.text({ path: '/state', body: '', withinMs: STATE_WITHIN_MS }));
    } catch (error) {
      const reason = error instanceof SandboxError && error.fault === 'sandbox_unavailable' ? error.message : SILENT;
      return { driver: null, lacks: [], reason };
    }
  }

  /** True if the program answers at all. */
  answers(withinMs: number): Promise<boolean> {
    return this.text({ path: '/state', body: '', withinMs }).then(
      () => true,
      () => false,
    );
  }

  async run<W extends Work>(place: SandboxPlace, work: W, gone?: AbortSignal): Promise<DoneOf<W>> {
    const changes = work.do === 'exec' || work.do === 'write';
    const besideMs = changes ? this.besideMs : Math.min(this.besideMs, BESIDE_READ_MS);
    const withinMs = (work.do === 'exec' ? work.timeoutMs : FILE_WORK_MS) + besideMs;
    const done = this.done<DoneOf<W>>({
      path: '/run',
      body: packed({ place, work, ...this.beginningBy(besideMs) }),
      withinMs,
      gone,
    });
    return changes ? done : asReading(done);
  }

  /** A program that stood still may read the request when nobody waits for its answer any more. It looks at its own clock. */
  private beginningBy(withinMs: number): { readonly beginsBy?: number } {
    return this.aheadMs === undefined ? {} : { beginsBy: Date.now() + this.aheadMs + withinMs };
  }

  async attend(id: string): Promise<() => void> {
    const over = new AbortController();
    const first = await asReading(this.attending(id, over.signal));
    void this.stay(id, first, over.signal);
    return () => over.abort();
  }

  attended(ids: readonly string[]): Promise<readonly string[]> {
    return asReading(this.done({ path: '/attended', body: packed({ ids }), withinMs: BESIDE_READ_MS }));
  }

  holds(place: SandboxPlace): Promise<boolean> {
    return this.done({ path: '/holds', body: packed({ place }), withinMs: BESIDE_MS });
  }

  async start(place: SandboxPlace): Promise<void> {
    await this.done({ path: '/start', body: packed({ place }), withinMs: BESIDE_MS });
  }

  async quiet(place: SandboxPlace): Promise<void> {
    await this.done({ path: '/quiet', body: packed({ place }), withinMs: BESIDE_MS });
  }

  async destroy(place: SandboxPlace): Promise<void> {
    await this.done({ path: '/destroy', body: packed({ place }), withinMs: ARCHIVE_WITHIN_MS });
  }

  disks(): Promise<readonly KeptDisk[]> {
    return this.done({ path: '/disks', body: '', withinMs: BESIDE_MS });
  }

  room(): Promise<SandboxRoom> {
    return asReading(this.done({ path: '/room', body: '', withinMs: BESIDE_READ_MS }));
  }

  async unpack(place: SandboxPlace, archive: AsyncIterable<Uint8Array>): Promise<void> {
    const path = `/unpack?place=${encodeURIComponent(JSON.stringify(place))}`;
    let broke: unknown;
    const watched = async function* () {
      try {
        yield* archive;
      } catch (error) {
        broke = error;
        throw error;
      }
    };
    // An archive that breaks off ends the call, which then says less than it does.
    await this.done({ path, body: watched(), withinMs: ARCHIVE_WITHIN_MS }).catch((error: unknown) => {
      throw broke ?? error;
    });
  }

  async pack(place: SandboxPlace): Promise<Readable> {
    const response = await this.ask({ path: '/pack', body: packed({ place }), withinMs: ARCHIVE_WITHIN_MS });
    if (response.headers['content-type'] === ARCHIVE_TYPE)
      return Readable.from(archiveIn(response), { objectMode: false });
    const answer = unpacked<Response>(await textOf(response));
    if ('fault' in answer) throw new SandboxError(answer.fault, answer.message);
    throw new SandboxError('archive_failed', 'The program `sandbox` answered with no archive.');
  }

  private async attending(id: string, over: AbortSignal): Promise<IncomingMessage> {
    const body = packed({ ids: [id] });
    const response = await this.ask({ path: '/attend', body, withinMs: BESIDE_READ_MS, gone: over });
    // It says nothing more until one of both ends it.
    response.socket.setTimeout(0);
    return response.on('error', () => {}).resume();
  }

  /** A program that began anew hears of it again. */
  private async stay(id: string, first: IncomingMessage, over: AbortSignal): Promise<void> {
    for (let open: IncomingMessage | undefined = first; !over.aborted; ) {
      if (open && !open.destroyed) await new Promise((resolve) => open?.once('close', resolve));
      if (over.aborted) return;
      await setTimeoutOf(ATTEND_AGAIN_MS, undefined, { ref: false });
      open = await this.attending(id, over).catch(() => undefined);
    }
  }

  private async done<T>(asking: Asking): Promise<T> {
    const answer = unpacked<Response>(await this.text(asking));
    if ('fault' in answer) throw new SandboxError(answer.fault, answer.message);
    return answer.done as T;
  }

  private async text(asking: Asking): Promise<string> {
    return textOf(await this.ask(asking));
  }

  /** @throws {SandboxError} sandbox_unavailable where nothing has begun, exec_lost where that is not known */
  private ask({ path, body, withinMs, gone }: Asking): Promise<IncomingMessage> {
    if (this.awayUntil > performance.now()) return Promise.reject(unavailable(SILENT));
    return new Promise((resolve, reject) => {
      let connected = false;
      const asking = this.request({
        path,
        method: 'POST',
        agent: false,
        headers: typeof body === 'string' ? { 'Content-Length': Buffer.byteLength(body) } : {},
        ...(gone && { signal: gone }),
      });
      const noteAnswer = typeof this.at === 'string' ? () => {} : this.looking(asking, withinMs, gone);
      const lost = (): void => reject(connected ? fellSilent() : unavailable(distrusted(asking) ?? SILENT));
      asking.once('response', (response) => {
        if (typeof this.at !== 'string') this.noteClock(response.headers.date);
        if (response.statusCode === 200) return resolve(response);
        // Any other program there has begun nothing.
        reject(unavailable(response.statusCode === 401 ? 'It refuses the secret.' : 'Another program answers there.'));
        asking.destroy();
      });
      // Nothing is sent before a certificate is judged.
      const ready = typeof this.at === 'string' ? 'connect' : 'secureConnect';
      asking.once('socket', (socket) =>
        socket.once(ready, () => {
          connected = true;
          noteAnswer();
          asking.setTimeout(withinMs, () => asking.destroy());
        }),
      );
      asking.on('error', lost);
      asking.once('close', () => {
        noteAnswer();
        lost();
      });
      if (typeof body === 'string') asking.end(body);
      // An answer may come before all of it was taken.
      else pipeline(Readable.from(body, { objectMode: false }), asking, () => {});
    });
  }

  /** @param date the time there, to the second */
  private noteClock(date: string | undefined): void {
    const there = Date.parse(date ?? '');
    if (!Number.isNaN(there)) this.aheadMs = there - Date.now();
  }

  private request(options: RequestOptions): ClientRequest {
    if (typeof this.at === 'string') return request({ ...options, socketPath: this.at });
    const { url, secret, trusted } = this.at;
    const headers = { ...options.headers, Authorization: `Bearer ${secret}` };
    const secure = { minVersion: 'TLSv1.3', ...(trusted === undefined ? {} : { ca: trusted }) } as const;
    const asking = requestOverTls({ ...options, ...serverAt(url), ...secure, headers });
    return asking.once('socket', (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
  }

  /**
   * Bounds the time of a connection. Of a machine that is away one call at a time finds out whether it is back, and holds up no other
   * one. @returns a call for when it answers, in whatever way
   */
  private looking(asking: ClientRequest, withinMs: number, gone: AbortSignal | undefined): () => void {
    if (this.awayUntil > 0) this.awayUntil = performance.now() + AWAY_MS;
    let isLate = false;
    const late = setTimeout(
      () => {
        isLate = true;
        // A caller in a hurry does not know.
        if (withinMs >= CONNECT_WITHIN_MS) this.awayUntil = performance.now() + AWAY_MS;
        asking.destroy();
      },
      Math.min(withinMs, CONNECT_WITHIN_MS),
    );
    return () => {
      clearTimeout(late);
      if (!isLate && !gone?.aborted) this.awayUntil = 0;
    };
  }
}

const SILENT = 'The program `sandbox` does not answer.';

const unavailable = (message: string): SandboxError => new SandboxError('sandbox_unavailable', message);

/** The certificate of a server that is not trusted is why nothing was sent. */
function distrusted({ socket }: ClientRequest): string | undefined {
  const why = (socket as TLSSocket | null)?.authorizationError;
  return why ? `Its certificate is not trusted (${String(why)}).` : undefined;
}

/** Reports lost work that changes nothing as an unavailable sandbox, since nothing is lost with it. */
const asReading = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    if (error instanceof SandboxError && error.fault === 'exec_lost')
      throw new SandboxError('sandbox_unavailable', error.message);
    throw error;
  });

const fellSilent = (): SandboxError =>
  new SandboxError('exec_lost', 'The program `sandbox` ended, or fell silent, while the work was under way.');

/** The bytes of an archive. @throws {SandboxError} when it is not whole */
async function* archiveIn(response: IncomingMessage): AsyncIterable<Buffer> {
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) yield chunk;
  } catch {
    throw fellSilent();
  }
  const end = response.trailers[END_TRAILER];
  if (end === undefined) throw fellSilent();
  const told = unpacked<Response>(decodeURIComponent(end));
  if ('fault' in told) throw new SandboxError(told.fault, told.message);
}

/** @throws {SandboxError} exec_lost */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > ANSWER_BYTES_MAX) throw fellSilent();
      chunks.push(chunk);
    }
  } catch {
    throw fellSilent();
  }
  return Buffer.concat(chunks).toString('utf8');
}
