import { type Correlation, correlation, headersOf, nextOf } from '../kernel/correlation';
import { providerAnswers } from '../kernel/metrics';
import { type Span, tellSpan } from '../kernel/spans';
import { REQUEST_MS } from './deadlines';
import { ProviderAnswerTooLarge, ProviderThrottled, ProviderUnavailable, ProviderUnclear, type Refused } from './error';
import { readJson, writeJson } from './json';
import { notAnswered } from './not-answered';

const MIB = 1024 * 1024;
const ANSWER_BYTES_MAX = 16 * MIB;
/** The wait, in ms, for providers that do not say how long their limit lasts. */
const THROTTLE_WAIT_MS = 2_000;
/** No provider is taken at its word for longer: a limit that is still in force then is met once more. */
const THROTTLE_WAIT_MS_MAX = 15 * 60_000;
/** Statuses by which a proxy between says that it has not heard the end: 408 and 499 of nginx, 421. */
const GIVEN_UP = [408, 421, 499];
/** Statuses of answers that have no content. */
const WITHOUT_CONTENT = [204, 205];

export interface Asking {
  readonly headers: Readonly<Record<string, string>>;
  /** The caller's signal: the reason of its abort is thrown as it is. */
  readonly signal: AbortSignal;
  /**
   * Reads what the provider says no with, a status from 400 to 499 but 429; some throttle, or fail on their side, with one of these.
   * @default an unclear one, since it has no code
   */
  refusalOf?(status: number, text: string): Refused | ProviderThrottled | ProviderUnavailable;
  /**
   * The form in which an answer is read. Some services say with the status alone that they have done the work, and send a word or nothing
   * with it. For these a text that is no JSON is no sign of a page of maintenance.
   * @default 'json'
   */
  readonly reads?: 'json' | 'text';
  /** The header in which a 429 says for how many seconds its limit lasts. @default 'Retry-After' */
  readonly waitHeader?: string;
}

/**
 * The HTTP client that adapters are given. It keeps what the port promises: an answer has a deadline and a largest size, credentials
 * follow no redirect, and what fails is one of the errors of error.ts.
 */
export interface ProviderHttp {
  /**
   * @returns the answer's JSON, of which nothing is known yet: it is to be held against a schema. Integers beyond 2^53 are texts in it
   * (see readJson); null stands for an answer without content
   */
  getJson(url: string, asking: Asking): Promise<unknown>;
  /**
   * Sends a form (RFC 7578). When no answer comes, or none that can be read, nobody knows whether it was acted on.
   * @returns as {@link ProviderHttp.getJson}
   */
  postForm(url: string, form: FormData, asking: Asking): Promise<unknown>;
  /** Sends a text as it is, whose type the headers say; as {@link ProviderHttp.postForm}. */
  postText(url: string, text: string, asking: Asking): Promise<unknown>;
  /** Sends JSON, as {@link ProviderHttp.postForm} sends a form. */
  postJson(url: string, body: unknown, asking: Asking): Promise<unknown>;
  /** Puts JSON under an address, as {@link ProviderHttp.postJson} sends it. */
  putJson(url: string, body: unknown, asking: Asking): Promise<unknown>;
  /** Takes away what is under an address, as {@link ProviderHttp.postForm}. @param body JSON that names it, where the address does not */
  delete(url: string, asking: Asking, body?: unknown): Promise<unknown>;
}

/** @param name the provider's name for people: messages begin with it */
export function providerHttp(name: string): ProviderHttp {
  const sendRequest = async (url: string, asking: Asking, sent: Sent): Promise<unknown> => {
    const askedFor = correlation();
    const of = askedFor && nextOf(askedFor);
    const stopped = providerAnswers.startTimer({ provider: name });
    const end = (outcome: string): void => {
      const durationMs = stopped({ outcome }) * 1_000;
      tellSpan(of, () => spanOf(name, of as Correlation, sent, durationMs, outcome));
    };
    try {
      const answer = await answered(url, { ...asking, headers: { ...headersOf(of), ...asking.headers } }, sent);
      end('answered');
      return answer;
    } catch (error) {
      end(asking.signal.aborted ? 'aborted' : outcomeOf(error));
      throw error;
    }
  };
  const answered = async (
    url: string,
    { refusalOf, reads, waitHeader, ...asking }: Asking,
    sent: Sent,
  ): Promise<unknown> => {
    const { status, text, retryAfter } = await answerOf(name, url, asking, sent, waitHeader);
    if (status < 300 && reads === 'text') return text;
    if (status < 300) return WITHOUT_CONTENT.includes(status) ? null : parsed(name, text);
    if (status === 429) throw new ProviderThrottled(throttledMs(retryAfter));
    if (status >= 500 || GIVEN_UP.includes(status))
      throw new ProviderUnavailable(`${name} answered ${status}.`, status);
    throw refusalOf?.(status, text) ?? new ProviderUnclear(status, `${name} refused: status ${status}`);
  };
  return {
    getJson: (url, asking) => sendRequest(url, asking, { method: 'GET' }),
    postForm: (url, body, asking) => sendRequest(url, asking, { method: 'POST', body }),
    postText: (url, body, asking) => sendRequest(url, asking, { method: 'POST', body }),
    postJson: (url, body, asking) => sendRequest(url, ofJson(asking), { method: 'POST', body: writeJson(body) }),
    putJson: (url, body, asking) => sendRequest(url, ofJson(asking), { method: 'PUT', body: writeJson(body) }),
    delete: (url, asking, body) =>
      body === undefined
        ? sendRequest(url, asking, { method: 'DELETE' })
        : sendRequest(url, ofJson(asking), { method: 'DELETE', body: writeJson(body) }),
  };
}

const ofJson = ({ headers, ...asking }: Asking): Asking => ({
  ...asking,
  headers: { ...headers, 'Content-Type': 'application/json' },
});

function outcomeOf(error: unknown): 'refused' | 'throttled' | 'unavailable' {
  if (error instanceof ProviderThrottled) return 'throttled';
  return error instanceof ProviderUnavailable ? 'unavailable' : 'refused';
}

type Sent = Pick<RequestInit, 'method' | 'body'>;

const spanOf = (provider: string, of: Correlation, { method }: Sent, durationMs: number, outcome: string): Span => ({
  name: `${method} ${provider}`,
  kind: 'client',
  of,
  durationMs,
  failed: outcome !== 'answered',
  attributes: { 'http.request.method': method, 'peer.service': provider, 'tezgah.outcome': outcome },
});

async function answerOf(
  name: string,
  url: string,
  { headers, signal }: Pick<Asking, 'headers' | 'signal'>,
  sent: Sent,
  waitHeader = 'Retry-After',
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  const late = AbortSignal.timeout(REQUEST_MS);
  try {
    const response = await fetch(url, {
      ...sent,
      headers,
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    });
    const { status, headers: answered } = response;
    return { status, text: await boundedText(name, response), retryAfter: answered.get(waitHeader) };
  } catch (error) {
    if (signal.aborted || error instanceof ProviderAnswerTooLarge) throw error;
    throw notAnswered(name, error, late.aborted ? `no answer came within ${REQUEST_MS / 1_000} s` : undefined);
  }
}

/** @param retryAfter seconds, or a date (RFC 9110, 10.2.3) */
function throttledMs(retryAfter: string | null): number {
  if (retryAfter === null) return THROTTLE_WAIT_MS;
  const said = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return said > 0 ? Math.min(said, THROTTLE_WAIT_MS_MAX) : THROTTLE_WAIT_MS;
}

async function boundedText(name: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) {
      throw new ProviderAnswerTooLarge(`${name} answered more than ${ANSWER_BYTES_MAX / MIB} MiB; fewer rows may fit.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Pages of proxies and of maintenance are no JSON, and go away. */
function parsed(name: string, text: string): unknown {
  try {
    return readJson(text);
  } catch {
    throw new ProviderUnavailable(`${name} answered something that is not JSON.`);
  }
}
