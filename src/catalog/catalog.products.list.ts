import type { Queryable } from '../kernel/database/queryable';
import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { askedSince, countedPage, countedPageQuery, id, kurus, object, oneOf, t } from '../kernel/schema/schema';
import { searchPatterns } from '../kernel/search-patterns';
import type { FieldsAsked } from '../metafield/filter/bounds';
import { FILTER_HELP, FILTER_LENGTH_MAX, fieldsAsked } from '../metafield/filter/conditions';
import { listProducts, productRows, productSorts } from './product/list-store';
import { listedProductSchema } from './product/view';
import { stockCount } from './stock/view';

const LOW_STOCK_DEFAULT = 5;

/** A cursor of the title sort carries a title, which may be 200 characters that JSON has to escape. */
const CURSOR_LENGTH_MAX = 2048;

const text = (maxLength: number, description: string) => t.Optional(t.String({ minLength: 1, maxLength, description }));

export default readRoute({
  id: 'catalog.products.list',
  label: { tr: 'Ürünleri listele', en: 'List the products' },
  http: 'GET /v1/catalog/products',
  summary: 'Products with variants and stock, a page at a time; filtered, searched and sorted.',
  policy: 'read',
  scope: 'catalog:read',
  query: object({
    ...countedPageQuery,
    cursor: t.Optional(t.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: CURSOR_LENGTH_MAX })),
    text: text(100, 'Words of title, brand, handle, sku or barcode; case, accents and ı/i make no difference.'),
    status: t.Optional(oneOf(['active', 'archived', 'all'], { default: 'active' })),
    categoryId: t.Optional(id('cat')),
    collectionId: t.Optional(id('col')),
    mediaId: t.Optional(id('med')),
    stock: t.Optional(
      oneOf(['in', 'out', 'low', 'untracked'], {
        description:
          'Of variants, or a product without any. in: one can be bought; out: none; low: one has lowStock or less; untracked: none is counted.',
      }),
    ),
    lowStock: t.Optional(
      stockCount({
        description: `With stock=low: left at most; else ${LOW_STOCK_DEFAULT}.`,
      }),
    ),
    minPrice: t.Optional(kurus({ description: 'Kuruş, of the product.' })),
    maxPrice: t.Optional(kurus({ description: 'Kuruş, of the product.' })),
    updatedSince: t.Optional(askedSince()),
    metafields: text(FILTER_LENGTH_MAX, FILTER_HELP),
    barcode: text(64, 'Exactly, of the product or a variant.'),
    sku: text(100, 'Exactly, of the product or a variant.'),
    sort: t.Optional(
      oneOf(productSorts, {
        default: '-createdAt',
        description: 'position: in collectionId. metafield: by sortField, those that have it.',
      }),
    ),
    sortField: t.Optional(
      t.String({
        pattern: '^[a-z][a-z0-9_]{0,39}$',
        description: 'Key of a custom field, no list.',
      }),
    ),
  }),
  result: countedPage(listedProductSchema),
  refuses: ['invalid_request'],
  example: { query: { text: 'kahve', stock: 'in', sort: 'price', limit: 20 } },

  async run({ db, storeId, query, cursors }) {
    const { sort = '-createdAt', status = 'active', updatedSince } = query;
    const { collectionId, mediaId, minPrice, maxPrice, categoryId, stock, barcode, sku } = query;
    if (sort === 'position' && collectionId === undefined) invalid('sort', 'position needs a collectionId');
    if (query.lowStock !== undefined && stock !== 'low') invalid('lowStock', 'belongs to stock=low');
    const isByField = sort === 'metafield' || sort === '-metafield';
    if (isByField && query.sortField === undefined) invalid('sort', `${sort} needs a sortField`);
    if (!isByField && query.sortField !== undefined) invalid('sortField', 'belongs to sort=metafield or -metafield');
    const search = query.text === undefined ? undefined : searchPatterns(query.text);
    if (query.text !== undefined && !search) invalid('text', 'holds no word');
    const filter = {
      status,
      search,
      barcode,
      sku,
      categoryId,
      collectionId,
      mediaId,
      stock,
      lowStock: query.lowStock ?? LOW_STOCK_DEFAULT,
      minPriceKurus: minPrice,
      maxPriceKurus: maxPrice,
      updatedSince,
    };
    const answered = (reader: Queryable, { fields, sortField }: FieldsAsked = {}) => {
      const list = { filter: { ...filter, fields }, sort, sortField };
      return cursors.writtenPage(reader, {
        kinds: [sortField ? FIELD_KINDS[sortField.kind] : (KINDS[sort.replace('-', '')] ?? 'time'), 'text'],
        page: (from, after, limit) => listProducts(from, storeId, { ...list, after }, limit),
        rows: (from, most) => productRows(from, storeId, { ...list, after: null }, most),
      });
    };
    if (query.metafields === undefined && query.sortField === undefined) return answered(db);
    return db.snapshot(async (moment) => answered(moment, await fieldsAsked(moment, storeId, query)));
  },
});

/** The types of the keys by which products are sorted, but for times. */
const KINDS: Record<string, 'text' | 'int4' | 'int8'> = { title: 'text', price: 'int8', position: 'int4' };

const FIELD_KINDS = { text: 'text', number: 'float8' } as const;

function invalid(name: string, message: string): never {
  return refuse('invalid_request', `${name} ${message}.`, { errors: [{ pointer: `/query/${name}`, message }] });
}
