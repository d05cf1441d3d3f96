import { badRequest } from './errors';

type Json = Record<string, unknown>;

/** The JSON object that a call has sent. @throws {Refused} 400 */
export function objectIn(body: Buffer): Json {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Said below.
  }
  throw badRequest('E1002', 'İstek gövdesi JSON nesnesi olmalıdır.');
}

/** @throws {Refused} 400 when a field is missing, empty, or no text */
export function textIn(from: Json, field: string): string {
  const value = from[field];
  if (typeof value !== 'string' || value.trim() === '') throw badRequest('E1003', `${field} zorunludur.`);
  return value;
}

export const optionalTextIn = (from: Json, field: string): string | undefined =>
  from[field] === undefined ? undefined : textIn(from, field);

/** A number as text, above 0: the provider takes no other. @throws {Refused} 400 */
export function measureIn(from: Json, field: string): string {
  const text = textIn(from, field);
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text) || Number(text) <= 0)
    throw badRequest('E1004', `${field} metin olarak pozitif bir sayı olmalıdır.`);
  return text;
}
