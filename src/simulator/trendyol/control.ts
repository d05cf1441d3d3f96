import { isInteger, type Resources, record } from '../kit/control';
import { type Catalog, PRODUCTS_MAX } from './catalog';
import type { Change, Selection } from './changes';

/** The seller's side of the shop: what a test changes there. */
export function catalogResource(catalog: Catalog): Resources[string] {
  return {
    GET: () => describe(catalog),
    PUT: (body) => {
      changeCatalog(catalog, body);
      return describe(catalog);
    },
    DELETE: () => {
      catalog.reset();
      return describe(catalog);
    },
  };
}

/** Reads everything before it changes anything: a wrong field leaves the catalog as it was. */
function changeCatalog(catalog: Catalog, body: unknown): void {
  const wanted = record(body, 'The body', ['products', 'priceChange', 'stockChange', 'titleChange', 'archiveChange']);
  const { products } = wanted;
  if (products !== undefined && !(isInteger(products) && products >= 0 && products <= PRODUCTS_MAX)) {
    throw new RangeError(`products must be a whole number from 0 to ${PRODUCTS_MAX}.`);
  }
  const changes: Change[] = [];
  if (wanted.priceChange !== undefined) {
    const { factor, ...rest } = record(wanted.priceChange, 'priceChange', ['factor', 'contentIds', 'everyNth']);
    if (typeof factor !== 'number' || !(factor > 0 && factor <= 1000)) {
      throw new RangeError('priceChange.factor must be above 0 and at most 1000.');
    }
    changes.push({ kind: 'price', selection: selection(rest, 'priceChange'), factor });
  }
  if (wanted.stockChange !== undefined) {
    const { quantity, ...rest } = record(wanted.stockChange, 'stockChange', ['quantity', 'contentIds', 'everyNth']);
    if (!isInteger(quantity) || quantity < 0 || quantity > 20_000) {
      throw new RangeError('stockChange.quantity must be a whole number from 0 to 20000.');
    }
    changes.push({ kind: 'stock', selection: selection(rest, 'stockChange'), quantity });
  }
  if (wanted.titleChange !== undefined) {
    const { suffix, ...rest } = record(wanted.titleChange, 'titleChange', ['suffix', 'contentIds', 'everyNth']);
    if (typeof suffix !== 'string') throw new RangeError('titleChange.suffix must be a text.');
    changes.push({ kind: 'title', selection: selection(rest, 'titleChange'), suffix });
  }
  if (wanted.archiveChange !== undefined) {
    const { archived, ...rest } = record(wanted.archiveChange, 'archiveChange', ['archived', 'contentIds', 'everyNth']);
    if (typeof archived !== 'boolean') throw new RangeError('archiveChange.archived must be true or false.');
    changes.push({ kind: 'archive', selection: selection(rest, 'archiveChange'), archived });
  }
  if (isInteger(products)) catalog.resize(products);
  for (const change of changes) catalog.change(change);
}

function selection({ contentIds, everyNth }: Record<string, unknown>, name: string): Selection {
  if (contentIds === undefined && isInteger(everyNth) && everyNth >= 1) return { everyNth };
  if (everyNth === undefined && Array.isArray(contentIds) && contentIds.every(isInteger)) return { contentIds };
  throw new RangeError(`${name} needs either contentIds (whole numbers) or everyNth (1 or more).`);
}

const describe = (catalog: Catalog): unknown => ({
  products: catalog.products,
  changes: catalog.changeCount,
  revision: catalog.revision,
});
