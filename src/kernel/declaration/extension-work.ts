import type { Queryable } from '../database/queryable';
import type { MutationContext } from './context';
import type { EmptyingWork } from './settling';

/** Work of a noun for extensions. They come before it and know nothing of it. */
export interface ExtensionWork extends EmptyingWork {
  /** True if the extension has left records with its provider that nobody keeps true once it is disabled. */
  staysOutside(db: Queryable, storeId: string, extension: string): Promise<boolean>;
  /**
   * Asks for everything that the extension offers at its provider to be taken off sale, and for the extension to be disabled then.
   * @returns the id of the job; undefined when nothing is offered there
   * @throws {Refusal} zero_not_offered, invalid_state
   */
  empty(
    context: Pick<MutationContext, 'tx' | 'storeId' | 'principal' | 'record' | 'now' | 'newId' | 'effects'>,
    extension: string,
  ): Promise<string | undefined>;
  /**
   * Ends its open work for good, in the transaction that disables it.
   * @param except the job by which it is disabled, which goes on
   * @returns how many jobs that were
   */
  end(
    context: Pick<MutationContext, 'tx' | 'storeId' | 'record' | 'now' | 'effects'>,
    extension: string,
    except?: string,
  ): Promise<number>;
}
