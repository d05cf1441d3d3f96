import type { Columns } from '../../kernel/table/table';
import { catalogStatus } from '../status';

/** The column of a thing that is never deleted: it is active until it is archived, and stays archived. */
export const archivable = {
  status: { type: 'text', schema: catalogStatus, initial: 'active', projected: 'decides' },
} as const satisfies Columns;
