import type { TSchema } from '../kernel/schema/schema';
import { schemaErrors } from '../kernel/schema/validation';
import { readJson } from './json';
import type { CallbackAnswer, CallbackReading, PostedCallback } from './payment-port';

/** More than any callback has. */
const BODY_BYTES_MAX = 64 * 1024;

/** An answer to a provider that posts, in words of plain text. */
export const plainAnswer = (status: number, body: string): CallbackAnswer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
});

/** The answer that providers take for success. PayTR reads the body, the others the status. */
export const OK = plainAnswer(200, 'OK');

/** A no, after which a provider tries again some times, and gives up. */
export const notTaken = (why: 'malformed' | 'unsigned' | 'forged'): CallbackReading & { readonly accepted: false } => ({
  accepted: false,
  why,
  answer: why === 'malformed' ? plainAnswer(400, 'Malformed') : plainAnswer(401, 'Not signed'),
});

/** @returns undefined when the body is too long, or no text */
function textOf({ body }: PostedCallback): string | undefined {
  if (body.byteLength > BODY_BYTES_MAX) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** The fields of a form that was posted. @returns undefined of what is none, or names a field twice */
export function formOf<T>(posted: PostedCallback, schema: TSchema): T | undefined {
  const pairs = [...new URLSearchParams(textOf(posted) ?? '')];
  const fields = Object.fromEntries(pairs);
  if (Object.keys(fields).length < pairs.length) return undefined;
  return fits<T>(schema, fields);
}

/** @returns undefined when the body is no JSON of this form */
export function jsonOf<T>(posted: PostedCallback, schema: TSchema): T | undefined {
  try {
    return fits<T>(schema, readJson(textOf(posted) ?? ''));
  } catch {
    return undefined;
  }
}

const fits = <T>(schema: TSchema, value: unknown): T | undefined =>
  schemaErrors(schema, value).length === 0 ? (value as T) : undefined;

/** A header that is there once. */
export function headerOf({ headers }: PostedCallback, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
