import { t, unit } from '../kernel/schema/schema';
import { ROWS_MAX } from './limits';

const ROWS_DEFAULT = 500;

/** The number of rows that a caller asks for. */
export const rowsQuery = {
  rows: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: ROWS_MAX,
      default: ROWS_DEFAULT,
      description: 'Rows at most.',
      ...unit('count'),
    }),
  ),
};

export const rowsIn = ({ rows = ROWS_DEFAULT }: { readonly rows?: number | undefined }): number => rows;
