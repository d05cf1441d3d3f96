import type { BarcodeClaim } from '../../src/catalog/barcode/table';
import { handleFrom } from '../../src/catalog/handle/handle';
import { product } from '../../src/catalog/product/aggregate';
import { barcodesOf } from '../../src/catalog/product/state';
import type { NewProduct } from '../../src/catalog/product/store';
import type { Moved } from '../../src/catalog/stock/table';
import { newId } from '../../src/kernel/ids';
import { Catalog } from '../../src/simulator/trendyol/catalog';

const SEED = 11;

/** Products of the simulated marketplace's catalog, Turkish titles and variants, as rows of ours. */
export function* generatedProducts(count: number): Generator<NewProduct> {
  const catalog = new Catalog({ seed: SEED, products: count, sellerId: '424242', defects: false, now: Date.now });
  for (let index = 0; index < count; index += 1) yield productOf(catalog, index);
}

function productOf(catalog: Catalog, index: number): NewProduct {
  const { title, description, brand, variants: contents } = catalog.content(index);
  const [first] = contents;
  if (!first) throw new Error('the catalog has a product without variants');
  const single = contents.length === 1;
  const kurus = Math.round(first.price.salePrice * 100);
  return {
    ...product.initial,
    id: newId('prd'),
    title,
    handle: `${handleFrom(title, 'urun')}-${index}`,
    description,
    brand: brand.name,
    sku: single ? first.stockCode : null,
    barcode: single ? (first.barcode ?? null) : null,
    price: kurus,
    vatRate: first.vatRate,
    stock: single ? (first.stock.quantity ?? 0) : null,
    variants: single
      ? []
      : contents.map((variant) => ({
          id: newId('var'),
          title: variant.attributes.map(({ attributeValue }) => attributeValue).join(' / '),
          sku: variant.stockCode,
          barcode: variant.barcode ?? null,
          price: null,
          stock: variant.stock.quantity ?? 0,
        })),
  };
}

export const barcodesOfProduct = (product: NewProduct): BarcodeClaim[] => barcodesOf(product);

export function firstMovements({ id, stock, variants }: NewProduct): Moved[] {
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
