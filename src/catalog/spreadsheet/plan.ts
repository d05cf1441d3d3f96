import { canonicalJson } from '../../kernel/canonical';
import { readCell, type Value } from './cell';
import { FIELD, payloadOf, picture, type ValueColumn } from './columns';
import type { Declared } from './door';
import { CellError, type Reason } from './errors';
import type { Group, Layout, VariantRow } from './group';
import { hidingCell } from './hidden';
import type { Row } from './row';
import type { Product, Variant } from './shop';

/** The command that makes a product. */
export const CREATE = 'catalog.product.create';

type Values = Readonly<Record<string, Value>>;

const NONE_OF_VARIANT: Reason = (words) => words.noneOfVariant;

const ofColumn =
  (column: Reason, why: Reason): Reason =>
  (words) =>
    words.ofColumn(column(words), why(words));

/** Facts that a call takes from the calls before it. */
export interface Known {
  readonly productId: string;
  /** The rev of the product; undefined: nobody knows it, e.g. when the product is only proposed. */
  readonly rev: number | undefined;
  /** By the place among the new variants of the plan. */
  readonly newVariants: readonly string[];
  /** The ids of the variants that were there before. */
  readonly had: readonly string[];
  /** The revs of the custom fields of products and variants that a step has changed; undefined: nobody knows it. */
  readonly fieldRevs: ReadonlyMap<string, number | undefined>;
}

export interface Change {
  /** Number of the line that asks for it. */
  readonly line: number;
  /** The variant that changes; undefined: the product itself does. */
  readonly variant: string | undefined;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A command that a plan asks for. */
export interface PlannedCommand {
  readonly command: string;
  readonly changes: readonly Change[];
  /** It is of what an earlier step makes. */
  readonly follows: boolean;
  payload(known: Known): Readonly<Record<string, unknown>>;
}

/** Pictures for a product that has none. */
export interface Brought {
  readonly line: number;
  /** Addresses, or files beside the table. */
  readonly from: readonly string[];
  /** The title of the product. */
  readonly title: string;
}

/** The wishes of a group of lines; pictures are brought at last. */
export interface Plan {
  readonly steps: readonly PlannedCommand[];
  readonly pictures: Brought | undefined;
}

/** Values that each command states. */
interface Writers {
  readonly update: ReadonlySet<string>;
  readonly price: ReadonlySet<string>;
  readonly stock: ReadonlySet<string>;
  readonly create: ReadonlySet<string>;
  readonly variant: ReadonlySet<string>;
  /** Variants that a product may have. */
  readonly variantsMax: number;
}

export function writersOf({ commands }: Declared): Writers {
  const fieldsOf = (id: string) => new Set(Object.keys(payloadOf(id, commands)));
  const { items, maxItems } = payloadOf('catalog.product.setVariants', commands).variants ?? {};
  return {
    update: fieldsOf('catalog.product.update'),
    price: fieldsOf('catalog.price.set'),
    stock: fieldsOf('catalog.stock.set'),
    create: fieldsOf(CREATE),
    variant: new Set(Object.keys(items?.properties ?? {})),
    variantsMax: maxItems ?? Number.POSITIVE_INFINITY,
  };
}

/** @throws {CellError} of a cell that stands for nothing that could be there */
export function planOf(group: Group, layout: Layout, writers: Writers): Plan {
  if (group.variants.some(({ cells }) => cells.has(picture.name)))
    throw new CellError(ofColumn(layout.wordOf(picture.name), NONE_OF_VARIANT));
  return group.product ? planOfKnown(group.product, group, layout, writers) : planOfNew(group, layout, writers);
}

function planOfNew({ own, variants }: Group, layout: Layout, writers: Writers): Plan {
  const row = own as Row;
  const stated = valuesIn(row, layout);
  if (layout.onlyExisting) throw new CellError((words) => words.onlyExistingProduct);
  refuseHidden(row, layout);
  if (layout.lacksStock) throw new CellError((words) => words.lacksStock);
  if (stated.title === undefined) throw new CellError((words) => words.lacksTitle);
  const made = variants.map((each) => {
    const values = valuesIn(each, layout);
    refuseForeign(values, writers.variant, layout, NONE_OF_VARIANT);
    return values;
  });
  refuseForeign(stated, writers.create, layout, (words) => words.noCommand);
  refuseTooMany(made.length, writers);
  const payload = { ...stated, ...(made.length > 0 ? { variants: made } : {}) };
  const create: PlannedCommand = {
    command: CREATE,
    follows: false,
    changes: [
      ...changesTo(stated, {}, row),
      ...made.flatMap((values, index) => changesTo(values, {}, variants[index] as Row, String(values.title))),
    ],
    payload: () => payload,
  };
  const fields = [
    ...fieldSteps(row, layout, { target: 'product', had: undefined, idIn: ({ productId }) => productId }),
    ...variants.flatMap((each, index) =>
      fieldSteps(each, layout, {
        target: 'variant',
        title: String(made[index]?.title),
        had: undefined,
        idIn: ({ newVariants }) => newVariants[index] as string,
      }),
    ),
  ];
  return { steps: [create, ...fields], pictures: picturesOf(row, null, String(stated.title)) };
}

function planOfKnown(product: Product, { own, variants }: Group, layout: Layout, writers: Writers): Plan {
  const steps: PlannedCommand[] = [];
  if (own) {
    const wished = changed(valuesIn(own, layout), product);
    const at = { targetId: product.id };
    steps.push(
      ...step('catalog.product.update', own, only(wished, writers.update), product, { productId: product.id }),
      ...step('catalog.price.set', own, withPrice(only(wished, writers.price), product), product, at),
      ...stockStep(own, wished.stock, product.stock as Value, product.id),
    );
    const known = [writers.update, writers.price, writers.stock];
    const rest = Object.keys(wished).find((name) => !known.some((names) => names.has(name)));
    if (rest !== undefined) throw new CellError((words) => words.stays(layout.wordOf(rest)(words)));
  }
  if (layout.onlyExisting && variants.some(({ variant }) => !variant))
    throw new CellError((words) => words.onlyExistingVariant);
  steps.push(...variantSteps(product, variants, layout, writers));
  if (own) steps.push(...fieldSteps(own, layout, { target: 'product', had: product, idIn: () => product.id }));
  const added = variants.filter(({ variant }) => !variant);
  for (const row of variants) {
    const { variant } = row;
    steps.push(
      ...fieldSteps(row, layout, {
        target: 'variant',
        title: String(variant?.title ?? valuesIn(row, layout).title),
        had: variant,
        idIn: ({ newVariants }) => variant?.id ?? (newVariants[added.indexOf(row)] as string),
      }),
    );
  }
  return { steps, pictures: own && picturesOf(own, product.picture, String(product.title)) };
}

/** The whole list of variants is stated, those that no line names as they are: an import takes none away. */
function variantSteps(
  product: Product,
  rows: readonly VariantRow[],
  layout: Layout,
  writers: Writers,
): PlannedCommand[] {
  const wishes = rows.map((row) => ({ row, values: valuesIn(row, layout) }));
  for (const { values } of wishes) refuseForeign(values, writers.variant, layout, NONE_OF_VARIANT);
  const stays = new Set(['price', 'stock']);
  const restated = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !stays.has(name)));
  const moved = wishes.map(({ row, values }) => ({
    row,
    values,
    moves: row.variant ? restated(changed(values, row.variant)) : values,
  }));
  const listed = moved.filter(({ row, moves }) => !row.variant || Object.keys(moves).length > 0);
  const steps: PlannedCommand[] = [];
  if (listed.length > 0) {
    const stated = [
      ...product.variants.map(({ id, title }) => ({
        id,
        title,
        ...moved.find(({ row }) => row.variant?.id === id)?.moves,
      })),
      ...moved.filter(({ row }) => !row.variant).map(({ values }) => values),
    ];
    refuseTooMany(stated.length, writers);
    steps.push({
      command: 'catalog.product.setVariants',
      follows: false,
      changes: listed.flatMap(({ row, moves }) =>
        changesTo(moves, row.variant ?? {}, row, String(row.variant?.title ?? moves.title)),
      ),
      payload: ({ rev }) => ({ productId: product.id, ...guarded(rev), variants: stated }),
    });
  }
  for (const { row, values } of moved) {
    const { variant } = row;
    if (!variant) continue;
    const wished = changed(values, variant);
    if (wished.price !== undefined)
      steps.push(
        ...step('catalog.price.set', row, { price: wished.price }, variant, { targetId: variant.id }, variant.title),
      );
    steps.push(...stockStep(row, wished.stock, variant.stock, variant.id, variant.title));
  }
  return steps;
}

function step(
  command: string,
  row: Row,
  wished: Values,
  before: Product | Variant,
  names: Readonly<Record<string, string>>,
  variant?: string,
): PlannedCommand[] {
  if (Object.keys(wished).length === 0) return [];
  return [
    {
      command,
      follows: false,
      changes: changesTo(changed(wished, before), before, row, variant),
      payload: ({ rev }) => ({ ...names, ...guarded(rev), ...wished }),
    },
  ];
}

/** The price before a reduction is stated together with the price. */
const withPrice = (wished: Values, { price }: Product): Values =>
  Object.keys(wished).length === 0 ? wished : { price: price as Value, ...wished };

/** Stock moves without its rev, so it is guarded by what it was. */
const stockStep = (
  row: Row,
  stock: Value | undefined,
  before: Value,
  targetId: string,
  variant?: string,
): PlannedCommand[] =>
  stock === undefined
    ? []
    : [
        {
          command: 'catalog.stock.set',
          follows: false,
          changes: changesTo({ stock }, { stock: before }, row, variant),
          payload: () => ({ targetId, stock, expectedStock: before }),
        },
      ];

/** A thing with custom fields, as far as it is known. */
interface FieldOwner {
  readonly target: 'product' | 'variant';
  /** The title of a variant. */
  readonly title?: string;
  /** undefined: an earlier step makes it. */
  readonly had: Pick<Variant, 'metafields' | 'valuesRev'> | undefined;
  idIn(known: Known): string;
}

/** A new thing has no values yet. */
const NEW: NonNullable<FieldOwner['had']> = { metafields: [], valuesRev: 0 };

function fieldSteps(row: Row, { fields, wordOf }: Layout, owner: FieldOwner): PlannedCommand[] {
  const { target, title, had } = owner;
  const { metafields, valuesRev } = had ?? NEW;
  return [...row.cells].flatMap(([name, cell]) => {
    if (!name.startsWith(FIELD)) return [];
    const field = fields.find((each) => each.name === name && each.target === target);
    if (!field) throw new CellError((words) => words.noField(target, name.slice(FIELD.length)));
    const { key, kind, entries } = field;
    const before = metafields.find((each) => each.key === key)?.value ?? null;
    const cellValue = withColumn(wordOf(name), () => readCell(cell, kind, entries)) ?? null;
    const after = Array.isArray(cellValue) && cellValue.length === 0 ? null : cellValue;
    if (canonicalJson(before) === canonicalJson(after)) return [];
    const step: PlannedCommand = {
      command: after === null ? 'metafield.unset' : 'metafield.set',
      follows: !had,
      changes: changesTo({ [name]: after }, { [name]: before }, row, title),
      payload(known) {
        const ownerId = owner.idIn(known);
        // Values have a rev of their own, which the fields of one thing move one after the other.
        const rev = known.fieldRevs.has(ownerId) ? known.fieldRevs.get(ownerId) : valuesRev;
        return { ownerId, key, ...guarded(rev), ...(after === null ? {} : { value: after }) };
      },
    };
    return [step];
  });
}

function picturesOf(row: Row, had: Product['picture'], title: string): Brought | undefined {
  const cell = row.cells.get(picture.name);
  if (cell === undefined) return undefined;
  const from = (readCell(cell, 'list') ?? []) as readonly string[];
  if (from.length === 0) throw new CellError((words) => words.ofColumn(picture.name, words.pictureStays));
  return had === null ? { line: row.line.number, from, title } : undefined;
}

function valuesIn({ cells }: Row, { values, wordOf }: Layout): Values {
  return Object.fromEntries(
    values.flatMap((column) => {
      const cell = cells.get(column.name);
      const value = cell === undefined ? undefined : withColumn(wordOf(column.name), () => valueIn(cell, column));
      return value === undefined ? [] : [[column.name, value]];
    }),
  );
}

function valueIn(cell: string, { kind, entries, idOf }: ValueColumn): Value | undefined {
  const value = readCell(cell, kind, entries);
  return idOf && typeof value === 'string' ? idOf(value) : value;
}

/** Tells a fault of a cell with the name of its column. */
function withColumn<T>(column: Reason, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CellError) throw new CellError(ofColumn(column, error.said));
    throw error;
  }
}

const changed = (wished: Values, before: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(wished).filter(([name, value]) => canonicalJson(before[name] ?? null) !== canonicalJson(value)),
  );

const only = (values: Values, names: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));

function refuseForeign(values: Values, names: ReadonlySet<string>, { wordOf }: Layout, why: Reason): void {
  const foreign = Object.keys(values).find((name) => !names.has(name));
  if (foreign !== undefined) throw new CellError(ofColumn(wordOf(foreign), why));
}

/** A product that is not shown where the table comes from would be on sale here. */
function refuseHidden({ line }: Row, { hiding, headings }: Layout): void {
  const place = hidingCell(line.cells, hiding);
  if (place !== undefined)
    throw new CellError((words) => words.hidden(String(headings[place]), String(line.cells[place]?.trim())));
}

function refuseTooMany(count: number, { variantsMax }: Writers): void {
  if (count > variantsMax) throw new CellError((words) => words.tooManyVariants(count, variantsMax));
}

const guarded = (rev: number | undefined) => (rev === undefined ? {} : { expectedRev: rev });

const changesTo = (
  wished: Values,
  before: Readonly<Record<string, unknown>>,
  { line }: Row,
  variant?: string,
): Change[] =>
  Object.entries(wished).map(([field, after]) => ({
    line: line.number,
    variant,
    field,
    before: before[field] ?? null,
    after,
  }));
