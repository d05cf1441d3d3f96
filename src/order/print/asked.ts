import { Faults, refuse } from '../../kernel/errors';
import { label, object, t } from '../../kernel/schema/schema';
import { order } from '../order/aggregate';
import type { PrintedOrder } from './store';

const ORDERS_MAX = 200;
/** Lines of all orders of one file, and their parcels. A core draws as many of the longest names in eight seconds. */
export const PARTS_MAX = 3_000;
/** Three thousand lines of the longest names have a tenth of it. */
export const BYTES_MAX = 12_000_000;

/** The orders of a file, in the order in which they are printed. */
export const printedIds = object({
  ids: label(
    'Siparişler',
    'Orders',
  )(
    t.Array(order.reference, {
      minItems: 1,
      maxItems: ORDERS_MAX,
      uniqueItems: true,
      description: 'In the order in which they are printed.',
    }),
  ),
});

/** Puts orders into the order of the ids. @throws {Refusal} not_found, which names each id that is of no order of the store */
export function inOrder<T extends Pick<PrintedOrder, 'id'>>(ids: readonly string[], found: readonly T[]): T[] {
  const byId = new Map(found.map((each) => [each.id, each]));
  const faults = new Faults();
  for (const [place, id] of ids.entries())
    if (!byId.has(id)) faults.add('not_found', `/body/ids/${place}`, `names no order of the store: ${id}`);
  faults.refuse({ quotesNobody: true });
  return ids.map((id) => byId.get(id) as T);
}

/** @throws {Refusal} invalid_request of orders that do not fit into one file */
export function assertFits(parts: readonly unknown[]): void {
  if (parts.length <= PARTS_MAX) return;
  const [pointer, message] = [
    '/body/ids',
    `name orders with more than ${PARTS_MAX} lines or parcels, which do not fit into one file`,
  ];
  refuse('invalid_request', `${pointer} ${message}`, { errors: [{ pointer, message }], quotesNobody: true });
}
