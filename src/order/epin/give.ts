import { lockPools, takeCodes } from '../../catalog/digital/sale-store';
import type { CodeCounts } from '../../catalog/product/view';
import type { MutationContext } from '../../kernel/declaration/declare';
import { postLetter } from '../../mail/letters';
import { note } from '../event/store';
import type { NewOrderLine } from '../line/table';
import { digitalDelivered } from './letter';
import { codesShort } from './short';

/** What was taken for the lines of an order. */
export interface Given<Line> {
  /** All lines as they are now. */
  readonly lines: readonly Line[];
  /** How many codes, by the id of the line. */
  readonly codes: ReadonlyMap<string, number>;
  /** The counts of pools before and after, by product. */
  readonly pools: ReadonlyMap<string, { readonly before: CodeCounts; readonly after: CodeCounts }>;
}

/**
 * Opens the digital lines of an order that is paid: what its products have goes to the buyer, a code for each piece as far as there are
 * codes. Pools are locked by the ids of their products, after every order and product.
 */
export function releaseDigital<Line extends NewOrderLine>(
  context: Pick<MutationContext, 'tx' | 'storeId' | 'now'>,
  lines: readonly Line[],
): Promise<Given<Line>> {
  return giveCodes(context, lines.map(opened));
}

const opened = <Line extends NewOrderLine>(line: Line): Line => {
  if (line.digitalKind === 'code_pool') return { ...line, codes: line.codes ?? 0 };
  return line.digitalKind === 'link' && !line.requiresShipping ? { ...line, delivered: line.quantity } : line;
};

/** Takes codes for the lines of a paid order that are short of some. A line that is not shipped is delivered by its codes. */
export async function giveCodes<Line extends NewOrderLine>(
  { tx, storeId, now }: Pick<MutationContext, 'tx' | 'storeId' | 'now'>,
  lines: readonly Line[],
): Promise<Given<Line>> {
  const codes = new Map<string, number>();
  const pools = new Map<string, { before: CodeCounts; after: CodeCounts }>();
  const short = lines.filter((line) => codesShort(line) > 0);
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
  orderId: string,
  { lines, codes, pools }: Given<NewOrderLine>,
  when: 'paid' | 'later',
): void {
  for (const [productId, { before, after }] of pools)
    context.record('product', productId, { codes: before }, { codes: after });
  for (const [subjectId, given] of codes)
    note(context, orderId, { kind: 'codes_given', subjectId, state: String(given) });
  const isNews = when === 'paid' ? lines.some(({ digitalKind }) => digitalKind !== 'none') : codes.size > 0;
  if (isNews) postLetter(context, digitalDelivered, orderId);
}
