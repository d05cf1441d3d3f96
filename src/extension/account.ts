import type { StoreReader } from '../kernel/database/queryable';
import type { SecretBox } from '../kernel/personal/secret-box';
import type { Manifest } from '../provider/manifest';
import type { ExtensionRow } from './aggregate';
import { openSecrets } from './secret/store';
import { extensionAt } from './store';

/**
 * The entries of a store for an extension that it has installed, with the secrets opened: for an adapter that is about to ask its provider.
 */
export interface KeptAccount {
  readonly manifest: Manifest;
  readonly extension: ExtensionRow;
  readonly secrets: Readonly<Record<string, string>>;
}

/** @throws {Refusal} not_found, extension_not_installed */
export const accountAt = (db: StoreReader, box: SecretBox, storeId: string, key: string): Promise<KeptAccount> =>
  db.snapshot(async (moment) => ({
    ...(await extensionAt(moment, storeId, key)),
    secrets: await openSecrets(moment, box, storeId, key),
  }));
