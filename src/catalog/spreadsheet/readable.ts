import type { Kind, Value } from './cell';
import { type Column, fieldColumns, identity, picture, TELLING, valueColumns } from './columns';
import type { Declared, Door } from './door';
import { headerWords } from './export';
import { NEW_VARIANT } from './place';
import { CREATE, writersOf } from './plan';

/*
 * The columns that an import reads, and a sample of a table, for whoever fills one. Both follow from what the server declares, as the
 * import itself does.
 */

/** `new`: a line that makes a product needs it. `tells`: a line finds what it is about by it. */
export type ColumnNeed = 'new' | 'tells' | 'none';

export interface ReadableColumn extends Column {
  readonly kind: Kind;
  /** Kind of the entries of a list. */
  readonly entries: Kind;
  readonly need: ColumnNeed;
  /** Lines of variants have a value in it, too. */
  readonly isOfVariants: boolean;
}

/** Lists columns in the order of an export. Custom fields are left out where this session may not read which there are. */
export async function readableColumns(door: Door): Promise<readonly ReadableColumn[]> {
  const { variant } = writersOf(door.declared);
  const required = requiredOfNew(door.declared);
  const needOf = (name: string): ColumnNeed =>
    required.includes(name) ? 'new' : TELLING.includes(name) ? 'tells' : 'none';
  const shown = (column: Column & { readonly kind: Kind; readonly entries: Kind }, isOfVariants: boolean) => {
    const { name, labels, kind, entries } = column;
    return { name, labels, kind, entries, need: needOf(name), isOfVariants };
  };
  const fields = new Map<string, ReadableColumn>();
  for (const field of (await fieldColumns(door)) ?? []) {
    const isKnown = fields.get(field.name)?.isOfVariants ?? false;
    fields.set(field.name, shown(field, isKnown || field.target === 'variant'));
  }
  return [
    shown({ ...identity.id, kind: 'code', entries: 'text' }, true),
    shown({ ...identity.variantId, kind: 'code', entries: 'text' }, true),
    ...valueColumns(door.declared).map((column) => shown(column, variant.has(column.name))),
    shown({ ...picture, kind: 'list', entries: 'text' }, false),
    ...fields.values(),
  ];
}

/** A line that says nothing of them makes no product. */
function requiredOfNew({ commands }: Declared): readonly string[] {
  const { required = [] } = (commands.find(({ id }) => id === CREATE)?.payload ?? {}) as {
    readonly required?: readonly string[];
  };
  return required;
}

/** A product of a sample with what its variants have of their own, by the names of columns. */
export interface SampleProduct {
  readonly values: Readonly<Record<string, Value>>;
  readonly variants?: readonly Readonly<Record<string, Value>>[];
}

/**
 * Makes a table of products as an export would: a heading for each column, and a line for each product and variant.
 * @param write a value as the file holds it
 */
export function sampleRows<T>(
  columns: readonly ReadableColumn[],
  headers: 'tr' | 'en',
  products: readonly SampleProduct[],
  write: (value: Value, kind: Kind, entries: Kind) => T,
): readonly (readonly (T | string)[])[] {
  const row = (values: SampleProduct['values'], variantId: string) =>
    columns.map(({ name, kind, entries }) => {
      const value = values[name];
      if (name === identity.variantId.name) return variantId;
      return value === undefined ? '' : write(value, kind, entries);
    });
  return [
    headerWords(columns, { headers }),
    ...products.flatMap(({ values, variants = [] }) => [
      row(values, ''),
      ...variants.map((variant) => row(variant, NEW_VARIANT)),
    ]),
  ];
}
