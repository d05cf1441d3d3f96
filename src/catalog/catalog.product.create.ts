import { type BatchItem, command } from '../kernel/declare';
import { Refusal } from '../kernel/errors';
import { object, type Static, t } from '../kernel/schema';
import { activeCategories } from './category.store';
import { type HandleWish, handleFrom } from './handle';
import { lockHandles } from './handle.store';
import { barcodeRefusal, barcodesOf } from './product.state';
import { claimBarcodes, insertProducts, type NewProduct, releaseAllBarcodes } from './product.store';
import { fields, type ProductRow, productReceipt, productSnapshot, receiptOf, VARIANTS_MAX } from './product.view';
import { type Movement, sendMovements } from './stock.store';

const payload = object({
  title: fields.title,
  handle: t.Optional(fields.handle),
  description: t.Optional(fields.description),
  categoryId: t.Optional(fields.categoryId),
  brand: t.Optional(fields.brand),
  sku: t.Optional(fields.sku),
  barcode: t.Optional(fields.barcode),
  tags: t.Optional(fields.tags),
  price: fields.price,
  compareAt: t.Optional(fields.compareAt),
  vatRate: t.Optional(fields.vatRate),
  stock: t.Optional(fields.stock),
  requiresShipping: t.Optional(fields.requiresShipping),
  withdrawalException: t.Optional(fields.withdrawalException),
  variants: t.Optional(
    t.Array(
      object({
        title: fields.variantTitle,
        sku: t.Optional(fields.sku),
        barcode: t.Optional(fields.barcode),
        price: t.Optional(fields.variantPrice),
        stock: t.Optional(fields.stock),
      }),
      { maxItems: VARIANTS_MAX, description: 'In the order of display.' },
    ),
  ),
});

type Item = BatchItem<Static<typeof payload>>;

interface Planned {
  readonly item: Item;
  readonly wish: HandleWish;
  readonly product: Omit<NewProduct, 'handle'>;
}

const VAT_RATE_DEFAULT = 20;

export default command({
  id: 'catalog.product.create',
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

  async run(context) {
    const [created] = await createAll(context, [context]);
    if (created instanceof Refusal) throw created;
    return created as Exclude<typeof created, Refusal | undefined>;
  },

  runMany: createAll,
});

type Context = Parameters<
  NonNullable<Parameters<typeof command<typeof payload, typeof productReceipt>>[0]['runMany']>
>[0];

/** One look-up of names and categories, one claim of barcodes and one insert a table, for one product as for a thousand. */
async function createAll(
  { tx, storeId, now }: Context,
  items: readonly Item[],
): Promise<(Static<typeof productReceipt> | Refusal)[]> {
  const plans = items.map(planned);
  const claimsOf = (of: readonly Planned[]) => of.flatMap(({ product }) => barcodesOf(product));
  // Alone, the claims travel with the look-ups: if the product is refused, everything is rolled back. In a batch they wait
  // until it is known which items are good, so that a bad one does not take the barcode of a good one.
  const early = items.length === 1 ? claimBarcodes(tx, storeId, claimsOf(plans)) : undefined;
  const [handles, categories] = await Promise.all([
    lockHandles(
      tx,
      storeId,
      'product',
      plans.map(({ wish }) => wish),
    ),
    activeCategories(tx, storeId, [...new Set(items.flatMap(({ payload }) => payload.categoryId ?? []))]),
    early,
  ]);

  const refusals = new Map<Planned, Refusal>();
  const named = new Map<Planned, string>();
  for (const plan of plans) {
    const { categoryId } = plan.product;
    const errors = (pointer: string) => ({ errors: [{ pointer, message: 'is not available' }] });
    if (categoryId !== null && !categories.has(categoryId)) {
      refusals.set(
        plan,
        new Refusal('category_unknown', `${categoryId} is not an active category.`, errors('/categoryId')),
      );
      continue;
    }
    const handle = handles.allocate(plan.wish);
    if (handle === undefined)
      refusals.set(plan, new Refusal('handle_taken', `${plan.wish.handle} is taken.`, errors('/handle')));
    else named.set(plan, handle);
  }

  const taken = await (early ?? claimBarcodes(tx, storeId, claimsOf([...named.keys()])));
  for (const plan of taken.length > 0 ? named.keys() : []) {
    const lost = taken.filter(({ productId }) => productId === plan.product.id);
    if (lost.length > 0)
      refusals.set(
        plan,
        barcodeRefusal(lost, (variantId) => barcodePointer(plan.product, variantId)),
      );
  }
  const refusedAfterClaim = plans.filter((plan) => refusals.get(plan)?.code === 'barcode_taken');
  releaseAllBarcodes(
    tx,
    storeId,
    refusedAfterClaim.map(({ product }) => product.id),
  );

  const products: NewProduct[] = [];
  const movements: Movement[] = [];
  const results = plans.map((plan) => {
    const refusal = refusals.get(plan);
    if (refusal) return refusal;
    const product: NewProduct = { ...plan.product, handle: named.get(plan) as string };
    products.push(product);
    movements.push(...firstStock(product, plan.item.newId));
    const row = asRow(product, now);
    plan.item.record('product', product.id, null, productSnapshot(row));
    return receiptOf(row);
  });
  insertProducts(tx, storeId, products, now);
  sendMovements(tx, storeId, movements, now);
  return results;
}

function planned(item: Item): Planned {
  const { payload, newId } = item;
  const derived = payload.handle === undefined;
  const product = {
    id: newId('prd'),
    title: payload.title,
    description: payload.description ?? null,
    categoryId: payload.categoryId ?? null,
    brand: payload.brand ?? null,
    sku: payload.sku ?? null,
    barcode: payload.barcode ?? null,
    tags: payload.tags ?? [],
    price: payload.price,
    compareAt: payload.compareAt ?? null,
    vatRate: payload.vatRate ?? VAT_RATE_DEFAULT,
    stock: payload.stock ?? null,
    requiresShipping: payload.requiresShipping ?? true,
    withdrawalException: payload.withdrawalException ?? null,
    variants: (payload.variants ?? []).map(({ title, sku = null, barcode = null, price = null, stock = null }) => ({
      id: newId('var'),
      title,
      sku,
      barcode,
      price,
      stock,
    })),
  };
  return { item, wish: { handle: payload.handle ?? handleFrom(payload.title, 'urun'), derived }, product };
}

function barcodePointer({ variants }: Pick<NewProduct, 'variants'>, variantId: string | null): string {
  return variantId === null ? '/barcode' : `/variants/${variants.findIndex(({ id }) => id === variantId)}/barcode`;
}

function firstStock({ id, stock, variants }: NewProduct, newId: (prefix: string) => string): Movement[] {
  const counted = [
    { variantId: null, stock },
    ...variants.map((variant) => ({ variantId: variant.id, stock: variant.stock })),
  ];
  return counted.flatMap(({ variantId, stock }): Movement[] =>
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

function asRow(product: NewProduct, now: Date): ProductRow {
  const at = now.toISOString();
  const digital = { digitalKind: 'none', digitalUrl: null, digitalInstructions: null, codes: null } as const;
  return {
    ...product,
    variants: [...product.variants],
    ...digital,
    rev: 1,
    status: 'active',
    createdAt: at,
    updatedAt: at,
  };
}
