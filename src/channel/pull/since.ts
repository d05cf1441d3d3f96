import { label, nullable, time } from '../../kernel/schema/schema';

/** The day from which a pull reads. */
export const since = label(
  'Başlangıç',
  'Since',
)(nullable(time({ description: 'Reads what changed since then; null: since the last pull.' })));
