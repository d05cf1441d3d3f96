import type { Queryable } from '../database/database';
import type { MutationContext } from './declare';

/** What a noun does for extensions, which know nothing of it: they come before it. */
export interface ExtensionWork {
  /** Whether the extension has left something with its provider that nobody keeps true when it is disabled. */
  staysOutside(db: Queryable, storeId: string, extension: string): Promise<boolean>;
  /**
   * Ends its open work for good, in the transaction that disables it.
   * @returns how many jobs that were
   */
  end(
    context: Pick<MutationContext, 'tx' | 'storeId' | 'record' | 'now' | 'effects'>,
    extension: string,
  ): Promise<number>;
}
