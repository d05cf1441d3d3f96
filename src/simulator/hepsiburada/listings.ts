import { type Call, type Endpoint, endpoint } from '../kit/endpoint';
import { refusedListing } from './errors';
import type { Good, Goods } from './goods';
import type { UploadKind, Uploads } from './uploads';

const LISTINGS = '/listing-external/listings/merchantid/{merchantId}';
const CATALOG = '/mpop/product/api/products/all-products-of-merchant/{merchantId}';
const SKUS_MAX = 50;
const LIMIT_MAX = 1_000;
const SIZE_MAX = 1_000;

/** The services of listings and of the catalog. */
export function listingEndpoints(goods: Goods, uploads: Uploads): Endpoint[] {
  const kinds: readonly UploadKind[] = ['stock', 'price'];
  return [
    endpoint(`GET ${LISTINGS}`, ({ query }) => listed(query, goods)),
    endpoint(`GET ${CATALOG}`, (call) => catalogued(call, goods)),
    ...kinds.flatMap((kind) => [
      endpoint(`POST ${LISTINGS}/${kind}-uploads`, (call) => uploads.ask(kind, call)),
      endpoint(`GET ${LISTINGS}/${kind}-uploads/id/{id}`, ({ path }) => uploads.result(kind, path.id ?? '')),
    ]),
  ];
}

function listed(query: URLSearchParams, goods: Goods): object {
  const [offset, limit] = [wholeIn(query, 'offset'), wholeIn(query, 'limit')];
  if (limit < 1 || limit > LIMIT_MAX) throw refusedListing(400, 'limit geçersiz.');
  const [hbSkus, merchantSkus] = [namesIn(query, 'hbSkuList'), namesIn(query, 'merchantSkuList')];
  const rows = goods.all.filter(
    ({ hbSku, merchantSku }) =>
      (hbSkus === undefined || hbSkus.includes(hbSku)) &&
      (merchantSkus === undefined || merchantSkus.includes(merchantSku)),
  );
  return { listings: rows.slice(offset, offset + limit).map(listingOf), totalCount: rows.length, limit, offset };
}

function namesIn(query: URLSearchParams, name: string): string[] | undefined {
  const names = query.get(name)?.split(',');
  if (names && names.length > SKUS_MAX) throw refusedListing(400, `${name} en fazla ${SKUS_MAX} kayıt alır.`);
  return names;
}

function wholeIn(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  if (!/^\d{1,9}$/.test(text)) throw refusedListing(400, `${name} gönderilmelidir.`);
  return Number(text);
}

const listingOf = (good: Good): object => ({
  listingId: `lst-${good.hbSku}`,
  uniqueIdentifier: null,
  hepsiburadaSku: good.hbSku,
  merchantSku: good.merchantSku,
  price: good.price / 100,
  availableStock: good.stock,
  dispatchTime: 1,
  cargoCompany1: 'Yurtiçi Kargo',
  maximumPurchasableQuantity: 0,
  minimumPurchasableQuantity: 1,
  pricings: [],
  isSalable: good.stock > 0 && !good.isLocked,
  customizableProperties: [],
  deactivationReasons: good.stock > 0 ? [] : ['StockIsNotEnough'],
  isSuspended: false,
  isLocked: good.isLocked,
  lockReasons: good.isLocked ? ['PriceLock'] : [],
  isFrozen: false,
  freezeReasons: [],
  availableWarehouses: [],
  isFulfilledByHB: good.isFulfilledByHB,
  productId: good.hbSku,
  hasVariant: false,
});

/** The catalog counts its pages from 0, and writes its prices with a comma. */
function catalogued({ query, headers }: Call, goods: Goods): object {
  const [page, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 10)];
  if (!Number.isInteger(page) || page < 0 || !Number.isInteger(size) || size < 1 || size > SIZE_MAX)
    throw refusedListing(400, 'page ve size geçersiz.');
  const rows = goods.all.filter(
    (good) =>
      (query.get('barcode') ?? good.barcode) === good.barcode &&
      (query.get('merchantSku') ?? good.merchantSku) === good.merchantSku &&
      (query.get('hbSku') ?? good.hbSku) === good.hbSku,
  );
  const shown = rows.slice(page * size, (page + 1) * size);
  return {
    success: true,
    code: 0,
    version: 1,
    message: null,
    totalElements: rows.length,
    totalPages: Math.ceil(rows.length / size),
    number: page,
    numberOfElements: shown.length,
    first: page === 0,
    last: (page + 1) * size >= rows.length,
    data: shown.map((good) => productOf(good, headers.host)),
  };
}

const productOf = (good: Good, host: string | undefined): object => ({
  merchantSku: good.merchantSku,
  barcode: good.barcode,
  hbSku: good.hbSku,
  variantGroupId: `grp-${good.hbSku}`,
  productName: good.name,
  brand: good.brand,
  images: host ? [`http://${host}/pictures/${good.hbSku}.png`] : [],
  categoryId: 18_021_982,
  categoryName: good.category,
  tax: String(good.tax),
  price: `${Math.floor(good.price / 100)},${String(good.price % 100).padStart(2, '0')}`,
  description: `<p>${good.name}, küçük bir atölyede hazırlanır.</p>`,
  status: 'MATCHED',
  baseAttributes: [],
  variantTypeAttributes: [],
  productAttributes: [],
  validationResults: [],
  rejectReasons: [],
});
