import type { ExtensionRow } from '../../extension/aggregate';
import { grows } from '../../extension/rights';
import { allSecretKeys, secretKeys } from '../../extension/secret/store';
import { findExtension, installedExtensions } from '../../extension/store';
import { type Upgrade, upgradeOf } from '../../extension/upgrade';
import type { Queryable } from '../../kernel/database/queryable';
import { classBetween } from '../../skin/check/semver';
import type { UpdateRow } from '../../store/update/aggregate';
import { emptyReport } from '../entry/report';
import type { Offer, Present } from './offer';

/** Newer versions of the extensions of a store. */
export async function extensionOffers(db: Queryable, storeId: string): Promise<Offer[]> {
  const [rows, secrets] = [await installedExtensions(db, storeId), await allSecretKeys(db, storeId)];
  return rows.flatMap((row) => offered(row, new Set(secrets.get(row.key)?.keys())));
}

/** The newer version of one extension. */
export async function extensionOffer(db: Queryable, storeId: string, key: string): Promise<Offer | undefined> {
  const row = await findExtension(db, storeId, key);
  return row && offered(row, new Set((await secretKeys(db, storeId, key)).keys()))[0];
}

export async function presentExtension(db: Queryable, storeId: string, key: string): Promise<Present | undefined> {
  const row = await findExtension(db, storeId, key);
  return row && { version: row.version, seq: null };
}

function offered(row: ExtensionRow, secrets: ReadonlySet<string>): Offer[] {
  const upgrade = upgradeOf(row, secrets);
  if (!upgrade) return [];
  const { manifest, growth, lossless, errors, blockedBy } = upgrade;
  return [
    {
      kind: 'extension',
      name: row.key,
      fromVersion: row.version,
      toVersion: manifest.version,
      class: classBetween(row.version, manifest.version) as UpdateRow['class'],
      baseRev: row.rev,
      beforeHash: null,
      hash: null,
      text: null,
      reason: reasonOf(upgrade),
      report: {
        ...emptyReport,
        rights: grows(growth) ? growth : null,
        losesSettings: !lossless,
        missing: [...errors.map(({ pointer, message }) => `${pointer} ${message}`), ...blockedBy],
      },
    },
  ];
}

const reasonOf = ({ errors, blockedBy }: Upgrade): Offer['reason'] => {
  if (errors.length > 0) return 'config_invalid';
  return blockedBy.length > 0 ? 'not_ready' : null;
};
