import { ulid } from 'ulid';
import type { InverseRequest } from '../../undo/request';
import type { Problem } from './problem';
import { reach } from './reach';
import { sendBytes } from './send-bytes';

export class ProblemError extends Error {
  constructor(
    readonly problem: Problem,
    readonly retryAfterSeconds: number | null = null,
    /** The key of the call had this outcome before. */
    readonly isReplayed = false,
  ) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

export const unreachable: Problem = {
  status: 0,
  code: 'unreachable',
  title: 'The server cannot be reached.',
  detail: 'The server cannot be reached.',
  message: 'Sunucuya ulaşılamıyor.',
};

const elsewhere: Problem = {
  status: 0,
  code: 'store_changed',
  title: 'Another page has gone to another store.',
  detail: 'Another page has gone to another store.',
  message: 'Başka bir sekmede başka bir mağazaya geçildi.',
};

export type Query = Readonly<Record<string, string | number | null | undefined>>;

interface Sent {
  readonly body?: unknown;
  readonly query?: Query;
  /** The same key gets the same answer: a lost answer may be asked for again. */
  readonly key?: string;
  /** The rev of the changed thing, as it was seen: a change is refused when the thing has moved meanwhile. */
  readonly rev?: number;
  /** The call is told what it would do, and nothing changes. */
  readonly dryRun?: true;
  readonly signal?: AbortSignal;
  /** A file as it is, instead of a body. */
  readonly file?: Blob;
  /** A form with files, instead of a body. */
  readonly form?: FormData;
  /** How much of the file is on its way, from 0 to 1. */
  readonly onSent?: (part: number) => void;
}

type Written = Pick<Sent, 'body'> & Required<Pick<Sent, 'query' | 'key' | 'rev'>>;

interface Envelope {
  readonly storeId: string;
  readonly command: string;
  readonly payload: unknown;
}

export const newKey = (): string => ulid();

const PROOF_KEY = 'tezgah.csrf';
const STORE_KEY = 'tezgah.store';

/**
 * The half of the session that no other origin has: cookies reach every port of a host, this storage belongs to one. It is
 * read for each call, because another tab may have signed in again.
 */
const proof = {
  read: (): string => localStorage.getItem(PROOF_KEY) ?? '',
  // The store first: whoever reads the proof of another store finds that it is one.
  keep: (csrfToken: string, storeId: string): void => {
    localStorage.setItem(STORE_KEY, storeId);
    localStorage.setItem(PROOF_KEY, csrfToken);
  },
  forget: (): void => localStorage.removeItem(PROOF_KEY),
};

/** Speaks to `/v1` with the owner's session: the cookie is the browser's, the CSRF token is kept for this origin. */
export class Client {
  /** Called when the session is over, whoever noticed it. */
  onSignedOut: () => void = () => {};
  /** Called when another page of this browser has gone to another store: nothing of this one may reach that. */
  onStoreChanged: () => void = () => {};
  /** The store of this page; null: none yet. */
  private storeId: string | null = null;

  /** The session of this browser, to whose store this page belongs from now on. */
  async session<T extends { readonly storeId: string }>(): Promise<T> {
    const used = proof.read();
    const session = await this.get<T>('/v1/auth/session');
    this.storeId = session.storeId;
    // A session of an earlier release has not said it. Another page may have gone elsewhere meanwhile: what it said stays.
    if (proof.read() === used) localStorage.setItem(STORE_KEY, session.storeId);
    return session;
  }

  /** Whether the session of this browser is of another store meanwhile. */
  private get isElsewhere(): boolean {
    const stored = localStorage.getItem(STORE_KEY);
    return this.storeId !== null && stored !== null && stored !== this.storeId;
  }

  get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return this.send<T>('GET', path, { query, ...(signal ? { signal } : {}) });
  }

  post<T>(path: string, body: unknown, key?: string): Promise<T> {
    return this.send<T>('POST', path, { body, ...(key ? { key } : {}) });
  }

  /** Changes something by a route of its own. @param rev as it was seen */
  change<T>(path: string, body: unknown, key: string, rev?: number): Promise<T> {
    return this.send<T>('POST', path, { body, key, ...(rev === undefined ? {} : { rev }) });
  }

  /** Changes something by a route that takes files. */
  form<T>(path: string, form: FormData, key: string): Promise<T> {
    return this.send<T>('POST', path, { form, key });
  }

  put<T>(path: string, body: unknown, key?: string): Promise<T> {
    return this.send<T>('PUT', path, { body, ...(key ? { key } : {}) });
  }

  /** Changes or discards something that stands at its address. @param rev as it was seen */
  write<T>(method: 'PUT' | 'DELETE', path: string, { query, body, key, rev }: Written): Promise<T> {
    return this.send<T>(method, path, { query, ...(body === undefined ? {} : { body }), key, rev });
  }

  /** A file, with the name that it is told under. */
  file(method: 'GET' | 'POST', path: string, query: Query = {}, body?: unknown): Promise<AnsweredFile> {
    return this.send(method, path, { query, body }, fileIn);
  }

  /** A call with what an answer says beside its body. */
  call(method: 'GET' | 'POST', path: string, sent: Pick<Sent, 'query' | 'body'>): Promise<Answered> {
    return this.send(method, path, sent, answeredIn);
  }

  delete(path: string): Promise<void> {
    return this.send('DELETE', path, {});
  }

  /** Sends a file as it is. @param onSent is told how much of it is on its way, from 0 to 1 */
  upload<T>(path: string, file: Blob, key: string, onSent: (part: number) => void): Promise<T> {
    return this.send<T>('POST', path, { file, key, onSent });
  }

  /** Runs one command of the store. */
  run<T>({ storeId, command, payload }: Envelope, key = newKey()): Promise<{ result: T; auditId: string }> {
    return this.post('/v1/commands', { command, storeId, payload, idempotencyKey: key });
  }

  /** Tells the effects that a command would have; nothing changes. */
  async dryRun<T>({ storeId, command, payload }: Envelope): Promise<T> {
    const { preview } = await this.post<{ preview: T }>('/v1/commands', { command, storeId, payload, dryRun: true });
    return preview;
  }

  /** Sends what takes a change back to its route. */
  take<T>({ method, path, query, body, rev }: InverseRequest, how: { key?: string; dryRun?: true }): Promise<T> {
    return this.send<T>(method, path, {
      query,
      ...(body ? { body } : {}),
      ...(rev === undefined ? {} : { rev }),
      ...how,
    });
  }

  /** Opens a session with what proves whose it is, e.g. a password. */
  async enter(path: string, body: object): Promise<void> {
    const { csrfToken, storeId } = await this.fetch<{ csrfToken: string; storeId: string }>('POST', path, { body });
    this.storeId = storeId;
    proof.keep(csrfToken, storeId);
  }

  async signOut(): Promise<void> {
    await this.send('POST', '/v1/auth/logout', {});
    proof.forget();
  }

  private async send<T>(method: string, path: string, sent: Sent, read: Reading<T> = jsonIn): Promise<T> {
    const used = proof.read();
    try {
      return await this.fetch<T>(method, path, sent, read);
    } catch (error) {
      if (!isSessionOver(error)) throw error;
      // Another tab has signed in again meanwhile; nothing was done yet.
      if (proof.read() !== used) return this.fetch<T>(method, path, sent, read);
      proof.forget();
      this.onSignedOut();
      throw error;
    }
  }

  private async fetch<T>(method: string, path: string, sent: Sent, read: Reading<T> = jsonIn): Promise<T> {
    const { body, query = {}, key, rev, dryRun, signal, file, form, onSent = () => {} } = sent;
    const headers: Record<string, string> = { Accept: 'application/json' };
    const csrfToken = proof.read();
    if (this.isElsewhere) {
      this.onStoreChanged();
      throw new ProblemError(elsewhere);
    }
    if (csrfToken) headers['X-CSRF-Token'] = csrfToken;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (key) headers['Idempotency-Key'] = key;
    if (dryRun) headers['Dry-Run'] = 'true';
    if (rev !== undefined) headers['If-Match'] = `"${rev}"`;
    const asked = path + searchOf(query);
    const answered = file
      ? sendBytes(method, asked, headers, file, onSent)
      : fetch(asked, {
          method,
          headers,
          credentials: 'same-origin',
          ...(body === undefined ? (form ? { body: form } : {}) : { body: JSON.stringify(body) }),
          ...(signal ? { signal } : {}),
        });
    const response = await answered.catch((error: Error) => {
      if (error.name === 'AbortError') throw error;
      reach.failed();
      throw new ProblemError(unreachable);
    });
    reach.answered();
    if (response.ok) return read(response);
    const answer = parsed(await response.text());
    const retryAfter = Number(response.headers.get('Retry-After'));
    throw new ProblemError(
      problemFrom(answer, response.status),
      retryAfter > 0 ? retryAfter : null,
      isReplayed(response),
    );
  }
}

/** No session any more, or a cookie that belongs to another one. A password that was wrong ends none. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof ProblemError && ['unauthenticated', 'csrf_failed'].includes(error.problem.code);

function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null && value !== '') search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

/** Reads an answer as a value. */
type Reading<T> = (response: Response) => Promise<T>;

const jsonIn = async <T>(response: Response): Promise<T> => parsed(await response.text()) as T;

/** An answer, and what it says beside its body. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  /** The key of the call had this outcome before. */
  readonly isReplayed: boolean;
  /** Calls that the session may make at once. */
  readonly left: number;
}

const isReplayed = ({ headers }: Response): boolean => headers.get('Idempotent-Replayed') === 'true';

async function answeredIn(response: Response): Promise<Answered> {
  const [, left] = /;r=(\d+)/.exec(response.headers.get('RateLimit') ?? '') ?? [];
  return {
    status: response.status,
    body: await jsonIn(response),
    isReplayed: isReplayed(response),
    left: left === undefined ? Number.POSITIVE_INFINITY : Number(left),
  };
}

export interface AnsweredFile {
  readonly name: string;
  readonly bytes: Blob;
}

/** As the server calls it (RFC 6266). */
async function fileIn(response: Response): Promise<AnsweredFile> {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const [, extended] = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? [];
  const [, plain = ''] = /;\s*filename="?([^";]+)/i.exec(disposition) ?? [];
  return { name: extended ? decodeURIComponent(extended) : plain, bytes: await response.blob() };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proxy in front may answer in its own words. */
function problemFrom(answer: unknown, status: number): Problem {
  if (typeof answer === 'object' && answer !== null && 'code' in answer) return answer as Problem;
  const said = `HTTP ${status}`;
  return { status, code: 'unexpected_answer', title: said, detail: said, message: 'Beklenmeyen bir yanıt geldi.' };
}

const ATTEMPTS_MAX = 8;
const PAUSE_SECONDS = 2;

interface Patience {
  /** Statuses with which the server asks to be asked later. */
  readonly statuses: readonly number[];
  readonly onWaiting?: () => void;
}

/**
 * Asks again when the server says that the same call may be sent later, and waits for as long as it says. `ask` must send the same
 * key each time, so nothing is done twice.
 */
export async function untilAnswered<T>(ask: () => Promise<T>, { statuses, onWaiting }: Patience): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const waits = error instanceof ProblemError && statuses.includes(error.problem.status);
      if (!waits || attempt === ATTEMPTS_MAX) throw error;
      onWaiting?.();
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? PAUSE_SECONDS) * 1000));
    }
  }
}

export const client = new Client();
