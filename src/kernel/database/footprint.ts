import { ID_PATTERN } from '../ids';
import type { Transaction } from './queryable';

/** Named by a mutation that reads or changes what no list of names could hold: it depends on everything, or everything on it. */
export const EVERYTHING = '*';

const ID = new RegExp(`\\b${ID_PATTERN}\\b`, 'g');

/** Names that a run of a mutation read and changed: identifiers, and names that its statements touch (`barcode/8690…`). */
export interface Footprint {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  /** The SQL text of its statements. */
  readonly asked: Set<string>;
}

export const noFootprint = (reads = new Set<string>()): Footprint => ({ reads, writes: new Set(), asked: new Set() });

/**
 * The transaction, with every identifier that is asked for or answered noted as read, also in statements that fail. The store's
 * own id says nothing: it stands in all of them.
 */
export function leavingFootprint(tx: Transaction, storeId: string, footprint: Footprint): Transaction {
  const note = (value: unknown): void => {
    for (const id of idsIn(value)) if (id !== storeId) footprint.reads.add(id);
  };
  return {
    ...tx,
    touch(how, ...names) {
      for (const name of names) {
        if (how !== 'writes') footprint.reads.add(name);
        if (how !== 'reads') footprint.writes.add(name);
      }
    },
    send(text, values) {
      footprint.asked.add(text);
      note(values);
      tx.send(text, values);
    },
    async query<Row>(text: string, values?: readonly unknown[]) {
      footprint.asked.add(text);
      note(values);
      const rows = await tx.query<Row>(text, values);
      note(rows);
      return rows;
    },
  };
}

/** Every identifier in a value, however deep, and inside of its texts. */
export function idsIn(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === 'string') for (const [id] of value.matchAll(ID)) into.add(id);
  else if (Array.isArray(value)) for (const each of value) idsIn(each, into);
  else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value))
    for (const each of Object.values(value)) idsIn(each, into);
  return into;
}

/** The name under which a change of an entity is noted: its identifier, or a word that means something beside its kind only. */
export const nameOf = (entity: string, id: string): string => (idsIn(id).size > 0 ? id : `${entity}/${id}`);
