import { fieldChanges } from '../../kernel/trace/change';
import type { AuditRow, FieldChange } from '../api/types';
import { byCustomField, type Shown } from '../parts/custom-fields';

/** The reason why rows stand together in the history. */
export type Together = 'import' | 'proposed' | 'applied';

/** A job, or a proposal that was made or applied. */
export interface Whole {
  readonly of: Together;
  readonly id: string;
}

/** Rows that stand together in the history: one of its own, or those of one whole. */
export interface Fold {
  readonly whole: Whole | null;
  readonly rows: readonly AuditRow[];
}

/** Fewer are read as they are. */
const FOLDED_LEAST = 3;

/** Finds the whole to which a row belongs. */
function wholeOf({ cause, proposed }: AuditRow): Whole | null {
  if (proposed) return { of: 'proposed', id: proposed.proposalId };
  // The outcome of a proposal by it is a line of its own.
  if (cause?.proposalId && cause.itemId) return { of: 'applied', id: cause.proposalId };
  return cause?.jobId ? { of: 'import', id: cause.jobId } : null;
}

/** Folds the rows that a job or an agent wrote in one go into one line: an import of thousands of products would hide all else. */
export function foldsOf(rows: readonly AuditRow[]): Fold[] {
  const runs: { whole: Whole | null; rows: AuditRow[] }[] = [];
  for (const row of rows) {
    const whole = wholeOf(row);
    const last = runs.at(-1);
    if (last && whole && last.whole?.of === whole.of && last.whole.id === whole.id) last.rows.push(row);
    else runs.push({ whole, rows: [row] });
  }
  return runs.flatMap((run): Fold[] =>
    run.whole && run.rows.length >= FOLDED_LEAST ? [run] : run.rows.map((row) => ({ whole: null, rows: [row] })),
  );
}

/** Lists the fields that a row changed, or would change. For a proposed item they are its own: its proposal has only counted one more. */
export const fieldsOf = ({ changes, proposed }: AuditRow): readonly Shown<FieldChange>[] =>
  byCustomField(proposed?.changes ?? changes.flatMap(fieldChanges));

/** Fields that a merchant asks for first; for another change, the first of its fields that reads as one value is shown. */
const TELLING = ['price', 'priceOverride', 'stock', 'title', 'name', 'enabled', 'state', 'status'];

/** The change that a line has room for, and how many fields changed beside it. A thing that is new tells nothing but its name. */
export function mainChangeOf(row: AuditRow): { change: Shown<FieldChange>; others: number } | null {
  const all = fieldsOf(row);
  const fields = all.filter(({ created, before, after }) => !created && isShort(before) && isShort(after));
  const own = fields.filter(({ id }) => id === row.entityId);
  const among = own.length > 0 ? own : fields;
  const change = TELLING.map((name) => among.find(({ field }) => field === name)).find(Boolean) ?? among[0];
  return change ? { change, others: all.length - 1 } : null;
}

const SHORT_MAX = 80;

const isShort = (value: unknown): boolean =>
  value === null || typeof value === 'number' || typeof value === 'boolean' || String(value).length <= SHORT_MAX
    ? typeof value !== 'object' || value === null
    : false;

/** Finds the thing under whose name a row is read: what its command makes, the thing itself, or the only one that it changed. */
export function subjectOf(row: AuditRow): string | null {
  const fields = fieldsOf(row);
  const [only = null, ...more] = new Set(fields.map(({ id }) => id));
  // An order writes its customer first, whom the last order names.
  const noun = row.command.split('.').at(-2);
  const [made, ...others] = new Set(
    fields.flatMap(({ id, entity, created }) => (created && entity === noun ? [id] : [])),
  );
  if (made !== undefined && others.length === 0) return made;
  if (row.proposed?.changes) return only;
  return row.entityId ?? (more.length === 0 ? only : null);
}
