import { refusedOrder } from './errors';

export type Json = Record<string, unknown>;

const bad = (message: string) => refusedOrder(400, 'Bad Request', message);

/** The JSON object that a call has sent. @throws {ProviderError} 400 */
export function objectIn(body: Buffer): Json {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Said below.
  }
  throw bad('İstek gövdesi JSON nesnesi olmalıdır.');
}

/** @throws {ProviderError} 400 */
export function listIn(from: Json, field: string): unknown[] {
  const value = from[field];
  if (Array.isArray(value) && value.length > 0) return value;
  throw bad(`${field} zorunludur.`);
}

/** @throws {ProviderError} 400 */
export function wholeIn(from: Json, field: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const value = from[field];
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  throw bad(`${field} geçersiz.`);
}

/** @throws {ProviderError} 400 */
export function textIn(from: Json, field: string): string {
  const value = from[field];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw bad(`${field} zorunludur.`);
}

/** @throws {ProviderError} 400 */
export function recordOf(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw bad('İstek gövdesi geçersiz.');
}
