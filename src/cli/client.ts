import { setTimeout as sleep } from 'node:timers/promises';
import { newUlid } from '../kernel/ids';
import { wayMs } from '../kernel/limits/pace';
import { CliError, endingOf, type ServerProblem } from './exit';
import type { Received, Send } from './sending';
import type { Credential, Settings } from './settings';
import { surroundings } from './surroundings';
import type { Terminal } from './terminal';
import { version } from './version';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** In the place of a JSON body: a file as it is. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** In the place of a JSON body. */
  readonly form?: FormData;
  /** A file is asked for, and no JSON. */
  readonly wantsFile?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The idempotency key of a change, wherever the request carries it: told when its outcome stays unknown. */
  readonly key?: string;
  /** Only the owner may: the session goes first. */
  readonly asOwner?: boolean;
  /** Answers of 4xx that the caller wants to see; all others are thrown. */
  readonly expects?: readonly number[];
  /** Instead of the one in use; null: none. */
  readonly credential?: Credential | null;
  readonly retryMs?: number;
  /** The answer takes as long as this. */
  readonly withinMs?: number;
  /** Nobody is told that it is tried again. */
  readonly isQuiet?: boolean;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the shapes that the registry declares
  readonly body: any;
  /** The bytes of the file that was asked for. */
  readonly bytes?: Uint8Array;
  readonly headers: Headers;
}

/** A file has as long more as the server grants it. */
const REQUEST_TIMEOUT_MS = 65_000;
const BACKOFF_MS = [200, 400, 800, 1500, 2500];
/** Trying again does not heal these. */
const FINAL_FAILURES = /^(ENOTFOUND|ERR_INVALID_URL|ERR_TLS.*|CERT_.*|.*SELF_SIGNED.*|UNABLE_TO_VERIFY.*)$/;

/**
 * The way to the API. Every change carries an idempotency key that is made before the first attempt, so a lost answer, a 503
 * or a killed API is answered by sending the same request again: it is applied once or not at all.
 */
export class Client {
  private readonly sending: Send;

  constructor(
    private readonly settings: Settings,
    private readonly terminal: Terminal,
  ) {
    this.sending = surroundings().sendTo(settings.url);
  }

  async get(path: string, query: Request['query'] = {}): Promise<Answer['body']> {
    return (await this.send({ method: 'GET', path, query })).body;
  }

  /** @throws {CliError} with the exit code of what the server answered, or `unavailable` */
  async send(request: Request): Promise<Answer> {
    const deadline = Date.now() + (request.retryMs ?? this.settings.retryMs);
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.attempt(request);
      if (outcome instanceof Failure) {
        const leftMs = deadline - Date.now();
        const backoffMs = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)] as number;
        const waitMs = outcome.retryAfterMs ?? Math.min(backoffMs, leftMs);
        if (outcome.final || leftMs <= 0 || waitMs > leftMs) throw this.unavailable(request, outcome);
        if (attempt === 0 && !request.isQuiet)
          this.terminal.note(`${outcome.message} Trying again for ${Math.ceil(leftMs / 1000)} s.`);
        await sleep(waitMs);
        continue;
      }
      if (outcome.status < 400 || request.expects?.includes(outcome.status)) return outcome;
      throw this.refused(request, outcome);
    }
  }

  private async attempt(request: Request): Promise<Answer | Failure> {
    const { method, path, query, body, bytes, form, wantsFile, headers } = request;
    const stated = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) stated.set(name, String(value));
    const credential = this.credentialOf(request);
    const content = body === undefined ? (bytes ?? form) : JSON.stringify(body);
    let response: Received;
    try {
      response = await this.sending({
        method,
        path: stated.size === 0 ? path : `${path}?${stated}`,
        withinMs: request.withinMs ?? REQUEST_TIMEOUT_MS + wayMs(fileBytesOf(request)),
        headers: {
          Accept: wantsFile ? '*/*' : 'application/json',
          'User-Agent': `tezgah/${version()}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(bytes === undefined ? {} : { 'Content-Type': 'application/octet-stream' }),
          ...credentialHeaders(credential),
          ...headers,
        },
        ...(content === undefined ? {} : { body: content }),
      });
    } catch (error) {
      return Failure.of(error, this.settings.url);
    }
    const { status, headers: told, bytes: received } = response;
    const isFile = wantsFile && status < 300;
    const answer = {
      status,
      headers: told,
      ...(isFile ? { body: null, bytes: received } : { body: parsed(received) }),
    };
    const fromApi = typeof answer.body?.code === 'string';
    if (response.status >= 300 && response.status < 400)
      throw new CliError('usage', 'usage', `${this.settings.url} redirects: it is not the address of a Tezgâh API.`);
    // A proxy answers 502 and 504 while the API behind it restarts; the API's own 502 is about a provider.
    if (![429, 503].includes(response.status) && !([502, 504].includes(response.status) && !fromApi)) return answer;
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    return new Failure(
      answer.body?.detail ?? `${this.settings.url} answered ${response.status}.`,
      false,
      Number.isFinite(seconds) ? seconds * 1000 : undefined,
      answer,
    );
  }

  private unavailable({ key }: Request, failure: Failure): CliError {
    const problem = failure.answer?.body?.code ? (failure.answer.body as ServerProblem) : undefined;
    const hints = key
      ? [`Whether it was done is not known. The same line with --idempotency-key ${key} does it at most once.`]
      : failure.answer
        ? []
        : ['Is it running? npm start, or --url for another address.'];
    return new CliError('unavailable', problem?.code ?? 'unreachable', failure.message, {
      hints,
      ...(problem ? { problem } : {}),
    });
  }

  private credentialOf({ credential, asOwner }: Request): Credential | undefined {
    if (credential !== undefined) return credential ?? undefined;
    return (asOwner ? this.settings.ownerCredential : undefined) ?? this.settings.credential;
  }

  private refused(request: Request, { status, body, headers }: Answer): CliError {
    const problem: ServerProblem =
      typeof body?.code === 'string'
        ? body
        : { status, code: `http_${status}`, detail: `The server answered ${status}.` };
    const used = this.credentialOf(request);
    const hints: string[] = [];
    if (problem.code === 'unauthenticated')
      hints.push(
        used
          ? `The credential came from ${used.from}.`
          : 'No credential is set: --token, TEZGAH_TOKEN, or tezgah login.',
      );
    if (problem.code === 'owner_only') hints.push('Log in as the owner: tezgah login.');
    if (problem.nextStep) hints.push(problem.nextStep.en);
    const isReplayed = headers.get('Idempotent-Replayed') === 'true';
    return new CliError(endingOf(status), problem.code, problem.detail ?? problem.code, { hints, problem, isReplayed });
  }
}

/** An attempt without an answer that counts. */
class Failure {
  constructor(
    readonly message: string,
    readonly final: boolean,
    readonly retryAfterMs?: number | undefined,
    readonly answer?: Answer,
  ) {}

  static of(error: unknown, url: string): Failure {
    const { name, cause } = error as { name?: string; cause?: { code?: string } };
    const reason = cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : String((error as Error).message));
    return new Failure(`${url} does not answer (${reason}).`, FINAL_FAILURES.test(reason));
  }
}

function credentialHeaders(credential: Credential | undefined): Record<string, string> {
  if (!credential) return {};
  if (credential.kind === 'token') return { Authorization: `Bearer ${credential.token}` };
  return { Cookie: credential.session.cookie, 'X-CSRF-Token': credential.session.csrfToken };
}

const fileBytesOf = ({ bytes, form }: Request): number =>
  [...(form?.values() ?? [])].reduce(
    (sum, value) => sum + (typeof value === 'string' ? 0 : value.size),
    bytes?.length ?? 0,
  );

function parsed(received: Uint8Array): Answer['body'] {
  const text = new TextDecoder().decode(received);
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The key of a change: the one that was given, or a new one. */
export const keyOf = (given: string | undefined): string => given ?? newUlid();
