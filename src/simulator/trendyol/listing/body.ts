import type { Call } from '../../kit/endpoint';
import { badRequest } from '../errors';

export type Json = Readonly<Record<string, unknown>>;

const ITEMS_MAX = 1_000;

/**
 * The items of a request.
 * @throws {ProviderError} 400 of a body that is none, or has none or too many
 */
export function itemsOf({ body }: Pick<Call, 'body'>): readonly Json[] {
  let items: unknown;
  try {
    ({ items } = JSON.parse(body.toString('utf8')) as { items?: unknown });
  } catch {
    throw badRequest('invalid.request', 'İstek gövdesi okunamadı.');
  }
  if (!Array.isArray(items) || items.length === 0 || !items.every((item) => typeof item === 'object' && item !== null))
    throw badRequest('invalid.items', 'items boş olamaz.');
  if (items.length > ITEMS_MAX) throw badRequest('invalid.items', `En fazla ${ITEMS_MAX} adet ürün gönderilebilir.`);
  return items as Json[];
}

export const isText = (value: unknown, lengthMax: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= lengthMax;

export const isQuantity = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 20_000;
