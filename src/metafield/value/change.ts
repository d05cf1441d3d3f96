import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import { isSame } from '../../kernel/trace/difference';
import type { DefinitionRow } from '../definition/aggregate';
import type { Target } from '../definition/fields';
import { listDefinitions } from '../definition/store';
import { entriesIndexed } from '../filter/entries';
import { indexField } from '../filter/store';
import { type Stated, toldValue, uniqueOwner, valueSet } from './aggregate';
import { targetOf } from './fields';
import { entriesOf, isReference, valueFaults } from './rules';
import { findDefinition, findOwner, findValues, type NamedField, referredIn, valuesBeside, writeValues } from './store';

/**
 * All values of what is shown in one piece are so many bytes at most, as JSON: of a product and its variants together, of a collection,
 * of the store. Each page carries all of them, and each change writes the storefront's document anew.
 */
const VALUES_BYTES_MAX = 262_144;
/** From here on what others write beside it decides whether a value fits. */
const VALUES_BYTES_NEAR = VALUES_BYTES_MAX / 2;

interface Wish extends NamedField {
  readonly ownerId: string;
  /** The wished value; undefined: the field is to have none. */
  readonly value: Stated | undefined;
}

/** The state of a field of a thing now. */
interface Receipt {
  readonly ownerId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly rev: number;
  readonly value: Stated | null;
}

/**
 * States a field of a thing anew, or that it has no value any more; the call says how that is taken back.
 * @throws {Refusal} invalid_request, not_found, invalid_state, rev_conflict, metafield_invalid
 */
export async function stateField(context: MutationContext, { ownerId, value, ...field }: Wish): Promise<Receipt> {
  const { tx, storeId, now, record, inverse } = context;
  if ((field.definitionId === undefined) === (field.key === undefined))
    refuse('invalid_request', 'The field is named by definitionId or by key.', {
      errors: [{ pointer: '/key', message: 'is needed, or definitionId in its place' }],
    });
  const owner = await findOwner(tx, storeId, targetOf(ownerId), ownerId);
  if (!owner) return refuse('not_found', 'The store has nothing that is called so.');
  const definition = await findDefinition(tx, storeId, owner.target, field);
  const before = await findValues(tx, storeId, ownerId);
  const id = before?.id ?? context.newId(valueSet.prefix);
  context.guardRev(id, before?.rev ?? 0);
  // An archived thing can let go of values, e.g. of a file of the library.
  if (owner.status === 'archived' && value !== undefined)
    refuse('invalid_state', 'It is archived.', { facts: { state: owner.status } });
  if (!definition) return refuseUnknown(context, owner.target);
  const { [definition.id]: old, ...others } = before?.content ?? {};
  const answer = { ownerId, definitionId: definition.id, key: definition.key, value: value ?? null };
  if (value === undefined ? old === undefined : isSame(old, value)) return { ...answer, rev: before?.rev ?? 0 };
  const content = value === undefined ? others : { ...others, [definition.id]: value };
  if (value !== undefined)
    await assertFits(context, { definition, ownerId, value, before: before?.content ?? {}, content });
  const { rev } = await writeValues(tx, storeId, before, { id, ownerId, content }, now);
  // Lists of products are filtered by them, and no others.
  if (owner.target === 'product') {
    const rows = value === undefined ? [] : entriesIndexed(definition, ownerId, value);
    indexField(tx, storeId, ownerId, definition.id, rows);
  }
  const recordOf = (one: Stated | undefined) => ({
    ownerId,
    values: one === undefined ? [] : [toldValue(definition, one)],
  });
  record(valueSet.word, id, before ? recordOf(old) : null, recordOf(value));
  if (owner.status === 'archived') return { ...answer, rev };
  const back = { ownerId, definitionId: definition.id, expectedRev: rev };
  if (old === undefined) inverse('metafield.unset', back);
  else inverse('metafield.set', { ...back, value: old });
  return { ...answer, rev };
}

/** An agent may not list the fields, and finds its way by what is said here. */
const FIELDS_TOLD_MAX = 50;

async function refuseUnknown({ tx, storeId }: MutationContext, target: Target): Promise<never> {
  const fields = await listDefinitions(tx, storeId, target, null, FIELDS_TOLD_MAX + 1);
  const told = fields
    .slice(0, FIELDS_TOLD_MAX)
    .map(({ key, type, list }) => `${key} (${list ? 'list of ' : ''}${type})`);
  const all = [...told.toSorted(), ...(fields.length > told.length ? ['and more'] : [])].join(', ');
  return refuse(
    'not_found',
    `Things of its kind (${target}) have no such custom field; ${all === '' ? 'they have none' : `there are: ${all}`}.`,
  );
}

interface Fitting {
  readonly definition: DefinitionRow;
  readonly ownerId: string;
  readonly value: Stated;
  /** All values of the thing as they were, and as they would be. */
  readonly before: object;
  readonly content: object;
}

async function assertFits(
  context: MutationContext,
  { definition, ownerId, value, before, content }: Fitting,
): Promise<void> {
  const { tx, storeId } = context;
  const { type, list } = definition;
  const faults = valueFaults(definition, value);
  if (faults.length === 0 && isReference(type)) {
    const ids = entriesOf(value) as readonly string[];
    const known = await referredIn(tx, storeId, type, ids);
    for (const [index, id] of ids.entries())
      if (!known.has(id))
        faults.push({ pointer: list ? `/value/${index}` : '/value', message: `is no ${type} of this store` });
  }
  if (faults.length === 0 && !(await hasRoom(context, ownerId, bytesOf(before), bytesOf(content)))) {
    const others =
      definition.target === 'product' || definition.target === 'variant' ? ' of the product and its variants' : '';
    faults.push({
      pointer: '/value',
      message: `makes more than ${VALUES_BYTES_MAX} bytes with the other fields${others}`,
    });
  }
  const [first] = faults;
  if (first)
    refuse('metafield_invalid', `${first.pointer.slice(1)} ${first.message}.`, { errors: faults, quotesNobody: true });
}

const bytesOf = (content: object): number => Buffer.byteLength(JSON.stringify(content));

/** Tells whether the values have room. Values that grow no further may stay, however much there is from before the bound. */
async function hasRoom(
  { tx, storeId }: MutationContext,
  ownerId: string,
  before: number,
  after: number,
): Promise<boolean> {
  if (after <= before) return true;
  const beside = await valuesBeside(tx, storeId, ownerId);
  const bytes = beside.reduce((sum, { bytes }) => sum + bytes, after);
  if (bytes > VALUES_BYTES_NEAR)
    uniqueOwner.touch(
      tx,
      'reads',
      beside.map(({ ownerId }) => ownerId),
    );
  return bytes <= VALUES_BYTES_MAX;
}
