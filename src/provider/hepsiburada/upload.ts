import { nullable, type Static, t } from '../../kernel/schema/schema';
import type { FailedVariant, RemoteBatch, SentOffer } from '../channel/listing';
import { checkedAnswer } from '../checked-answer';
import { CursorRefused, ProviderThrottled } from '../error';
import { storable } from '../text';
import { NAME } from './client';

/** Stock and prices go by uploads of their own. */
export const uploadKinds = ['stock', 'price'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** Five uploads of a seller may be under way; one that is over is worked off within moments. */
const PENDING_WAIT_MS = 5_000;
const REASONS_MAX = 20;
const ID = '[A-Za-z0-9_-]{1,100}';

const text = (maxLength: number) => t.Optional(nullable(t.String({ maxLength })));

const askedSchema = t.Object({ id: t.Optional(nullable(t.String({ maxLength: 200, pattern: `^(${ID})?$` }))) });

/**
 * Reads the id of an upload.
 * @throws {ProviderThrottled} when the upload was not taken because others are under way, which is said with a status of success
 */
export function uploadIdOf(answer: unknown): string {
  const { id } = checkedAnswer<Static<typeof askedSchema>>(NAME, 'an upload', askedSchema, answer);
  if (!id) throw new ProviderThrottled(PENDING_WAIT_MS);
  return id;
}

/** Kuruş as a number of JSON, with two decimals at most. */
const lira = (kurus: number): number => kurus / 100;

/** The codes of an item: Hepsiburada's own one, or the seller's. */
const codesOf = ({ barcode, variantId }: SentOffer): object =>
  variantId ? { hepsiburadaSku: variantId } : { merchantSku: barcode };

/** Items as an upload takes them. Hepsiburada has no struck-through price here. */
export function uploadedItems(kind: UploadKind, items: readonly SentOffer[]): object[] {
  return items.flatMap((item) => {
    if (kind === 'stock') return item.stock === undefined ? [] : { ...codesOf(item), availableStock: item.stock };
    return item.price === undefined ? [] : { ...codesOf(item), price: lira(item.price) };
  });
}

export interface Upload {
  readonly kind: UploadKind;
  readonly id: string;
}

/** Names a batch by its uploads. */
export const batchIdOf = (uploads: readonly Upload[]): string =>
  uploads.map(({ kind, id }) => `${kind}.${id}`).join('+');

const NAMED = new RegExp(`^(${uploadKinds.join('|')})\\.(${ID})$`);

/** @throws {CursorRefused} when the text names no uploads */
export function uploadsIn(batchId: string): Upload[] {
  return batchId.split('+').map((part): Upload => {
    const [, kind, id] = NAMED.exec(part) ?? [];
    if (!id) throw new CursorRefused(400, null, 'There is no such upload.');
    return { kind: kind as UploadKind, id };
  });
}

const failedSchema = t.Object({
  hepsiburadaSku: text(200),
  merchantSku: text(200),
  errors: t.Optional(nullable(t.Array(t.Unknown(), { maxItems: 1_000 }))),
  type: text(200),
  description: text(10_000),
});
const uploadSchema = t.Object({
  status: text(100),
  errors: t.Optional(nullable(t.Array(failedSchema, { maxItems: 10_000 }))),
  priceValidations: t.Optional(nullable(t.Array(failedSchema, { maxItems: 10_000 }))),
});
type UploadAnswer = Static<typeof uploadSchema>;

const OVER = /^(done|complet|finish|succe)/i;
const FAILED = /^(fail|error)/i;

/** The state of uploads that were sent together. An upload names its failed items alone. */
export function batchOf(answers: readonly unknown[]): RemoteBatch {
  const uploads = answers.map((answer) => checkedAnswer<UploadAnswer>(NAME, 'an upload', uploadSchema, answer));
  const isOpen = uploads.some(({ status }) => !OVER.test(status ?? '') && !FAILED.test(status ?? ''));
  const rows = uploads.flatMap(({ errors, priceValidations }) => [...(errors ?? []), ...(priceValidations ?? [])]);
  const hasFailed = uploads.some(({ status }) => FAILED.test(status ?? ''));
  // A batch that has failed as a whole, or names an item by its place alone, is read back.
  if (hasFailed || rows.some(({ hepsiburadaSku, merchantSku }) => !hepsiburadaSku && !merchantSku))
    return { isOpen, items: [] };
  return { isOpen, items: [], failedVariants: failedOf(rows) };
}

function failedOf(rows: readonly Static<typeof failedSchema>[]): FailedVariant[] {
  const reasons = new Map<string, string[]>();
  for (const row of rows)
    for (const code of new Set([row.hepsiburadaSku, row.merchantSku]))
      if (code) reasons.set(code, [...(reasons.get(code) ?? []), ...reasonsOf(row)].slice(0, REASONS_MAX));
  return [...reasons].map(([variantId, said]) => ({ variantId, reasons: said }));
}

function reasonsOf({ errors, description, type }: Static<typeof failedSchema>): string[] {
  const said = (errors ?? []).filter((each): each is string => typeof each === 'string' && each.trim() !== '');
  const words = said.length > 0 ? said : [description || type || 'It was not taken.'];
  return words.map((each) => storable(each));
}
