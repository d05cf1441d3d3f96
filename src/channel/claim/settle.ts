import { Refusal } from '../../kernel/errors';
import type { TSchema } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import { acceptedPiece } from '../../order/claim/fields';
import { ordersNumbered } from '../../order/import/named-store';
import settleClaim from '../../order/order.claim.settle';
import { passingOf } from '../../provider/conversation/waiting';
import type { JobDependencies, StepOptions } from '../job/steps';
import { lineOf } from '../package/payload';
import type { KeptClaim, KeptItem } from './row';
import { noteSettled, takeOwed } from './store';

/** Claims whose pieces one attempt writes down; whatever is left is the next one's. */
const CLAIMS_MAX = 200;
/** Claims whose pieces cannot be written down yet rest so long, at first and in the end. */
const rest = { leastMs: 5 * 60_000, mostMs: 24 * 3_600_000 };

interface OwedClaims {
  readonly storeId: string;
  readonly extension: string;
  readonly jobId: string;
  /** Claims that are tried at once. @default none */
  readonly named?: readonly string[];
}

/**
 * Writes down the pieces that a marketplace has accepted back: a return, a refund and stock for each, in a transaction of its own. A piece
 * that is written down is known by its return, so whoever is killed after that, or comes second, does it no more.
 * @throws when Postgres is away
 */
export async function settleOwed(
  { bus, services }: Pick<JobDependencies, 'bus' | 'services'>,
  { storeId, extension, jobId, named = [] }: OwedClaims,
  { signal, onAnswer, onItemFailure }: Pick<StepOptions, 'signal' | 'onAnswer' | 'onItemFailure'>,
): Promise<void> {
  const books = services.bookkeeping(storeId);
  const channel = { storeId, extension };
  const owed = await takeOwed(books, channel, { rest, limit: CLAIMS_MAX, named });
  // A claim may be of an order that is older than the shop's connection, and that never comes: no command is called for it.
  const numbers = [...new Set(owed.map(({ orderNumber }) => orderNumber))];
  const known = numbers.length === 0 ? new Map() : await ordersNumbered(books, channel, numbers);
  for (const claim of owed.filter(({ orderNumber }) => known.has(orderNumber)))
    for (const item of claim.items.filter(isOwed)) {
      signal.throwIfAborted();
      try {
        const payload = payloadOf(extension, claim, item);
        const acted = await bus.act(settleClaim, { storeId, by: jobId, payload, cause: { jobId } });
        if ('problem' in acted) throw new Refusal(acted.problem.code, acted.problem.detail);
        const { outcome, returnId } = acted.result;
        if (outcome !== 'waiting')
          await noteSettled(books, channel, { ...claim, itemId: item.itemId, settled: { outcome, returnId } });
      } catch (error) {
        if (signal.aborted || passingOf(error)) throw error;
        // It is tried again by a later pull.
        onItemFailure(error);
      }
      onAnswer();
    }
}

const isOwed = ({ state, settled }: KeptItem): boolean => state === 'accepted' && settled === null;

const { pieceId, lineId, barcode, price } = acceptedPiece.properties;

/** Makes a piece the payload of the command. Its texts are cleaned as those of packages are, so both know it by the same name. */
const payloadOf = (extension: string, { orderNumber, claimedAt }: KeptClaim, item: KeptItem) => ({
  extension,
  externalNumber: orderNumber,
  itemId: item.itemId,
  claimedAt,
  pieceId: fitting(pieceId, lineOf(item.pieceId, 100)),
  lineId: fitting(lineId, lineOf(item.lineId, 100)),
  barcode: fitting(barcode, lineOf(item.barcode, 64)),
  price: fitting(price, item.price),
});

/** Leaves out a value that its field refuses: the piece is found by the others. */
const fitting = <T>(schema: TSchema, value: T | null): T | null =>
  schemaErrors(schema, value).length === 0 ? value : null;
