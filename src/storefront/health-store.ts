import type { Queryable } from '../kernel/database/queryable';

/** Tells whether the database answers a query. */
export const isAnswering = (system: Queryable): Promise<boolean> =>
  system.query('SELECT 1').then(
    (rows) => rows.length === 1,
    () => false,
  );
