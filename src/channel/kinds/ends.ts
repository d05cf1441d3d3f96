import type { JobEnd } from '../contract/state';
import { OUTCOME_UNKNOWN } from '../job/once';
import type { JobRow } from '../job/table';
import { declaredKinds } from './declared';
import type { ShownKind } from './view';

const kinds: readonly ShownKind[] = declaredKinds;

/**
 * The end of a job for which somebody states an end. A job whose request cannot be taken back is told neither as failed nor as cancelled. A
 * reader would take either for not done (docs/decisions/0040).
 */
export function endOf(row: JobRow, said: JobEnd): JobEnd {
  const kind = kinds.find(({ name }) => name === row.kind);
  if (said.state === 'succeeded' || !kind?.beyondRecall) return said;
  const read = kind.readable(row);
  if (read && !kind.beyondRecall(read.progress)) return said;
  // Nothing but the word of its end was missing.
  if (read?.exhausted) {
    const error = kind.flaw?.(read.progress) ?? null;
    return { state: error ? 'failed' : 'succeeded', error };
  }
  const why = said.error?.message ?? 'The waiting for it was stopped.';
  const message = `The marketplace was asked, and whether it has done it is not known: look there. ${why}`;
  return { state: 'failed', error: { code: OUTCOME_UNKNOWN, message } };
}
