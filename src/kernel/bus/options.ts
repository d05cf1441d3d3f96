import type { Database } from '../database/database';
import type { Projection } from '../database/projection';
import type { Transaction } from '../database/queryable';
import type { Services } from '../declaration/services';
import type { Inspect } from './call';

/** Dependencies of all parts of the bus. */
export interface BusOptions {
  readonly database: Database;
  readonly services: Services;
  readonly projection: Projection;
  /** Keys the fingerprints of payloads. */
  readonly fingerprintKey: Buffer;
  /**
   * The clock for tests, in place of the time of Postgres. Several processes judge dated things, so none of them dates by its own clock.
   */
  readonly now?: () => Date;
  /** Holds every handler against what it declares; for tests and development. */
  readonly strict?: boolean;
  /** Finds the inspection of work that a limited credential has asked for; undefined if it has no limit of that kind. */
  readonly limitOfWork?: (tx: Transaction, storeId: string, askedBy: string) => Promise<Inspect | undefined>;
  /** Called after a commit that queued effects. */
  readonly onEffects?: () => void;
}
