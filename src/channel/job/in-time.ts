import { Refusal } from '../../kernel/errors';
import { inTime as inTimeOf } from '../../kernel/process/in-time';
import { DATABASE_MS } from './deadlines';

/** Gives up waiting for Postgres, so that the attempt ends and the next one begins on another connection. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  inTimeOf(work, DATABASE_MS, () => new Refusal('unavailable', 'The database did not answer.'));
