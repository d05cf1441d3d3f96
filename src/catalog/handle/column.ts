import { label, t } from '../../kernel/schema';
import type { Columns } from '../../kernel/table';
import { HANDLE_LENGTH_MAX, HANDLE_PATTERN } from './handle';

/** A caller who creates may leave it out: it is then derived. */
export const handleColumn = {
  handle: {
    type: 'text',
    schema: label(
      'Bağlantı adı',
      'Handle',
    )(
      t.String({
        pattern: HANDLE_PATTERN,
        maxLength: HANDLE_LENGTH_MAX,
        description: 'Its name in URLs; unique, archived ones included. Derived from the title when omitted on create.',
      }),
    ),
    writers: ['update'],
  },
} as const satisfies Columns;
