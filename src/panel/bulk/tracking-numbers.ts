/** An order to which a tracking number may belong. */
interface NumberedOrder {
  readonly id: string;
  readonly number: string;
}

interface TrackedOrder {
  readonly orderId: string;
  readonly trackingNumber: string;
}

/** @property text the number of the order, or the line for which no order is left */
export interface NumbersFault {
  readonly fault: 'twice' | 'too_many';
  readonly text: string;
}

const SEPARATOR = /[\t;,]|\s+/;

/**
 * Reads a list of tracking numbers as it is pasted or scanned: a line a number. A line that begins with the number of one of the orders is of
 * that order; the others belong to the orders that are left, one after the other.
 */
export function trackingNumbersIn(
  text: string,
  orders: readonly NumberedOrder[],
): { readonly given: readonly TrackedOrder[] } | NumbersFault {
  const byNumber = new Map(orders.map((order) => [order.number.toUpperCase(), order]));
  const numberOf = new Map<string, string>();
  const plain: string[] = [];
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line === '') continue;
    const [first = '', ...rest] = line.split(SEPARATOR).filter((part) => part !== '');
    const order = rest.length > 0 ? byNumber.get(first.replace(/^#/, '').toUpperCase()) : undefined;
    if (!order) {
      plain.push(line);
      continue;
    }
    if (numberOf.has(order.id)) return { fault: 'twice', text: order.number };
    numberOf.set(order.id, rest.join(' '));
  }
  const others = orders.filter(({ id }) => !numberOf.has(id));
  if (plain.length > others.length) return { fault: 'too_many', text: plain[others.length] as string };
  const inOrder = new Map(plain.map((line, index) => [(others[index] as NumberedOrder).id, line]));
  return {
    given: orders.flatMap(({ id }) => {
      const trackingNumber = numberOf.get(id) ?? inOrder.get(id);
      return trackingNumber === undefined ? [] : [{ orderId: id, trackingNumber }];
    }),
  };
}
