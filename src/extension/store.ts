import type { Queryable, Transaction } from '../kernel/database';
import { Contention, refuse } from '../kernel/errors';
import { nameOf } from '../kernel/footprint';
import type { SecretBox } from '../kernel/secret-box';
import { unique } from '../kernel/unique';
import type { Manifest } from '../provider/manifest';
import { manifestOf } from '../provider/providers';

/** An extension is installed once. */
const uniqueKey = unique<string>({ index: 'extension_pkey', name: (key) => nameOf('extension', key) });

export interface InstalledExtension {
  readonly key: string;
  readonly version: string;
  readonly enabled: boolean;
  readonly config: Record<string, unknown>;
  readonly rev: number;
  readonly installedAt: string;
}

const COLUMNS = 'key, version, enabled, config, rev, installed_at AS "installedAt"';

export function installedExtensions(db: Queryable, storeId: string): Promise<InstalledExtension[]> {
  return db.query<InstalledExtension>(`SELECT ${COLUMNS} FROM extension WHERE store_id = $1 ORDER BY key`, [storeId]);
}

export async function findExtension(
  db: Queryable,
  storeId: string,
  key: string,
): Promise<InstalledExtension | undefined> {
  uniqueKey.touch(db, 'reads', [key]);
  const [row] = await db.query<InstalledExtension>(
    `SELECT ${COLUMNS} FROM extension WHERE store_id = $1 AND key = $2`,
    [storeId, key],
  );
  return row;
}

/** @throws {Refusal} extension_unknown */
export function knownManifest(key: string): Manifest {
  return manifestOf(key) ?? refuse('extension_unknown', 'There is no such extension.', { undeclared: true });
}

/** Of an extension that a path names. @throws {Refusal} not_found */
export function manifestAt(key: string): Manifest {
  return manifestOf(key) ?? refuse('not_found', 'There is no such extension.', { undeclared: true });
}

/** An extension that a path names. @throws {Refusal} not_found, extension_not_installed */
export async function extensionAt(db: Queryable, storeId: string, key: string): ReturnType<typeof installedExtension> {
  manifestAt(key);
  return installedExtension(db, storeId, key);
}

/** @throws {Refusal} extension_unknown, extension_not_installed */
export async function installedExtension(
  db: Queryable,
  storeId: string,
  key: string,
): Promise<{ manifest: Manifest; extension: InstalledExtension }> {
  const manifest = knownManifest(key);
  const extension = await findExtension(db, storeId, key);
  return { manifest, extension: extension ?? refuse('extension_not_installed', `${manifest.name} is not installed.`) };
}

export async function insertExtension(tx: Transaction, storeId: string, manifest: Manifest, at: Date): Promise<void> {
  uniqueKey.touch(tx, 'claims', [manifest.key]);
  const rows = await tx.query(
    `INSERT INTO extension (store_id, key, version, installed_at, updated_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT DO NOTHING RETURNING key`,
    [storeId, manifest.key, manifest.version, at],
  );
  if (rows.length === 0)
    refuse('invalid_state', `${manifest.name} is installed already.`, { facts: { state: 'installed' } });
}

export async function saveExtension(
  tx: Transaction,
  storeId: string,
  before: InstalledExtension,
  after: Pick<InstalledExtension, 'enabled' | 'config'>,
  at: Date,
): Promise<void> {
  const rows = await tx.query(
    `UPDATE extension SET enabled = $4, config = $5, updated_at = $6, rev = rev + 1
     WHERE store_id = $1 AND key = $2 AND rev = $3 RETURNING rev`,
    [storeId, before.key, before.rev, after.enabled, JSON.stringify(after.config), at],
  );
  if (rows.length === 0) throw new Contention(before.key, `${before.key} changed meanwhile.`);
}

/** Keys of the secrets that are set; values are never read for people. */
export async function secretKeys(db: Queryable, storeId: string, extension: string): Promise<Map<string, string>> {
  const rows = await db.query<{ key: string; setAt: string }>(
    'SELECT key, set_at AS "setAt" FROM extension_secret WHERE store_id = $1 AND extension = $2',
    [storeId, extension],
  );
  return new Map(rows.map(({ key, setAt }) => [key, setAt]));
}

/** By extension, as `secretKeys` answers for one. */
export async function allSecretKeys(db: Queryable, storeId: string): Promise<Map<string, Map<string, string>>> {
  const rows = await db.query<{ extension: string; key: string; setAt: string }>(
    'SELECT extension, key, set_at AS "setAt" FROM extension_secret WHERE store_id = $1',
    [storeId],
  );
  const byExtension = new Map<string, Map<string, string>>();
  for (const { extension, key, setAt } of rows) {
    const keys = byExtension.get(extension) ?? new Map<string, string>();
    byExtension.set(extension, keys.set(key, setAt));
  }
  return byExtension;
}

const sealingContext = (storeId: string, extension: string, key: string): string =>
  `extension_secret|${storeId}|${extension}|${key}`;

export async function putSecret(
  tx: Transaction,
  box: SecretBox,
  secret: {
    readonly storeId: string;
    readonly extension: string;
    readonly key: string;
    readonly value: string;
    readonly at: Date;
  },
): Promise<void> {
  const { storeId, extension, key, value, at } = secret;
  await tx.query(
    `INSERT INTO extension_secret (store_id, extension, key, sealed, set_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (store_id, extension, key) DO UPDATE SET sealed = EXCLUDED.sealed, set_at = EXCLUDED.set_at`,
    [storeId, extension, key, box.seal(value, sealingContext(storeId, extension, key)), at],
  );
}

export async function deleteSecret(tx: Transaction, storeId: string, extension: string, key: string): Promise<boolean> {
  const rows = await tx.query(
    'DELETE FROM extension_secret WHERE store_id = $1 AND extension = $2 AND key = $3 RETURNING key',
    [storeId, extension, key],
  );
  return rows.length > 0;
}

/** The opened secrets, for an adapter that is about to call its provider; they go no further than that. */
export async function openSecrets(
  db: Queryable,
  box: SecretBox,
  storeId: string,
  extension: string,
): Promise<Record<string, string>> {
  const rows = await db.query<{ key: string; sealed: Buffer }>(
    'SELECT key, sealed FROM extension_secret WHERE store_id = $1 AND extension = $2',
    [storeId, extension],
  );
  return Object.fromEntries(
    rows.map(({ key, sealed }) => [key, box.open(sealed, sealingContext(storeId, extension, key))]),
  );
}
