import { ProviderUnavailable } from './error';

/** @param reason @default what the error or its cause says */
export const notAnswered = (name: string, error: unknown, reason = reasonOf(error)): ProviderUnavailable =>
  new ProviderUnavailable(`${name} did not answer: ${reason}`, undefined, { cause: error });

const reasonOf = (error: unknown): string => {
  const { message, code, cause } = error as Coded & { message: string; cause?: Coded };
  return cause?.code ?? code ?? message;
};

interface Coded {
  readonly code?: string;
}

/**
 * What an adapter fails with, as ProviderUnavailable where it says that the network or the other side broke off. An adapter of which
 * the author forgot that, or with an HTTP client of its own, would end jobs for good that have only to wait.
 */
export const unavailableIfUnanswered = (name: string, error: unknown): unknown =>
  isOfTheNetwork(error) ? notAnswered(name, error) : error;

/** Errors of the system are named so; those of Node itself, of which a program is to blame, begin with ERR_. */
const OF_THE_SYSTEM = /^E(?!RR_)[A-Z]+$/;

/** `fetch` fails with a TypeError that has a cause, and no fault of a program has one. */
function isOfTheNetwork(error: unknown): boolean {
  const { name, code, cause } = error as Coded & { name?: string; cause?: unknown };
  if (name === 'TypeError') return cause !== undefined;
  return name === 'TimeoutError' || (typeof code === 'string' && OF_THE_SYSTEM.test(code));
}
