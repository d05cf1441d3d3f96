import type { Queryable } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import type { DefinitionRow } from '../definition/aggregate';
import { valueFaults } from '../value/rules';
import type { Bounds, FieldFilter, FieldOrder, FieldsAsked } from './bounds';
import { comparedAs, isOrdered, TEXT_MAX } from './entries';
import { countWithin, fieldsNamed } from './store';

/** Fields that one list may be filtered by. */
const CONDITIONS_MAX = 3;

/**
 * The number of products above which a walk in the order of the list meets enough of them on its way. Few products may meet several
 * conditions although many meet each, so that the walk would go over all products (0.6 s of 100,000): then more of them are looked at.
 */
const FEW = { ofOne: 2_000, ofSeveral: 20_000 };

export const FILTER_LENGTH_MAX = 1_000;

/** Texts are compared as search compares them; of a list any place fits. */
export const FILTER_HELP = `Custom fields, ${CONDITIONS_MAX} at most: season=yaz;weight_g>=500; a key alone: has a value.`;

interface Condition {
  readonly key: string;
  readonly operator?: '=' | '>=' | '<=';
  readonly value?: string;
}

const CONDITION = /^\s*([a-z][a-z0-9_]{0,39})\s*(?:(=|>=|<=)\s*("(?:[^"]|"")*"|[^";]*[^";\s])\s*)?(;|$)/;

function conditionsIn(text: string): readonly Condition[] {
  const found: Condition[] = [];
  let rest = text;
  while (rest !== '') {
    const match = CONDITION.exec(rest);
    if (!match) return wrong(`does not read on at “${rest.slice(0, 40)}”`);
    const [whole, key = '', operator, value = ''] = match;
    const quoted = value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value;
    found.push(operator === undefined ? { key } : { key, operator: operator as '=', value: quoted });
    rest = rest.slice(whole.length);
  }
  if (new Set(found.map(({ key }) => key)).size > CONDITIONS_MAX) wrong(`names more than ${CONDITIONS_MAX} fields`);
  return found;
}

/**
 * Reads the custom fields by which a list of products is filtered and sorted.
 * @param asked `metafields` as {@link FILTER_HELP} says; `sortField` is a key
 * @throws {Refusal} invalid_request when a field is not there, or cannot be asked for so
 */
export async function fieldsAsked(
  db: Queryable,
  storeId: string,
  asked: { readonly metafields?: string; readonly sortField?: string },
): Promise<FieldsAsked> {
  return {
    fields: asked.metafields === undefined ? undefined : await fieldFilter(db, storeId, asked.metafields),
    sortField: asked.sortField === undefined ? undefined : await fieldOrder(db, storeId, asked.sortField),
  };
}

async function fieldFilter(db: Queryable, storeId: string, text: string): Promise<FieldFilter> {
  const conditions = conditionsIn(text);
  const fields = await productFields(db, storeId, [...new Set(conditions.map(({ key }) => key))]);
  const bounds = fields.map((field) =>
    boundsOf(
      field,
      conditions.filter(({ key }) => key === field.key),
    ),
  );
  const few = bounds.length === 1 ? FEW.ofOne : FEW.ofSeveral;
  const counts = await Promise.all(bounds.map((each) => countWithin(db, storeId, each, few + 1)));
  const rarest = counts.indexOf(Math.min(...counts));
  return {
    bounds: [bounds[rarest] as Bounds, ...bounds.filter((_, index) => index !== rarest)],
    isFew: (counts[rarest] as number) <= few,
  };
}

/** The field has one value a product. */
async function fieldOrder(db: Queryable, storeId: string, key: string): Promise<FieldOrder> {
  const [field] = (await productFields(db, storeId, [key], 'sortField')) as [DefinitionRow];
  if (field.list) wrong('is a list, by which nothing is sorted', 'sortField');
  if (field.type === 'json') wrong('is JSON, by which nothing is sorted', 'sortField');
  return { definitionId: field.id, kind: isOrdered(field.type) ? 'number' : 'text' };
}

/** In the order of their keys. */
async function productFields(
  db: Queryable,
  storeId: string,
  keys: readonly string[],
  place = 'metafields',
): Promise<DefinitionRow[]> {
  const found = new Map((await fieldsNamed(db, storeId, keys)).map((field) => [field.key, field]));
  return keys.map((key) => found.get(key) ?? wrong(`names “${key}”, which is no custom field of products`, place));
}

/** A text that sorts behind every other. */
const LAST = '\u{10FFFF}';

function boundsOf(field: DefinitionRow, conditions: readonly Condition[]): Bounds {
  const { id: definitionId, type, key } = field;
  if (!isOrdered(type)) {
    const stated = conditions.flatMap((condition) => (condition.operator ? [condition] : []));
    const [first, second] = stated;
    if (second) return wrong(`says more than one thing of ${key}`);
    if (!first) return { kind: 'text', definitionId, least: '', most: LAST };
    if (type === 'json')
      return wrong(`asks what stands in ${key}, which is JSON: it can be asked whether there is any`);
    if (first.operator !== '=') return wrong(`asks for a range of ${key}, whose values have no order`);
    const { text } = comparedOf(field, first.value ?? '') as { text: string };
    if ([...text].length > TEXT_MAX) return wrong(`asks for a text of ${key} with more than ${TEXT_MAX} characters`);
    return { kind: 'text', definitionId, least: text, most: text };
  }
  let [least, most] = [-Number.MAX_VALUE, Number.MAX_VALUE];
  for (const { operator, value } of conditions) {
    if (!operator) continue;
    const { number } = comparedOf(field, value ?? '') as { number: number };
    if (operator !== '<=') least = Math.max(least, number);
    if (operator !== '>=') most = Math.min(most, number);
  }
  return { kind: 'number', definitionId, least, most };
}

function comparedOf({ type, key }: DefinitionRow, text: string) {
  const value = read(type, text);
  const [fault] = valueFaults({ type, list: false, validations: {} }, value);
  if (fault) return wrong(`says of ${key} what it cannot be: it ${fault.message}`);
  return comparedAs(type, value);
}

function read(type: DefinitionRow['type'], text: string): string | number | boolean {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'integer' && type !== 'decimal' && type !== 'money') return text;
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

function wrong(message: string, place = 'metafields'): never {
  return refuse('invalid_request', `${place} ${message}.`, { errors: [{ pointer: `/query/${place}`, message }] });
}
