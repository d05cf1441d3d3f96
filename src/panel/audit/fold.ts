import { fieldChanges } from '../../kernel/trace/change';
import type { AuditRow, FieldChange } from '../api/types';

/** Rows that stand together in the history: one of its own, or those of one job. */
export interface Fold {
  readonly jobId: string | null;
  readonly rows: readonly AuditRow[];
}

/** Fewer are read as they are. */
const FOLDED_LEAST = 3;

/** What a job wrote in one go is one line: an import of thousands of products would hide all else. */
export function foldsOf(rows: readonly AuditRow[]): Fold[] {
  const runs: { jobId: string | null; rows: AuditRow[] }[] = [];
  for (const row of rows) {
    const jobId = row.cause?.jobId ?? null;
    const last = runs.at(-1);
    if (last && jobId !== null && last.jobId === jobId) last.rows.push(row);
    else runs.push({ jobId, rows: [row] });
  }
  return runs.flatMap((run): Fold[] =>
    run.jobId !== null && run.rows.length >= FOLDED_LEAST
      ? [run]
      : run.rows.map((row) => ({ jobId: null, rows: [row] })),
  );
}

/** What a merchant asks for first; of another change, the first of its fields that reads as one value. */
const TELLING = ['price', 'priceOverride', 'stock', 'title', 'name', 'enabled', 'state', 'status'];

/** The change that a line has room for, and how many fields changed beside it. A thing that is new tells nothing but its name. */
export function mainChangeOf({ changes, entityId }: AuditRow): { change: FieldChange; others: number } | null {
  const fields = changes
    .flatMap(fieldChanges)
    .filter(({ created, before, after }) => !created && isShort(before) && isShort(after));
  const own = fields.filter(({ id }) => id === entityId);
  const among = own.length > 0 ? own : fields;
  const change = TELLING.map((name) => among.find(({ field }) => field === name)).find(Boolean) ?? among[0];
  return change ? { change, others: changes.flatMap(fieldChanges).length - 1 } : null;
}

const SHORT_MAX = 80;

const isShort = (value: unknown): boolean =>
  value === null || typeof value === 'number' || typeof value === 'boolean' || String(value).length <= SHORT_MAX
    ? typeof value !== 'object' || value === null
    : false;

/** Whose name a row is read under: that of the thing itself, or of the only thing that it changed. */
export function subjectOf({ entityId, changes }: AuditRow): string | null {
  const [only, ...more] = new Set(changes.map(({ id }) => id));
  return entityId ?? (more.length === 0 ? (only ?? null) : null);
}
