import type { PackageState } from '../../provider/channel/package';
import type { PackageOp } from './fields';

const here = ['created', 'preparing', 'invoiced'] as const;
const gone = ['returned', 'cancelled', 'unsupplied', 'unpacked'] as const;
const onTheWay = ['shipped', 'at_collection_point', 'delivered', 'undelivered'] as const;

/** States in which an act may be asked for, or is done already. */
const open: Readonly<Record<Exclude<PackageOp, 'invoice_link' | 'invoice_file'>, readonly PackageState[]>> = {
  preparing: ['created', 'preparing'],
  invoiced: ['preparing', 'invoiced'],
  unsupplied: here,
  split: ['created', 'preparing'],
  carrier: here,
  box: here,
  warehouse: here,
  extend: here,
  own_carrier: ['preparing', 'invoiced'],
};

/** A state that is unknown here keeps nobody from asking: the marketplace decides. */
export function isOpenFor(op: PackageOp, state: PackageState): boolean {
  if (state === 'unknown') return true;
  if (op === 'invoice_link' || op === 'invoice_file')
    return state !== 'waiting' && !(gone as readonly PackageState[]).includes(state);
  return open[op].includes(state);
}

/** True if a package that was brought to the first state has it still, or went on from there. */
export const hasReached = (state: PackageState, reached: 'preparing' | 'invoiced' | 'shipped'): boolean => {
  const order: readonly PackageState[] = ['preparing', 'invoiced', 'shipped'];
  const later: readonly PackageState[] = [...order.slice(order.indexOf(reached)), ...onTheWay];
  return later.includes(state);
};
