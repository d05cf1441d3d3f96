import { nullable, type Static, t } from '../../kernel/schema/schema';
import type { BatchItem, RemoteBatch } from '../channel/listing';
import { checkedAnswer } from '../checked-answer';
import { storable } from '../text';

const text = (maxLength: number) => t.Optional(nullable(t.String({ maxLength })));

/** The answer of each call that changes listings. */
export const askedSchema = t.Object({
  batchRequestId: t.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_.:-]+$' }),
});

const itemSchema = t.Object({
  requestItem: t.Optional(
    nullable(t.Object({ barcode: text(200), product: t.Optional(nullable(t.Object({ barcode: text(200) }))) })),
  ),
  status: text(100),
  failureReasons: t.Optional(nullable(t.Array(t.Unknown(), { maxItems: 1_000 }))),
});

const batchSchema = t.Object({
  status: text(100),
  itemCount: t.Optional(nullable(t.Integer({ minimum: 0, maximum: 1_000_000 }))),
  items: t.Optional(nullable(t.Array(itemSchema, { maxItems: 10_000 }))),
});

/** More of them say nothing more to anybody. */
const REASONS_MAX = 20;

/**
 * The state of a batch. Of stock and prices Trendyol tells no status of the whole: it follows from its items. An item of which it does not
 * say the barcode is left out.
 * @returns null of an empty answer: the batch is over
 */
export function batchOf(answer: unknown): RemoteBatch | null {
  if (answer === null) return null;
  const batch = checkedAnswer<Static<typeof batchSchema>>('Trendyol', 'a batch', batchSchema, answer);
  const rows = batch.items ?? [];
  if (!batch.status && rows.length === 0 && !batch.itemCount) return null;
  const items = rows.flatMap((row): BatchItem[] => {
    const barcode = row.requestItem?.barcode ?? row.requestItem?.product?.barcode;
    if (!barcode) return [];
    const outcome = outcomes[row.status ?? ''] ?? 'open';
    return [{ barcode: storable(barcode, 200), outcome, reasons: outcome === 'failed' ? reasonsOf(row) : [] }];
  });
  const isWaited = rows.length < (batch.itemCount ?? 0) || items.some(({ outcome }) => outcome === 'open');
  return { isOpen: topLevel[batch.status ?? ''] ?? isWaited, items };
}

const outcomes: Readonly<Record<string, BatchItem['outcome']>> = { SUCCESS: 'done', FAILED: 'failed' };
const topLevel: Readonly<Record<string, boolean>> = { IN_PROGRESS: true, COMPLETED: false };

function reasonsOf({ failureReasons }: Static<typeof itemSchema>): string[] {
  const words = (failureReasons ?? []).filter((reason) => typeof reason === 'string' && reason.trim() !== '');
  return words.slice(0, REASONS_MAX).map((reason) => storable(String(reason)));
}
