import { ProviderRefused, ProviderUnavailable } from '../error';
import { readJson } from '../json';
import { storable } from '../text';

const WORD = /^(200\s*)?OK$/i;

/**
 * Reads what follows a request that the status alone says was done: nothing, a word, or JSON. Some say no in it nevertheless, and of a page
 * of maintenance nobody knows whether anything was done.
 * @throws {ProviderRefused}, {ProviderUnavailable}
 */
export function assertDone(text: string): void {
  const trimmed = text.trim();
  if (trimmed === '' || WORD.test(trimmed)) return;
  const said = parsed(trimmed);
  if (said === undefined) throw new ProviderUnavailable('Trendyol answered something that is not JSON.', 200);
  assertNoRefusal(said);
}

/** Refusals that come with a status of success. @throws {ProviderRefused} */
export function assertNoRefusal(said: unknown): void {
  if (typeof said !== 'object' || said === null) return;
  const { success, errors, message } = said as Readonly<Record<string, unknown>>;
  if (success !== false && !(Array.isArray(errors) && errors.length > 0)) return;
  const words = typeof message === 'string' ? message : 'it says that it has not succeeded';
  throw new ProviderRefused(200, 'not.successful', storable(`Trendyol refused: ${words}`));
}

function parsed(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
