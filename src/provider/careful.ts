import type { Services } from '../kernel/declaration/services';
import { bounded } from './bounded';
import { type Blank, blankError } from './discreet';
import { ProviderUnavailable } from './error';
import type { Guard } from './guarded';
import { unavailableIfUnanswered } from './not-answered';

interface Calling {
  /** The name of the provider, as people call it. */
  readonly name: string;
  /** Blanks the store's secrets in a text. */
  readonly blank: Blank;
  readonly log: Services['log'];
  readonly storeId: string;
  /** The key of the extension. */
  readonly ext: string;
}

/**
 * Makes calls of adapters of any port. Each has a deadline, and none says a secret where it fails. Where the adapter lets through what
 * the network failed with, the port's error takes its place, and what it failed with goes to the log.
 */
export function careful({ name, blank, log, storeId, ext }: Calling): Guard {
  return async (call, signal) => {
    try {
      return await bounded(name, signal, call);
    } catch (error) {
      blankError(error, blank);
      const failure = unavailableIfUnanswered(name, error);
      if (failure instanceof ProviderUnavailable)
        log.warn({ err: failure, storeId, extension: ext }, 'a provider did not answer');
      throw failure;
    }
  };
}
