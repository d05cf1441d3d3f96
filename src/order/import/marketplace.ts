import { manifestOf } from '../../extension/provider/providers';
import { installedExtension } from '../../extension/store';
import type { Queryable } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';

/**
 * Lets pass what is installed as a marketplace. One that was taken away since may have been one; only what is known to be something else
 * is none.
 * @throws {Refusal} extension_unknown, extension_not_installed
 */
export async function assertMarketplace(db: Queryable, storeId: string, key: string): Promise<void> {
  if ((manifestOf(key)?.kind ?? 'channel') !== 'channel')
    refuse('extension_unknown', 'The extension is no marketplace.', { quotesNobody: true });
  await installedExtension(db, storeId, key);
}
