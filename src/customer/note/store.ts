import type { Queryable } from '../../kernel/database/queryable';
import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import { insertsInto } from '../../kernel/table/table-store';
import { type CustomerNote, customerNote } from './table';

const { insert } = insertsInto(customerNote);

/** Notes of one customer: people read them all. */
export const NOTES_MAX = 100;

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'newId' | 'record'>;

const COUNT = 'SELECT count(*)::int AS count FROM customer_note WHERE store_id = $1 AND customer_id = $2';

/** Writes a note about a locked customer. @throws {Refusal} limit_exceeded */
export async function addNote(context: Context, customerId: string, text: string): Promise<CustomerNote> {
  const { tx, storeId, now, newId, record } = context;
  const [row] = await tx.query<{ count: number }>(COUNT, [storeId, customerId]);
  if ((row?.count ?? 0) >= NOTES_MAX)
    refuse('limit_exceeded', `A customer has at most ${NOTES_MAX} notes: take one away first.`);
  const note = { id: newId('cno'), customerId, text };
  insert(tx, storeId, note, now);
  record(customerNote.word, note.id, null, customerNote.snapshot(note), { customerId });
  return { ...note, createdAt: now.toISOString() };
}

const LOCK = `SELECT ${customerNote.select()} FROM customer_note WHERE store_id = $1 AND id = $2 FOR UPDATE`;
const REMOVE = 'DELETE FROM customer_note WHERE store_id = $1 AND id = ANY ($2)';

function removeNotes({ tx, storeId, record }: Context, notes: readonly CustomerNote[]): void {
  for (const note of notes)
    record(customerNote.word, note.id, customerNote.snapshot(note), null, { customerId: note.customerId });
  tx.send(REMOVE, [storeId, notes.map(({ id }) => id)]);
}

/** Takes a note of an owner away. @returns it as it was @throws {Refusal} not_found */
export async function removeNote(context: Context, noteId: string): Promise<CustomerNote> {
  const [note] = await context.tx.query<CustomerNote>(LOCK, [context.storeId, noteId]);
  if (!note) return refuse('not_found', 'There is no such note.', { quotesNobody: true });
  removeNotes(context, [note]);
  return note;
}

const LOCK_ALL = `SELECT ${customerNote.select()} FROM customer_note WHERE store_id = $1 AND customer_id = $2 ORDER BY id FOR UPDATE`;

/** Takes away all notes about a locked customer. */
export async function forgetNotes(context: Context, customerId: string): Promise<void> {
  const notes = await context.tx.query<CustomerNote>(LOCK_ALL, [context.storeId, customerId]);
  if (notes.length > 0) removeNotes(context, notes);
}

const LIST = `
  SELECT ${customerNote.selectAnswer('n')} FROM customer_note n
  WHERE n.store_id = $1 AND n.customer_id = $2 ORDER BY n.id DESC LIMIT ${NOTES_MAX}`;

/** The notes about a customer, newest first. */
export const notesOf = (
  db: Queryable,
  storeId: string,
  customerId: string,
): Promise<Pick<CustomerNote, 'id' | 'text' | 'createdAt'>[]> => db.query(LIST, [storeId, customerId]);
