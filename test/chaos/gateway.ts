import { isDeepStrictEqual } from 'node:util';
import { sleep } from '../../src/embedded/process';
import type { RunFile } from '../../src/supervisor/run-file';
import { Patience, patient, withinShare } from '../world/patience';
import type { Findings } from './findings';
import type { Product } from './product';
import type { Random } from './random';
import type { SecondMachine } from './second';

export type AgentName = `agent ${number}`;

/**
 * How long one call may be without its answer, in ms, whatever is killed, hung or silent meanwhile. Each may meet a connection that
 * falls silent, for its credential and again for its work, and wait for a turn at the pool; a change also for rows that a silent
 * connection holds; a recording also for those of its token before it; the checkout waits a quarter of a minute for a bank, and a quote
 * for carriers. Counted by our share of the time, see {@link withinShare}: half of each is for work that waits in bursts.
 */
export const BOUNDS = {
  read: 20_000,
  change: 30_000,
  recording: 45_000,
  hostile: 20_000,
  checkout: 45_000,
  quote: 45_000,
} as const;
export type Kind = keyof typeof BOUNDS;

/** One change that a client wants, with the key under which it will ask again and again. */
export interface Call {
  readonly by: 'developer' | 'owner' | AgentName;
  /** What the audit row calls it. */
  readonly name: string;
  readonly key: string;
  /** Undefined: `POST /v1/commands`. */
  readonly path?: string;
  /** Without it a path is posted to. */
  readonly method?: 'PUT';
  /** The rev that was read; a path takes it in `If-Match`. */
  readonly rev?: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The path takes fields of a form. */
  readonly isForm?: boolean;
  readonly deferBump?: boolean;
  /** Problem codes that are right answers too. */
  readonly mayRefuse?: readonly string[];
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: clients read the shapes that they asked for
  readonly body: any;
  readonly replayed: boolean;
}

/** What a client knows about one key. */
export interface Entry {
  readonly call: Call;
  readonly sentAt: number;
  answer?: Answer;
  answeredAt?: number;
  /** Answers that were no replays; a key has one at most. */
  fresh: number;
  attempts: number;
}

/** What was asked for did not come; it is among the findings. */
export class NoAnswer extends Error {}

interface OwnerSession {
  readonly cookie: string;
  readonly csrf: string;
}

const PATIENCE_MS = patient(60_000);

/** HTTP as a careful client uses it: whatever gives no definitive answer is sent again with the same key. */
export class Gateway {
  readonly journal = new Map<string, Entry>();
  /** Answers and failures that were no definitive answers, by kind. */
  readonly trouble: Record<string, number> = {};
  replaysChecked = 0;
  /** The longest that a call of each kind was without its answer, in ms. */
  readonly waits: Record<Kind, number> = { read: 0, change: 0, recording: 0, hostile: 0, checkout: 0, quote: 0 };
  /** Plaintexts of the agents' tokens. */
  readonly agents = new Map<AgentName, string>();
  private session: OwnerSession | undefined;

  constructor(
    private readonly product: Product,
    private readonly random: Random,
    private readonly findings: Findings,
    private readonly second?: SecondMachine,
  ) {}

  get acknowledged(): number {
    let count = 0;
    for (const { answer } of this.journal.values()) if (answer) count += 1;
    return count;
  }

  /** Sends until there is a definitive answer. @throws {NoAnswer} */
  async call(call: Call): Promise<Answer> {
    const patience = new Patience(PATIENCE_MS);
    for (let attempt = 1; ; attempt += 1) {
      // Some hang up and ask again while the first question may still be under way; the others wait for as long as it takes.
      const answer = await this.once(call, this.random.chance(0.5) ? this.random.int(2_000, 6_000) : undefined);
      if (answer) return answer;
      if (patience.isOver) {
        this.findings.lose(`${call.name} ${call.key}: no definitive answer in ${PATIENCE_MS / 1000} s`);
        throw new NoAnswer(call.name);
      }
      await sleep(this.random.int(30, 100 * Math.min(attempt, 6)));
    }
  }

  /** Sends once. @returns undefined when it cannot be known what happened */
  async once(call: Call, timeoutMs?: number): Promise<Answer | undefined> {
    const entry = this.entryOf(call);
    entry.attempts += 1;
    const answer = await this.send(call.method ?? 'POST', call.path ?? '/v1/commands', call, timeoutMs);
    if (!answer) return undefined;
    if (!answer.replayed) entry.fresh += 1;
    if (entry.answer) this.expectSame(call, entry.answer, answer);
    else {
      entry.answer = answer;
      entry.answeredAt = Date.now();
      const { code } = answer.body;
      if (answer.status >= 400 && !call.mayRefuse?.includes(code))
        this.findings.mismatch(`${call.name} ${call.key} was refused: ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
    return answer;
  }

  /** Sends a key again that was answered before. */
  async replay(call: Call): Promise<void> {
    const { replayed } = await this.call(call);
    this.replaysChecked += 1;
    if (!replayed) this.findings.double(`${call.name} ${call.key} ran again instead of being replayed`);
  }

  /** Sends something else under a key that was used. */
  async abuse(call: Call): Promise<void> {
    for (;;) {
      const answer = await this.send('POST', call.path ?? '/v1/commands', call);
      if (answer) {
        if (answer.body.code !== 'idempotency_conflict')
          this.findings.mismatch(`another payload under ${call.key} was answered ${JSON.stringify(answer.body)}`);
        return;
      }
      await sleep(this.random.int(50, 400));
    }
  }

  /** The body of a route of something that exists; asks until it is there. @throws {NoAnswer} */
  // biome-ignore lint/suspicious/noExplicitAny: readers know the shape
  async read(path: string, by: Call['by'] = 'developer'): Promise<any> {
    const patience = new Patience(PATIENCE_MS);
    for (;;) {
      const answer = await this.send('GET', path, { by });
      if (answer?.status === 200) return answer.body;
      if (answer || patience.isOver) {
        this.findings.lose(`GET ${path}: ${answer ? JSON.stringify(answer.body) : 'no answer'}`);
        throw new NoAnswer(path);
      }
      await sleep(this.random.int(50, 300));
    }
  }

  /** What is asked of a provider, and changes nothing; asks until it answers. @throws {NoAnswer} */
  async quote(path: string, body: object): Promise<Answer['body']> {
    const patience = new Patience(PATIENCE_MS);
    for (;;) {
      const { run } = this.product;
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${run?.tokens?.developer}`,
      };
      const asked = run && this.exchange('quote', 'POST', `${this.origin(run)}${path}`, headers, JSON.stringify(body));
      const answer = await asked;
      if (answer?.status === 200) return answer.body;
      if (answer || patience.isOver)
        throw this.unanswered(`POST ${path}: ${JSON.stringify(answer?.body ?? null)}`, PATIENCE_MS);
      await sleep(this.random.int(50, 300));
    }
  }

  /** Notes that something did not come. @returns what to throw */
  unanswered(what: string, ms: number): NoAnswer {
    this.findings.lose(`${what}: no definitive answer in ${ms / 1000} s`);
    return new NoAnswer(what);
  }

  mismatch(what: string): void {
    this.findings.mismatch(what);
  }

  double(what: string): void {
    this.findings.double(what);
  }

  /** What a token that was minted is good for. */
  async whoami(token: string): Promise<Answer | undefined> {
    const api = this.product.run?.api;
    return this.exchange('read', 'GET', `${api}/v1/tokens/me`, { authorization: `Bearer ${token}` });
  }

  async login(): Promise<void> {
    const { api, owner } = await this.product.ready(60_000);
    const response = await fetch(`${api}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(owner),
    });
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    this.session = { cookie, csrf: csrfToken };
  }

  private entryOf(call: Call): Entry {
    const known = this.journal.get(call.key);
    if (known) return known;
    const entry: Entry = { call, sentAt: Date.now(), fresh: 0, attempts: 0 };
    this.journal.set(call.key, entry);
    return entry;
  }

  private expectSame(call: Call, first: Answer, second: Answer): void {
    if (first.status === second.status && isDeepStrictEqual(lasting(first.body), lasting(second.body))) return;
    this.findings.mismatch(
      `${call.name} ${call.key} was answered differently: ${JSON.stringify(first).slice(0, 300)} and then ${JSON.stringify(second).slice(0, 300)}`,
    );
  }

  private async send(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    call: Pick<Call, 'by'> | Call,
    timeoutMs?: number,
  ): Promise<Answer | undefined> {
    const { run } = this.product;
    if (!run) return this.note('nobody there');
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (call.by === 'owner') {
      headers.cookie = this.session?.cookie ?? '';
      headers['x-csrf-token'] = this.session?.csrf ?? '';
    } else
      headers.authorization = `Bearer ${call.by === 'developer' ? run.tokens?.developer : this.agents.get(call.by)}`;
    const url = `${this.origin(run)}${path}`;
    if (!('key' in call)) return this.exchange('read', method, url, headers, undefined, timeoutMs);
    if (call.path) headers['idempotency-key'] = call.key;
    if (call.rev !== undefined) headers['if-match'] = `"${call.rev}"`;
    if (call.isForm) headers['content-type'] = `multipart/form-data; boundary=${BOUNDARY}`;
    const json = () => JSON.stringify(call.path ? call.payload : envelope(call, run.storeId));
    const body = call.isForm ? formOf(call.payload) : json();
    return this.exchange(call.by.startsWith('agent') ? 'recording' : 'change', method, url, headers, body, timeoutMs);
  }

  /** Either API; a client keeps to none. */
  origin(run: RunFile): string {
    const other = this.second?.origin;
    return other !== undefined && this.random.chance(0.5) ? other : run.api;
  }

  /** @param timeoutMs when the client hangs up; without it, the call must be answered within the bound of its kind */
  async exchange(
    kind: Kind,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    url: string,
    headers: Record<string, string>,
    body?: string,
    timeoutMs?: number,
  ): Promise<Answer | undefined> {
    const since = Date.now();
    try {
      const request = { method, headers, ...(body === undefined ? {} : { body }) };
      const {
        status,
        headers: told,
        text,
      } = await withinShare(BOUNDS[kind], async (bound) => {
        const hangsUp = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)];
        const response = await fetch(url, { ...request, signal: AbortSignal.any([bound, ...hangsUp]) });
        return { status: response.status, headers: response.headers, text: await response.text() };
      });
      if (status >= 500 || status === 429) return this.noteFailure(status, text);
      return { status, body: JSON.parse(text), replayed: told.get('idempotent-replayed') === 'true' };
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') return this.note('connection lost');
      if (timeoutMs === undefined)
        this.findings.mismatch(`${kind} ${method} ${url}: no answer within its bound of ${BOUNDS[kind] / 1000} s`);
      return this.note('time-out');
    } finally {
      this.waits[kind] = Math.max(this.waits[kind], Date.now() - since);
    }
  }

  /** To be overtaxed, or without a database or a marketplace, is an answer that may come; a bug is none. */
  private noteFailure(status: number, text: string): undefined {
    if (status === 500) this.findings.mismatch(`answered ${status}: ${text.slice(0, 300)}`);
    return this.note(`answer ${status}`);
  }

  private note(kind: string): undefined {
    this.trouble[kind] = (this.trouble[kind] ?? 0) + 1;
    return undefined;
  }
}

const BOUNDARY = 'tezgah-chaos';

/** Fields of a form, all of which are text. */
const formOf = (fields: Call['payload']): string =>
  Object.entries(fields)
    .map(([name, text]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
    .concat(`--${BOUNDARY}--\r\n`)
    .join('');

function envelope({ name, key, payload, deferBump }: Call, storeId: string | null): unknown {
  return { command: name, storeId, payload, idempotencyKey: key, ...(deferBump ? { deferBump } : {}) };
}

/** What every answer to one key has in common. Pointers are kept from the payload on, and told from where it stood in the request. */
export function lasting(body: Record<string, unknown>): Record<string, unknown> {
  const { requestId: _request, replayed: _replayed, token: _token, ...rest } = body;
  if (!Array.isArray(rest.errors)) return rest;
  const errors = rest.errors.map((error) => ({ ...error, pointer: error.pointer.replace(/^\/payload/, '') }));
  return { ...rest, errors };
}
