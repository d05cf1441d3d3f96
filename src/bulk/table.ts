import { json, label, t, unit } from '../kernel/schema/schema';
import { identity, table } from '../kernel/table/table';

/** A bulk act whose calls are still being recorded, by the identifier of its proposal. The row goes with the last of them. */
export const recording = table({
  word: 'bulk act',
  label: label('Toplu işlem', 'Bulk act'),
  table: 'bulk_recording',
  columns: {
    id: identity('prp'),
    /** The id of the command that was asked for. */
    act: { type: 'text', schema: t.String(), kept: 'once' },
    terms: { type: 'jsonb', schema: json(), kept: 'once' },
    /** Identifiers of the things, in the order in which the owner saw them. */
    subjects: { type: 'text[]', schema: t.Array(t.String()), kept: 'once' },
    /** The number of things whose calls are recorded. */
    planned: { type: 'integer', schema: t.Integer({ minimum: 0, ...unit('count') }), kept: 'apart', noted: 0 },
  },
});
