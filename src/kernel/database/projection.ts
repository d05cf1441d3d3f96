import type { Bump } from '../trace/audit-store';
import type { Change } from '../trace/change';
import type { Transaction } from './queryable';

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
   * Sends the statements that bring the copy up to the changes of a call. The part that is left to a later bump waits for that.
   * @param move sends the trace. After it no other call of the store moves the generation, so all that others cannot change meanwhile is
   * sent before it, to shorten their wait. @returns the answer of `move`
   */
  follow<T>(tx: Transaction, left: ProjectionNews, move: () => T): T;
}
