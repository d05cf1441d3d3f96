import type { Database } from '../database/database';
import type { Projection } from '../database/projection';
import type { Services } from '../declaration/declare';

/** What all parts of the bus work with. */
export interface BusOptions {
  readonly database: Database;
  readonly services: Services;
  readonly projection: Projection;
  /** Keys the fingerprints of payloads. */
  readonly fingerprintKey: Buffer;
  /** In the place of Postgres' time, for tests: several processes judge what is dated, so none of them dates by its own clock. */
  readonly now?: () => Date;
  /** Holds every handler against what it declares; for tests and development. */
  readonly strict?: boolean;
  /** Called after a commit that queued effects. */
  readonly onEffects?: () => void;
}
