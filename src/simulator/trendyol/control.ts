import { type Catalog, PRODUCTS_MAX } from './catalog';
import type { Change, Selection } from './changes';
import { checkedFaults, type FaultControl } from './faults';
import type { Stats } from './statistics';

/** Where tests turn things on; outside the provider's prefix, without its credentials. */
export const CONTROL_PREFIX = '/__simulator';

export interface ControlAnswer {
  status: number;
  body: unknown;
}

export interface Controlled {
  catalog: Catalog;
  faults: FaultControl;
  stats(): Stats;
  resetStats(): void;
}

/**
 * Answers a control request.
 * @param path below {@link CONTROL_PREFIX}
 * @param body parsed JSON; undefined when none was sent
 */
export function control(controlled: Controlled, method: string, path: string, body: unknown): ControlAnswer {
  const { catalog, faults } = controlled;
  const actions: Record<string, Record<string, () => unknown>> = {
    '/faults': {
      GET: () => faults.get(),
      PUT: () => {
        faults.set(checkedFaults(body));
        return faults.get();
      },
      DELETE: () => {
        faults.clear();
        return faults.get();
      },
    },
    '/stats': {
      GET: () => controlled.stats(),
      DELETE: () => {
        controlled.resetStats();
        return controlled.stats();
      },
    },
    '/catalog': {
      GET: () => describe(catalog),
      PUT: () => {
        changeCatalog(catalog, body);
        return describe(catalog);
      },
      DELETE: () => {
        catalog.reset();
        return describe(catalog);
      },
    },
  };
  const resource = actions[path];
  if (!resource) return { status: 404, body: { error: `There is ${Object.keys(actions).join(', ')} here.` } };
  const action = resource[method];
  if (!action) return { status: 405, body: { error: `Only ${Object.keys(resource).join(', ')} work here.` } };
  try {
    return { status: 200, body: action() };
  } catch (error) {
    if (error instanceof RangeError) return { status: 400, body: { error: error.message } };
    throw error;
  }
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

const isInteger = (value: unknown): value is number => Number.isInteger(value);

function record(value: unknown, name: string, allowed: string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError(`${name} must be a JSON object.`);
  }
  const unknown = Object.keys(value).find((field) => !allowed.includes(field));
  if (unknown !== undefined) throw new RangeError(`${name} has no field ${unknown}; it has ${allowed.join(', ')}.`);
  return value as Record<string, unknown>;
}
