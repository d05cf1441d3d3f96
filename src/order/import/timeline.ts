import type { MutationContext } from '../../kernel/declaration/context';
import { note } from '../event/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { addsUp, isInLira } from '../package/pieces';
import { MARKETPLACE } from './new-order';
import { hasMoved, type PackageChange } from './package-news';

/** An order as it stood before a merge, and what the merge made of it. */
interface MergedOrder {
  /** undefined: the merge has made the order. */
  readonly before: OrderRow | undefined;
  readonly after: OrderRow;
  readonly stood: readonly OrderLine[];
  readonly lines: readonly OrderLine[];
  readonly changes: readonly PackageChange[];
}

/** Adds a merge to the timeline of its order. */
export function noteMerge(
  context: MutationContext,
  { before, after: order, stood, lines, changes }: MergedOrder,
): void {
  const { id, payment, paidAt } = order;
  if (!before) note(context, id, { kind: 'placed' });
  const wasCancelled = before?.payment === 'cancelled';
  if (wasCancelled && payment === 'paid') note(context, id, { kind: 'goes_on' });
  if (paidAt !== null && (before?.paidAt ?? null) === null) note(context, id, { kind: 'paid' });
  if (!wasCancelled && payment === 'cancelled') note(context, id, { kind: 'cancelled', state: MARKETPLACE });
  for (const change of changes) {
    if (!hasMoved(change)) continue;
    const { before: known, after } = change;
    if (known?.state !== after.state)
      note(context, id, { kind: 'package', subjectId: after.id, state: after.state, text: after.stateWord });
    if (!isInLira(after) && (known === undefined || isInLira(known)))
      note(context, id, { kind: 'other_currency', subjectId: after.id, text: after.currency });
    const differed = known !== undefined && !addsUp(known);
    if (!addsUp(after) && !differed) note(context, id, { kind: 'amounts_differ', subjectId: after.id });
  }
  for (const [place, line] of lines.entries()) {
    const lineBefore = stood[place];
    const short = line.oversold - (lineBefore?.oversold ?? 0);
    if (short > 0) note(context, id, { kind: 'oversold', subjectId: line.id, state: String(short) });
    if (lineBefore?.productId === null && line.productId !== null)
      note(context, id, { kind: 'mapped', subjectId: line.id });
  }
}
