import type { StoreReader } from '../kernel/database/database';
import { refuse } from '../kernel/errors';
import type { SecretBox } from '../kernel/personal/secret-box';
import type { Manifest } from '../provider/manifest';
import type { ExtensionRow } from './aggregate';
import { blockers } from './readiness';
import { openSecrets } from './secret/store';
import { extensionAt } from './store';

/** What a store has entered for an extension that it has installed, its secrets opened: for an adapter that is about to ask its provider. */
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

/** @throws {Refusal} extension_not_ready */
export function assertReady(
  manifest: Manifest,
  extension: ExtensionRow,
  secrets: Readonly<Record<string, string>>,
): void {
  const blockedBy = blockers(manifest, extension, new Set(Object.keys(secrets)));
  if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
}
