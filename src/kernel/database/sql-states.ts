/** SQLSTATE of a lock that was waited for longer than lock_timeout allows. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** A lock was waited for in vain. */
export const isLockMissed = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;

/** Serialisation failures and deadlocks: Postgres rolled the transaction back, and running it again is right. */
export function isTransient(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '40001' || code === '40P01';
}

/** A statement of a transaction in which another one has failed. */
export const isAborted = (error: unknown): boolean => (error as { code?: string }).code === '25P02';

/** A row whose key or value another one has already, by the name of the constraint. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  (error as { code?: string }).code === '23505' && (error as { constraint?: string }).constraint === constraint;

/** A row that would break what the tables promise, e.g. that a value is there once. */
export const isConstraintViolation = (error: unknown): boolean =>
  (error as { code?: string }).code?.startsWith('23') === true;
