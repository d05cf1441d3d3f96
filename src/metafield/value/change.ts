import type { MutationContext } from '../../kernel/declaration/declare';
import { refuse } from '../../kernel/errors';
import { isSame } from '../../kernel/trace/difference';
import type { DefinitionRow } from '../definition/aggregate';
import { entriesIndexed } from '../filter/entries';
import { indexField } from '../filter/store';
import { type Stated, toldValue, valueSet } from './aggregate';
import { targetOf } from './fields';
import { entriesOf, isReference, valueFaults } from './rules';
import { findDefinition, findOwner, findValues, type NamedField, referredIn, writeValues } from './store';

/** All values of a thing are so many bytes at most, as JSON: each of its pages carries all of them. */
const VALUES_BYTES_MAX = 262_144;

interface Wish extends NamedField {
  readonly ownerId: string;
  /** undefined: none any more. */
  readonly value: Stated | undefined;
}

/** Where a field of a thing stands now. */
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
  // What an archived thing holds, e.g. a file of the library, can be let go of.
  if (owner.status === 'archived' && value !== undefined)
    refuse('invalid_state', 'It is archived.', { facts: { state: owner.status } });
  if (!definition) return refuse('not_found', `Things of its kind (${owner.target}) have no such custom field.`);
  const { [definition.id]: old, ...others } = before?.content ?? {};
  const answer = { ownerId, definitionId: definition.id, key: definition.key, value: value ?? null };
  if (value === undefined ? old === undefined : isSame(old, value)) return { ...answer, rev: before?.rev ?? 0 };
  const content = value === undefined ? others : { ...others, [definition.id]: value };
  if (value !== undefined) await assertFits(context, definition, value, content);
  const { rev } = await writeValues(tx, storeId, before, { id, ownerId, content }, now);
  // Lists of products are filtered by them, and no others.
  if (owner.target === 'product') {
    const rows = value === undefined ? [] : entriesIndexed(definition, ownerId, value);
    indexField(tx, storeId, ownerId, definition.id, rows);
  }
  const told = (one: Stated | undefined) => ({
    ownerId,
    values: one === undefined ? [] : [toldValue(definition, one)],
  });
  record(valueSet.word, id, before ? told(old) : null, told(value));
  if (owner.status === 'archived') return { ...answer, rev };
  const back = { ownerId, definitionId: definition.id, expectedRev: rev };
  if (old === undefined) inverse('metafield.unset', back);
  else inverse('metafield.set', { ...back, value: old });
  return { ...answer, rev };
}

async function assertFits(
  { tx, storeId }: MutationContext,
  definition: DefinitionRow,
  value: Stated,
  content: object,
): Promise<void> {
  const { type, list } = definition;
  const faults = valueFaults(definition, value);
  if (faults.length === 0 && isReference(type)) {
    const ids = entriesOf(value) as readonly string[];
    const known = await referredIn(tx, storeId, type, ids);
    for (const [index, id] of ids.entries())
      if (!known.has(id))
        faults.push({ pointer: list ? `/value/${index}` : '/value', message: `is no ${type} of this store` });
  }
  if (faults.length === 0 && Buffer.byteLength(JSON.stringify(content)) > VALUES_BYTES_MAX)
    faults.push({ pointer: '/value', message: `makes more than ${VALUES_BYTES_MAX} bytes with the other fields` });
  const [first] = faults;
  if (first)
    refuse('metafield_invalid', `${first.pointer.slice(1)} ${first.message}.`, { errors: faults, quotesNobody: true });
}
