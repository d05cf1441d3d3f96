import type { Transaction } from '../kernel/database/queryable';
import { command } from '../kernel/declaration/command';
import type { BatchContext, BatchItem, FirstContext } from '../kernel/declaration/context';
import { Refusal } from '../kernel/errors';
import { label, object, type Static, t } from '../kernel/schema/schema';
import type { BarcodeClaim } from './barcode/table';
import { activeCategories } from './category/store';
import { type HandleAllocator, type HandleWish, handleFrom } from './handle/handle';
import { lockHandles } from './handle/store';
import { product } from './product/aggregate';
import { barcodeRefusal, barcodesOf } from './product/state';
import { statedBarcode } from './product/stated-barcode';
import { claimBarcodes, insertProducts, type NewProduct, releaseBarcodes } from './product/store';
import { type ProductRow, productReceipt, productSnapshot, receiptOf, VARIANTS_MAX } from './product/view';
import { sendMovements } from './stock/store';
import type { Moved } from './stock/table';
import { variant } from './variant/table';

const payload = object({
  ...product.creates,
  handle: product.updates.handle,
  barcode: statedBarcode,
  variants: t.Optional(
    label(
      'Varyantlar',
      'Variants',
    )(
      t.Array(object({ ...variant.creates, barcode: statedBarcode }), {
        maxItems: VARIANTS_MAX,
        description:
          'In the order of display. While a product has variants their stock is sold: its own lies idle until it has none.',
      }),
    ),
  ),
});

type Item = BatchItem<Static<typeof payload>>;
type Receipt = Static<typeof productReceipt>;

interface Plan {
  readonly wish: HandleWish;
  readonly product: Omit<NewProduct, 'handle'>;
  handle?: string;
  refusal?: Refusal;
}

export default command({
  id: 'catalog.product.create',
  label: { tr: 'Ürün oluştur', en: 'Create a product' },
  summary:
    'Create a product with its variants, price and first stock; its handle is derived from the title when omitted.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload,
  result: productReceipt,
  refuses: ['category_unknown', 'handle_taken', 'barcode_taken'],
  example: {
    title: 'Keten Gömlek',
    price: 89_900,
    stock: 12,
    variants: [{ title: 'S' }, { title: 'M', price: 94_900, stock: 5 }],
  },

  first: (context) => lookUp(context, [context]),

  async run(context) {
    const [created] = await createAll(context, [context], await context.first);
    if (created instanceof Refusal) throw created;
    return created as Receipt;
  },

  runMany: async (context, items) => createAll(context, items, await lookUp(context, items)),
});

/** Facts about new products that are read before one of them is written. */
interface LookedUp {
  readonly plans: readonly Plan[];
  readonly handles: HandleAllocator;
  readonly categories: ReadonlySet<string>;
  /** The barcodes that were taken; undefined: none was claimed yet. */
  readonly taken: readonly BarcodeClaim[] | undefined;
}

/** Looks up names and categories in one statement, for one product as for a thousand. */
async function lookUp(
  { tx, storeId }: Pick<FirstContext, 'tx' | 'storeId'>,
  items: readonly Pick<Item, 'payload' | 'newId'>[],
): Promise<LookedUp> {
  const plans = items.map(planned);
  const wishes = plans.map(({ wish }) => wish);
  const categoryIds = new Set(items.flatMap(({ payload }) => payload.categoryId ?? []));
  const [handles, categories, taken] = await Promise.all([
    lockHandles(tx, storeId, 'product', wishes),
    activeCategories(tx, storeId, [...categoryIds]),
    // Alone, the claim travels with the look-ups: a round trip less. In a batch it waits until the bad items are known, which
    // must not take barcodes from good ones.
    plans.length === 1 ? claimBarcodes(tx, storeId, claimsOf(plans)) : undefined,
  ]);
  return { plans, handles, categories, taken };
}

/** Creates products with one claim of barcodes and one insert a table, for one product as for a thousand. */
async function createAll(
  { tx, storeId, now }: Pick<BatchContext, 'tx' | 'storeId' | 'now'>,
  items: readonly Item[],
  { plans, handles, categories, taken }: LookedUp,
): Promise<(Receipt | Refusal)[]> {
  for (const plan of plans) placePlan(plan, handles, categories);
  if (taken) await settleBarcodes(tx, storeId, plans, taken);
  else {
    const placed = plans.filter(({ refusal }) => !refusal);
    await settleBarcodes(tx, storeId, placed, await claimBarcodes(tx, storeId, claimsOf(placed)));
  }

  const products: NewProduct[] = [];
  const movements: Moved[] = [];
  const results = plans.map(({ product: unnamed, handle, refusal }, index) => {
    if (refusal) return refusal;
    const item = items[index] as Item;
    const created: NewProduct = { ...unnamed, handle: handle as string };
    products.push(created);
    movements.push(...firstStock(created, item.newId));
    const row = asRow(created, now);
    item.record('product', created.id, null, productSnapshot(row));
    // The nearest there is: nothing deletes a product, and its handle and barcodes stay taken.
    item.inverse('catalog.product.archive', { productId: created.id, expectedRev: row.rev });
    return receiptOf(row);
  });
  insertProducts(tx, storeId, products, now);
  sendMovements(tx, storeId, movements, now);
  return results;
}

const claimsOf = (plans: readonly Plan[]): BarcodeClaim[] => plans.flatMap(({ product }) => barcodesOf(product));

function placePlan(plan: Plan, handles: HandleAllocator, categories: ReadonlySet<string>): void {
  const { categoryId } = plan.product;
  if (categoryId !== null && !categories.has(categoryId)) {
    const message = `${categoryId} is not an active category.`;
    plan.refusal = new Refusal('category_unknown', message, { errors: [{ pointer: '/categoryId', message }] });
    return;
  }
  const handle = handles.allocate(plan.wish);
  if (handle !== undefined) plan.handle = handle;
  else {
    const message = `${plan.wish.handle} is taken.`;
    plan.refusal = new Refusal('handle_taken', message, { errors: [{ pointer: '/handle', message }] });
  }
}

/**
 * Refuses the plans whose barcodes are taken, and gives back those that refused plans hold. One of several losers may have lost to
 * another. Therefore each is then tried alone, in the order of the batch, as if the commands had come one after the other.
 */
async function settleBarcodes(
  tx: Transaction,
  storeId: string,
  plans: readonly Plan[],
  taken: readonly BarcodeClaim[],
): Promise<void> {
  const losing = new Set(taken.map(({ productId }) => productId));
  const losers = plans.filter(({ product }) => losing.has(product.id));
  release(tx, storeId, [...losers, ...plans.filter(({ refusal }) => refusal)]);
  for (const loser of losers) {
    const lost = losers.length === 1 ? taken : await claimBarcodes(tx, storeId, claimsOf([loser]));
    if (lost.length === 0) continue;
    release(tx, storeId, losers.length === 1 ? [] : [loser]);
    loser.refusal ??= barcodeRefusal(lost, loser.product, (variantId) => barcodePointer(loser.product, variantId));
  }
}

function release(tx: Transaction, storeId: string, plans: readonly Plan[]): void {
  const claims = claimsOf(plans);
  const ids = plans.map(({ product }) => product.id);
  releaseBarcodes(
    tx,
    storeId,
    ids,
    claims.map(({ barcode }) => barcode),
  );
}

function planned({ payload, newId }: Pick<Item, 'payload' | 'newId'>): Plan {
  const { handle, variants = [], ...stated } = payload;
  const unnamed = {
    ...product.initial,
    ...stated,
    id: newId('prd'),
    variants: variants.map((stated) => variant.planned(stated, newId)),
  };
  const derived = handle === undefined;
  return { wish: { handle: handle ?? handleFrom(payload.title, 'urun'), derived }, product: unnamed };
}

function barcodePointer({ variants }: Pick<NewProduct, 'variants'>, variantId: string | null): string {
  return variantId === null ? '/barcode' : `/variants/${variants.findIndex(({ id }) => id === variantId)}/barcode`;
}

function firstStock({ id, stock, variants }: NewProduct, newId: (prefix: string) => string): Moved[] {
  const counted = [
    { variantId: null, stock },
    ...variants.map((variant) => ({ variantId: variant.id, stock: variant.stock })),
  ];
  return counted.flatMap(({ variantId, stock }): Moved[] =>
    stock === null
      ? []
      : [
          {
            id: newId('stm'),
            productId: id,
            variantId,
            kind: 'initial',
            delta: stock,
            before: null,
            after: stock,
            reason: null,
          },
        ],
  );
}

function asRow(created: NewProduct, now: Date): ProductRow {
  const at = now.toISOString();
  const digital = { kind: created.digitalKind, url: null, instructions: null, codes: null };
  return { ...created, variants: [...created.variants], digital, media: [], rev: 1, createdAt: at, updatedAt: at };
}
