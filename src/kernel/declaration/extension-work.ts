import type { Queryable } from '../database/database';
import type { MutationContext } from './declare';

/** Work of a noun for extensions. They come before it and know nothing of it. */
export interface ExtensionWork {
  /** True if the extension has left records with its provider that nobody keeps true once it is disabled. */
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
