import { digestOf } from '../kernel/digest';

/** A cart is opened by its name alone: whoever knows it is its shopper, with the buyer's data before its eyes. */
const CART_NAME = /^chs_[0-9A-Z]{26}$/;

/** Puts the digest of its name in the place of each cart's name, so that rows of one cart are seen to be of one, and nobody opens it. */
export function withoutCartNames<T>(value: T): T {
  return hidden(value) as T;
}

function hidden(value: unknown): unknown {
  if (typeof value === 'string') return CART_NAME.test(value) ? `chs_${digestOf(value).slice(0, 26)}` : value;
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hidden(each)]));
}
