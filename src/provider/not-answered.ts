import { ProviderUnavailable } from './error';

/**
 * The error for people after a network failure. The names in errors of systems and programs tell a merchant nothing. The original error is
 * the cause, for the log.
 * @param reason a sentence's end @default what the error, or what it came of, means
 */
export const notAnswered = (name: string, error: unknown, reason = reasonOf(error)): ProviderUnavailable =>
  new ProviderUnavailable(`${name} did not answer: ${reason}.`, undefined, { cause: error });

/**
 * The reasons by the code of an error: codes of the system, of TLS and of the HTTP client (undici, `UND_ERR_…`). The first that fits
 * counts.
 */
const REASONS: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^(ENOTFOUND|EAI_)/, 'its address was not found'],
  [/^ECONNREFUSED$/, 'it refused the connection'],
  [/TIMEOUT|TIMEDOUT/, 'no answer came in time'],
  [/CERT|SSL|TLS|UNABLE_TO|^EPROTO$/, 'no secure connection came about'],
  [/UNREACH|^ENETDOWN$/, 'no way in the network leads there'],
  [/^(UND_ERR_SOCKET|ECONNRESET|ECONNABORTED|EPIPE)$/, 'the connection broke off'],
];

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: unknown };
  const code = codeOf(cause) ?? codeOf(error) ?? (name === 'TimeoutError' ? 'TIMEOUT' : '');
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'the connection failed';
}

/** @returns undefined also of a DOMException, whose code is a number */
function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Turns an error of the network into ProviderUnavailable. An adapter may forget that, or have an HTTP client of its own. Its jobs would
 * then end for good, although they only have to wait.
 */
export const unavailableIfUnanswered = (name: string, error: unknown): unknown =>
  isOfTheNetwork(error) ? notAnswered(name, error) : error;

/** Errors of the system are named so; those of Node itself, of which a program is to blame, begin with ERR_. */
const OF_THE_SYSTEM = /^E(?!RR_)[A-Z]+$/;

/** `fetch` fails with a TypeError that has a cause, and no fault of a program has one. */
function isOfTheNetwork(error: unknown): boolean {
  const { name, cause } = error as { name?: string; cause?: unknown };
  if (name === 'TypeError') return cause !== undefined;
  return name === 'TimeoutError' || OF_THE_SYSTEM.test(codeOf(error) ?? '');
}
