import { labelOf, placeOf } from '../../kernel/schema/meaning';
import { type Kind, kindOf } from './cell';
import type { Declared, Door, Schema } from './door';
import { NotShown } from './errors';

/** A column of a file of products; which there are follows from what the server declares. */
export interface Column {
  /** As the API calls it; `field:<key>` is a custom field, of products on their lines and of variants on theirs. */
  readonly name: string;
  readonly labels: readonly string[];
}

/** A column with a value of products. */
export interface ValueColumn extends Column {
  readonly kind: Kind;
  /** Kind of the entries of a list. */
  readonly entries: Kind;
  /** The identifier of what a cell may call by its name. @throws {CellError} */
  idOf?(name: string): string;
}

/** The value of products that no list shows. */
export const DESCRIPTION = 'description';
export const CATEGORY = 'categoryId';

/** Columns that tell one thing from others, and that spreadsheets take for numbers. */
export const codeKinds: Readonly<Record<string, 'code' | 'barcode'>> = {
  handle: 'code',
  sku: 'code',
  barcode: 'barcode',
};

/** Columns that tell the products and variants of the lines. */
export const identity = {
  id: { name: 'id', labels: ['Ürün no', 'Product'] },
  variantId: { name: 'variantId', labels: ['Varyant no', 'Variant'] },
} as const satisfies Record<string, Column>;

/** Columns by which a line finds the product or variant that it is about. */
export const TELLING: readonly string[] = ['id', 'variantId', 'handle', 'barcode', 'sku', 'title'];

/** Addresses of pictures; for a product that has none, addresses or files beside the table from which it gets some. */
export const picture: Column = { name: 'picture', labels: ['Görsel', 'Picture'] };

export const FIELD = 'field:';

/** Why an import has refused a line. */
export const REASON = 'reason';

/** Fields of a product that have no column of their own: other columns stand for them, or the product has no say in them. */
const notValues = new Set([
  'id',
  'rev',
  'status',
  'createdAt',
  'updatedAt',
  'variants',
  'digital',
  'metafields',
  'valuesRev',
  'picture',
]);

/** The values of products, as the server declares them; the description is in no list. @throws {NotShown} */
export function valueColumns({ routes, commands }: Declared): readonly ValueColumn[] {
  const list = routes.find(({ id }) => id === 'catalog.products.list')?.result as Schema | undefined;
  const properties = list?.properties?.items?.items?.properties;
  if (!properties) throw new NotShown((words) => words.mayNotRead);
  const created = payloadOf('catalog.product.create', commands);
  const description = created.description;
  return Object.entries({ ...properties, ...(description ? { description } : {}) })
    .filter(([name]) => !notValues.has(name))
    .map(([name, schema]) => ({
      name,
      labels: Object.values(labelOf(placeOf(schema)) ?? {}),
      kind: codeKinds[name] ?? kindOf(schema),
      entries: entriesOf(name, schema),
    }));
}

/** Nobody means a comma in a tag: tables of other shops have one between two of them. */
const TAGS = 'tags';

function entriesOf(name: string, { items }: Schema): Kind {
  if (name === TAGS) return 'word';
  return items ? kindOf(items) : 'text';
}

/** The fields of a command's payload; none: this credential is not shown the command. */
export const payloadOf = (id: string, commands: Declared['commands']): Readonly<Record<string, Schema>> =>
  (commands.find((command) => command.id === id)?.payload as Schema | undefined)?.properties ?? {};

/** A custom field, as its definition says. */
export interface FieldColumn extends ValueColumn {
  readonly key: string;
  readonly target: 'product' | 'variant';
  /** The type of money and numbers, dates and texts, as the API names it. */
  readonly type: string;
}

const fieldKinds: Readonly<Record<string, Kind>> = {
  integer: 'integer',
  decimal: 'decimal',
  boolean: 'boolean',
  money: 'money',
  json: 'json',
};

interface Definition {
  readonly key: string;
  readonly target: string;
  readonly type: string;
  readonly list: boolean;
  readonly label: string;
}

/** A field of products and one of variants are one column where they have one key. */
export function fieldsByName(fields: readonly FieldColumn[]): readonly Column[] {
  const labels = new Map<string, string[]>();
  for (const field of fields) labels.set(field.name, [...(labels.get(field.name) ?? []), ...field.labels]);
  return [...labels].map(([name, all]) => ({ name, labels: [...new Set(all)] }));
}

/** @returns undefined: this credential may not read what fields there are */
export async function fieldColumns(door: Door): Promise<readonly FieldColumn[] | undefined> {
  const found: FieldColumn[] = [];
  for (const target of ['product', 'variant'] as const)
    for (let cursor: string | undefined; ; ) {
      const { status, body } = await door.send({
        method: 'GET',
        path: '/v1/metafields/definitions',
        query: { target, limit: 100, cursor },
        expects: [403],
      });
      if (status === 403) return undefined;
      found.push(...(body.items as Definition[]).map((definition) => fieldColumn(definition, target)));
      cursor = body.nextCursor ?? undefined;
      if (cursor === undefined) break;
    }
  return found;
}

function fieldColumn({ key, type, list, label }: Definition, target: FieldColumn['target']): FieldColumn {
  const kind = fieldKinds[type] ?? 'text';
  return { name: FIELD + key, labels: [label], kind: list ? 'list' : kind, entries: kind, key, target, type };
}
