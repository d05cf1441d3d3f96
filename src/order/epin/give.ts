import { lockPools, takeCodes } from '../../catalog/digital/sale-store';
import type { CodeCounts } from '../../catalog/product/view';
import type { MutationContext } from '../../kernel/declaration/context';
import { postLetter } from '../../mail/letters';
import { note } from '../event/store';
import type { NewOrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { goesBackWhole, isTrusted } from '../order/state';
import { digitalDelivered } from './letter';
import { codesShort, owed } from './short';

/** The codes that were taken for the lines of an order. */
export interface GivenCodes<Line> {
  /** All lines as they are now. */
  readonly lines: readonly Line[];
  /** The number of codes, by the id of the line. */
  readonly codes: ReadonlyMap<string, number>;
  /** The counts of pools before and after, by product. */
  readonly pools: ReadonlyMap<string, { readonly before: CodeCounts; readonly after: CodeCounts }>;
}

/** The money of an order that has come, and its part that goes back. */
type Money = Pick<OrderRow, 'captured' | 'refunded' | 'refundReserved'>;

/**
 * Opens the digital lines of an order that is paid: what its products have goes to the buyer, a code for each piece as far as there are
 * codes. Where all of the money goes back nothing does, and lines wait for their codes nevertheless: a refund may come to nothing. Pools
 * are locked by the ids of their products, after every order and product.
 */
export async function releaseDigital<Line extends NewOrderLine>(
  context: Pick<MutationContext, 'tx' | 'storeId' | 'now'>,
  order: Money,
  lines: readonly Line[],
): Promise<GivenCodes<Line>> {
  const waiting = lines.map(waitingForCodes);
  if (goesBackWhole(order)) return { lines: waiting, codes: new Map(), pools: new Map() };
  return giveCodes(context, waiting.map(linked));
}

const waitingForCodes = <Line extends NewOrderLine>(line: Line): Line =>
  line.digitalKind === 'code_pool' ? { ...line, codes: line.codes ?? 0 } : line;

const linked = <Line extends NewOrderLine>(line: Line): Line =>
  line.digitalKind === 'link' && !line.requiresShipping
    ? { ...line, delivered: Math.max(line.delivered, owed(line)) }
    : line;

/** Opens links of an order that stayed here while money was to go back, and it did not. No sweep sees to them as it does to codes. */
export function reopenLinks<Line extends NewOrderLine>(
  context: MutationContext,
  order: Money & Pick<OrderRow, 'id' | 'payment' | 'review'>,
  lines: readonly Line[],
): readonly Line[] {
  if (order.payment !== 'paid' || !isTrusted(order) || goesBackWhole(order)) return lines;
  const opened = lines.map(linked);
  if (opened.some(({ delivered }, place) => delivered !== lines[place]?.delivered))
    postLetter(context, digitalDelivered, order.id);
  return opened;
}

/** Takes codes for the lines of a paid order that are short of some. A line that is not shipped is delivered by its codes. */
export async function giveCodes<Line extends NewOrderLine>(
  { tx, storeId, now }: Pick<MutationContext, 'tx' | 'storeId' | 'now'>,
  lines: readonly Line[],
): Promise<GivenCodes<Line>> {
  const codes = new Map<string, number>();
  const pools = new Map<string, { before: CodeCounts; after: CodeCounts }>();
  const short = lines.flatMap((line) =>
    line.productId !== null && codesShort(line) > 0 ? [{ ...line, productId: line.productId }] : [],
  );
  if (short.length === 0) return { lines, codes, pools };
  const locked = await lockPools(
    tx,
    storeId,
    short.map(({ productId }) => productId),
  );
  for (const line of short) {
    const { id: lineId, productId } = line;
    const before = pools.get(productId)?.after ?? locked.get(productId);
    if (!before || before.available === 0) continue;
    const { taken, counts } = await takeCodes(tx, storeId, { productId, lineId, count: codesShort(line) }, now);
    codes.set(lineId, taken);
    pools.set(productId, { before: pools.get(productId)?.before ?? before, after: counts });
  }
  return { lines: lines.map((line) => withCodes(line, codes.get(line.id) ?? 0)), codes, pools };
}

const withCodes = <Line extends NewOrderLine>(line: Line, given: number): Line =>
  given === 0
    ? line
    : {
        ...line,
        codes: (line.codes ?? 0) + given,
        delivered: line.requiresShipping ? line.delivered : line.delivered + given,
      };

/** Records what was given, tells the timeline of it, and writes to the buyer: of codes, and of links as soon as they are paid. */
export function tellGiven(
  context: MutationContext,
  order: Money & Pick<OrderRow, 'id'>,
  { lines, codes, pools }: GivenCodes<NewOrderLine>,
  when: 'paid' | 'later',
): void {
  for (const [productId, { before, after }] of pools)
    context.record('product', productId, { codes: before }, { codes: after });
  for (const [subjectId, given] of codes)
    note(context, order.id, { kind: 'codes_given', subjectId, state: String(given) });
  const isNews = when === 'paid' ? !goesBackWhole(order) && lines.some(isToldOf) : codes.size > 0;
  if (isNews) postLetter(context, digitalDelivered, order.id);
}

const isToldOf = (line: NewOrderLine): boolean => line.digitalKind !== 'none' && owed(line) > 0;
