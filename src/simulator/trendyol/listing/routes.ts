import { type Endpoint, endpoint } from '../../kit/endpoint';
import { badRequest, ProviderError } from '../errors';
import { integer, one } from '../filters';
import type { Page } from '../wire';
import { attributesOf, type CategoryAttribute } from './attributes';
import type { Listings } from './listings';
import { categoryTree, leafName } from './tree';

const SIZE_MAX = 1_000;
const SIZE_DEFAULT = 20;
/** Page × size may not pass this. */
const NUMBERED_ROWS_MAX = 10_000;
const BARCODES_MAX = 50;

/** The calls of the services with which products are listed. */
export function listingEndpoints(listings: Listings): Endpoint[] {
  const tree = categoryTree();
  return [
    endpoint('GET /product/product-categories', () =>
      listings.dials.knobs.treeAs === 'array' ? tree : { categories: tree },
    ),

    endpoint('GET /product/categories/{categoryId}/attributes', ({ path, query }) => {
      const { id, attributes } = categoryOf(path.categoryId);
      const required = one(query, 'required');
      return {
        id,
        name: leafName(id),
        displayName: leafName(id),
        categoryAttributes: attributes
          .filter((attribute) => required !== 'true' || attribute.required)
          .map(({ id: attributeId, name, values: _, ...flags }) => ({
            categoryId: id,
            attribute: { id: attributeId, name },
            ...flags,
          })),
      };
    }),

    endpoint('GET /product/categories/{categoryId}/attributes/{attributeId}/values', ({ path, query }) => {
      const { attributes } = categoryOf(path.categoryId);
      const attribute = attributes.find(({ id }) => String(id) === path.attributeId);
      if (!attribute) throw ProviderError.service(404, 'attribute.not.found', 'Özellik bulunamadı.');
      return paged(query, valuesOf(attribute, listings.dials.knobs.valueNamed));
    }),

    endpoint('POST /product/sellers/{sellerId}/v2/products', (call) => listings.create(call)),

    endpoint('POST /inventory/sellers/{sellerId}/products/price-and-inventory', (call) => listings.inventory.ask(call)),

    endpoint('GET /product/sellers/{sellerId}/products/batch-requests/{batchRequestId}', ({ path }) =>
      listings.batches.result(path.batchRequestId ?? ''),
    ),

    endpoint('GET /product/sellers/{sellerId}/products/unapproved', ({ query, path: { sellerId } }) => {
      const status = one(query, 'status');
      if (status !== undefined && !['rejected', 'pendingApproval'].includes(status))
        throw badRequest('invalid.status', 'status rejected veya pendingApproval olmalıdır.');
      const barcodes = [one(query, 'barcode'), ...(one(query, 'barcodes')?.split(',') ?? [])].filter(
        (barcode) => barcode !== undefined,
      );
      if (barcodes.length > BARCODES_MAX) throw badRequest('invalid.barcodes', 'En fazla 50 barkod sorgulanabilir.');
      const [stockCode, productMainId] = [one(query, 'stockCode'), one(query, 'productMainId')];
      const rows = listings.queue.rows(
        (row) =>
          (status === undefined || row.status === status) &&
          (barcodes.length === 0 || barcodes.includes(row.barcode)) &&
          (stockCode === undefined || row.stockCode === stockCode) &&
          (productMainId === undefined || row.productMainId === productMainId),
      );
      return paged(
        query,
        rows.map((row) => ({ supplierId: Number(sellerId), ...row })),
      );
    }),

    endpoint('POST /product/sellers/{sellerId}/products/buybox-information', (call) =>
      listings.buybox.information(call),
    ),
    endpoint('PUT /product/sellers/{sellerId}/products/archive-state', (call) => listings.archive(call)),
    endpoint('PUT /product/sellers/{sellerId}/products/unlock', (call) => listings.unlock(call)),
    endpoint('DELETE /product/sellers/{sellerId}/products', (call) => listings.delete(call)),
  ];
}

function categoryOf(raw: string | undefined): { id: number; attributes: readonly CategoryAttribute[] } {
  const id = Number(raw);
  const attributes = attributesOf(id);
  if (!attributes) throw ProviderError.service(404, 'category.not.found', 'Kategori bulunamadı.');
  return { id, attributes };
}

const valuesOf = ({ values }: CategoryAttribute, named: 'attributeValue' | 'attributeValueName'): object[] =>
  values.map(({ id, name }) => ({ attributeValueId: id, [named]: name }));

/** A page of a list that is short enough to be counted. Its token is the place where the next page begins. */
function paged<Row>(query: URLSearchParams, rows: readonly Row[]): Page<Row> {
  const size = integer(query, 'size') ?? SIZE_DEFAULT;
  if (size < 1 || size > SIZE_MAX) throw badRequest('invalid.size', `size 1 ile ${SIZE_MAX} arasında olmalıdır.`);
  const token = one(query, 'nextPageToken');
  const page = token === undefined ? (integer(query, 'page') ?? 0) : pageIn(token);
  if (page < 0 || (token === undefined && page * size > NUMBERED_ROWS_MAX))
    throw badRequest('invalid.page', `page x size en fazla ${NUMBERED_ROWS_MAX} olabilir.`);
  const content = rows.slice(page * size, (page + 1) * size);
  return {
    totalElements: rows.length,
    totalPages: Math.ceil(rows.length / size),
    page,
    size,
    nextPageToken: (page + 1) * size < rows.length ? tokenOf(page + 1) : null,
    content,
  };
}

const tokenOf = (page: number): string => Buffer.from(JSON.stringify({ sort: [page] })).toString('base64');

function pageIn(token: string): number {
  const [, page] = /^\{"sort":\[(\d{1,9})\]\}$/.exec(Buffer.from(token, 'base64').toString('utf8')) ?? [];
  if (page === undefined) throw badRequest('invalid.nextpagetoken', 'nextPageToken geçersiz.');
  return Number(page);
}
