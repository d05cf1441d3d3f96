import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isBeforeBaseline, migrations } from '../../migrations';
import { packagedMajorVersion } from '../embedded/postgres';
import { bytesText } from '../kernel/bytes';
import { KEY_FILE, textOfKeys } from '../keys/source';
import { BackupError } from './backup-error';
import { copyFile, keep, unlessGone } from './copying';
import { bytesOf, digestOfKey, type KeptFile, type Manifest, platform, readManifest } from './manifest';
import { assertEmpty, inDraft } from './take';

interface RestoreOptions {
  readonly from: string;
  /** A folder that is not there yet, or empty. */
  readonly dataFolder: string;
  /** The keys that the settings state; undefined: none. */
  readonly secretKeys: readonly Buffer[] | undefined;
  readonly say: (line: string) => void;
}

/**
 * Makes a data folder from a backup. Nothing runs on it before the operator starts it, and nothing of the shop that it was taken
 * from is touched.
 * @throws {BackupError} why it is not restored; nothing is left at the data folder then
 */
export async function restoreBackup({ from, dataFolder, secretKeys, say }: RestoreOptions): Promise<Manifest> {
  await assertEmpty(dataFolder);
  const manifest = readManifest(from);
  assertFits(manifest);
  assertKeys(manifest, secretKeys);
  say(`Backup of ${manifest.createdAt}: ${manifest.files.length} files, ${bytesText(bytesOf(manifest), 'en')}.`);
  return inDraft(dataFolder, async (draft) => {
    for (const folder of manifest.folders) await mkdir(path.join(draft, folder), { recursive: true, mode: 0o700 });
    for (const file of manifest.files) await takeBack(from, draft, file);
    if (!manifest.key.included) await keep(draft, KEY_FILE, textOfKeys(secretKeys as readonly Buffer[]));
    return manifest;
  });
}

/** @throws {BackupError} when the file is not what was kept */
async function takeBack(from: string, to: string, { path: name, bytes, sha256 }: KeptFile): Promise<void> {
  const copied = await copyFile(path.join(from, name), path.join(to, name), name).catch(unlessGone);
  if (!copied) throw new BackupError(`The backup lacks ${name}, which was kept: restore another one.`);
  if (copied.bytes !== bytes || copied.sha256 !== sha256)
    throw new BackupError(`The backup is damaged: ${name} is not what was kept. Restore another one.`);
}

/**
 * A newer schema has what this program does not know, the steps of before the first release are not there any more, and files
 * of Postgres fit the kind of machine that made them.
 */
function assertFits({ schema, product, postgres }: Manifest): void {
  if (schema !== null && isBeforeBaseline(schema))
    throw new BackupError(
      `The backup has a schema of before release 0.1.0 (${schema}): restore it with the version that took it, start the last version before 0.1.0 on that once, and take another backup.`,
    );
  if (schema !== null && !migrations.some(({ name }) => name === schema))
    throw new BackupError(
      `The backup has a newer schema (${schema}, of Tezgâh ${product}) than this program knows: restore it with that version.`,
    );
  if (postgres === null) return;
  const major = packagedMajorVersion();
  if (postgres.major !== major)
    throw new BackupError(
      `The backup is of Postgres ${postgres.major} and this version brings Postgres ${major}: restore it with Tezgâh ${product}.`,
    );
  if (postgres.platform !== platform())
    throw new BackupError(
      `The backup was taken on ${postgres.platform} and this is ${platform()}: files of Postgres move between machines of one kind only.`,
    );
}

/** Under another key what is sealed would not open, and nobody would hear of it before it is needed. */
function assertKeys({ key }: Manifest, given: readonly Buffer[] | undefined): void {
  if (!key.included && !given)
    throw new BackupError('The backup is without its secret key: give that in TEZGAH_SECRET_KEY.');
  const digests = given?.map(digestOfKey);
  const missing = digests ? [key.digest, ...(key.further ?? [])].filter((digest) => !digests.includes(digest)) : [];
  if (missing.includes(key.digest))
    throw new BackupError('TEZGAH_SECRET_KEY is not the key of this backup: what it sealed would not open.');
  if (missing.length > 0)
    throw new BackupError(
      `TEZGAH_SECRET_KEY lacks ${missing.length} of the keys of this backup, which was taken while the key was rotated: state all of them, with commas between them.`,
    );
}
