import type { Queryable } from '../../kernel/database/queryable';
import { type FedProduct, listFed } from '../read/feed-store';
import type { Product, Variant } from '../read/shown';
import { lira } from '../render/json-ld';
import { descriptionWords } from '../text/description';
import { gtinIn } from '../text/gtin';
import { shortened } from '../text/text';
import { escaped, HEAD } from './xml';

/** Products that are read at once: memory stays the same however many a shop has. */
const ROWS = 200;
const NAMESPACE = 'http://base.google.com/ns/1.0';
/** Lengths that Google Merchant takes, in characters. */
const LENGTHS = { title: 150, description: 5_000, brand: 70 } as const;

/** The part of a product that the feed reads. */
type Fed = Omit<Product, 'media'>;

interface FeedRequest {
  readonly db: Queryable;
  readonly storeId: string;
  readonly name: string;
  readonly origin: string;
}

/** Writes the feed of all products for Google Merchant and Meta, part by part: an item for each thing that is sold. */
export async function* productFeed({ db, storeId, name, origin }: FeedRequest): AsyncGenerator<string> {
  yield `${HEAD}<rss version="2.0" xmlns:g="${NAMESPACE}">\n<channel>\n<title>${escaped(name)}</title>\n<link>${escaped(origin)}/</link>\n<description>${escaped(name)}</description>\n`;
  for (let after = 'product:'; ; ) {
    const rows = await listFed(db, storeId, after, ROWS);
    const last = rows.at(-1);
    if (!last) break;
    yield rows.map((row) => itemsOf(row, origin)).join('');
    after = last.key;
  }
  yield '</channel>\n</rss>\n';
}

/** Items of a product: one for each variant, or one where it has none. A product without a picture has none: readers refuse it. */
function itemsOf({ key, json, category, images }: FedProduct, origin: string): string {
  const [image, ...others] = images;
  if (image === undefined) return '';
  const product = JSON.parse(json) as Fed;
  const shared: readonly Part[] = [
    ['description', shortened(descriptionWords(product.description) || product.title, LENGTHS.description)],
    ['link', `${origin}/urun/${key.slice('product:'.length)}`],
    ['image_link', origin + image],
    ...others.map((each): Part => ['additional_image_link', origin + each]),
    ...(product.brand === null ? [] : [['brand', shortened(product.brand, LENGTHS.brand)] as const]),
    ...(category === null ? [] : [['product_type', category] as const]),
    ['condition', 'new'],
  ];
  if (product.variants.length === 0) return itemOf(product.id, product.title, product, shared);
  return product.variants
    .map((variant) =>
      itemOf(variant.id, `${product.title} – ${variant.title}`, { ...product, ...soldAs(product, variant) }, [
        ['item_group_id', product.id],
        ...shared,
      ]),
    )
    .join('');
}

type Part = readonly [name: string, text: string];

const soldAs = ({ price }: Fed, variant: Variant): Pick<Fed, 'price' | 'stock' | 'barcode'> => ({
  barcode: variant.barcode ?? null,
  price: variant.price ?? price,
  stock: variant.stock,
});

function itemOf(
  id: string,
  title: string,
  { price, compareAt, stock, barcode }: Pick<Fed, 'price' | 'compareAt' | 'stock' | 'barcode'>,
  shared: readonly Part[],
): string {
  const isReduced = compareAt !== null && compareAt > price;
  const gtin = gtinIn(barcode);
  const parts: readonly Part[] = [
    ['id', id],
    ['title', shortened(title, LENGTHS.title)],
    ...shared,
    gtin === undefined ? ['identifier_exists', 'no'] : ['gtin', gtin],
    ['availability', stock === null || stock > 0 ? 'in_stock' : 'out_of_stock'],
    ['price', `${lira(isReduced ? compareAt : price)} TRY`],
    ...(isReduced ? [['sale_price', `${lira(price)} TRY`] as const] : []),
  ];
  return `<item>${parts.map(([name, text]) => `<g:${name}>${escaped(text)}</g:${name}>`).join('')}</item>\n`;
}
