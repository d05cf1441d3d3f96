import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import extensionUpgrade from './extension.upgrade';
import { grows } from './rights';
import { allSecretKeys } from './secret/store';
import { installedExtensions } from './store';
import { type Upgrade, upgradeOf } from './upgrade';

/** Whether nobody has to be asked: no right is gained, nothing that was entered is lost, and it works on as it did. */
const isAdditive = ({ growth, lossless, errors, blockedBy }: Upgrade): boolean =>
  lossless && !grows(growth) && errors.length === 0 && blockedBy.length === 0;

/** The upgraded extensions of one store, by their keys. */
export interface BroughtUp {
  readonly upgraded: readonly string[];
  /** The extensions that wait for their owner. */
  readonly waiting: readonly string[];
}

/**
 * Upgrades each extension that needs no question, by the command that an owner has. One that somebody changes meanwhile is looked at
 * again the next night. One that another attempt has upgraded meanwhile has another rev, so nothing is upgraded twice.
 */
export async function bringUpToDate(
  { bus, database }: { readonly bus: CommandBus; readonly database: Database },
  storeId: string,
): Promise<BroughtUp> {
  const [rows, secrets] = await database
    .reader(storeId)
    .snapshot(async (moment) => [await installedExtensions(moment, storeId), await allSecretKeys(moment, storeId)]);
  const upgraded: string[] = [];
  const waiting: string[] = [];
  for (const row of rows) {
    const upgrade = upgradeOf(row, new Set(secrets.get(row.key)?.keys()));
    if (!upgrade) continue;
    const { version } = upgrade.manifest;
    const acted =
      isAdditive(upgrade) &&
      (await bus.act(extensionUpgrade, {
        storeId,
        by: 'extension-upgrades',
        payload: { extension: row.key, version, expectedRev: row.rev },
        cause: {},
      }));
    (acted && 'result' in acted ? upgraded : waiting).push(row.key);
  }
  return { upgraded, waiting };
}
