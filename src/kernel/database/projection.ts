import type { Bump } from '../trace/audit-store';
import type { Change } from '../trace/change';
import type { Transaction } from './database';

/** News of a call for the views of the shop. */
export interface ProjectionNews {
  readonly storeId: string;
  /** Id of the audit row; of a batch, that of the first call. */
  readonly auditId: string;
  readonly changes: readonly Change[];
  readonly bump: Bump;
  /** True if others may have left a bump that is due; false: none was due when the call began. */
  readonly generationDue: boolean;
}

/**
 * A copy of the shop for its readers, e.g. its storefront. It follows every call in the call's own transaction, so that
 * whoever sees a generation sees what belongs to it.
 */
export interface Projection {
  /**
   * Sends what brings it to what a call has changed; what is left to a later bump waits for that.
   * @param move sends the trace, from which on nobody else of the store moves the generation: what others cannot change meanwhile goes
   * before it, so that they wait for less. @returns what that answers
   */
  follow<T>(tx: Transaction, left: ProjectionNews, move: () => T): T;
}
