import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BackupError } from './backup-error';

/** The form of backups that this program writes; a program with another form raises the number. */
export const FORMAT = 1;

export interface KeptFile {
  /** From the backup's folder and, after restoring, from the data folder; with `/` on every system. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The description of a backup, in `manifest.json`. It is written last: a folder without one is no backup. */
export interface Manifest {
  readonly format: number;
  /** Version of the product that made it. */
  readonly product: string;
  readonly createdAt: string;
  /** The last migration; null: Postgres is not in it. */
  readonly schema: string | null;
  /** Its files fit this major version and this kind of machine alone; null: the operator's own Postgres, which is not in it. */
  readonly postgres: { readonly major: string; readonly platform: string } | null;
  /** Digests of the key that seals secrets, and of further ones that open them, so that no other one is taken for it. */
  readonly key: { readonly digest: string; readonly further?: readonly string[]; readonly included: boolean };
  /** Postgres wants its folders, empty ones too. */
  readonly folders: readonly string[];
  readonly files: readonly KeptFile[];
}

export const manifestOf = (folder: string): string => path.join(folder, 'manifest.json');

/** Names the key without telling it: it is random and 32 bytes long, so nobody finds it by guessing. */
export const digestOfKey = (key: Buffer): string =>
  createHash('sha256').update('tezgah backup\n').update(key).digest('hex');

/** Names the platform that two machines must share for one to take the files of the other's Postgres. */
export const platform = (): string => `${process.platform}-${process.arch}`;

export const bytesOf = ({ files }: Pick<Manifest, 'files'>): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** @throws {BackupError} when it is no backup, a damaged one, or one of a form that this program does not know */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(manifestOf(folder), 'utf8');
  } catch {
    throw new BackupError(`This is no backup, or one that did not come to its end: ${folder} has no manifest.json.`);
  }
  const manifest = parsed(text);
  if (typeof manifest?.format === 'number' && manifest.format > FORMAT)
    throw new BackupError(
      `The backup was made by a newer Tezgâh (${String(manifest.product)}): restore it with that one.`,
    );
  if (!isManifest(manifest)) throw new BackupError(`The backup has a damaged manifest.json: restore another one.`);
  return manifest;
}

function parsed(text: string): Partial<Manifest> | undefined {
  try {
    return JSON.parse(text) as Partial<Manifest>;
  } catch {
    return undefined;
  }
}

/** Its paths are written to, so none of them may lead out of the folder. */
const isInside = (name: unknown): boolean =>
  typeof name === 'string' && !name.includes('\\') && name.split('/').every((part) => !['', '.', '..'].includes(part));

const isDigests = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

function isManifest(manifest: Partial<Manifest> | undefined): manifest is Manifest {
  return (
    manifest?.format === FORMAT &&
    typeof manifest.key?.digest === 'string' &&
    isDigests(manifest.key.further ?? []) &&
    Array.isArray(manifest.folders) &&
    manifest.folders.every(isInside) &&
    Array.isArray(manifest.files) &&
    manifest.files.every(
      ({ path: name, bytes, sha256 }) => isInside(name) && bytes >= 0 && /^[0-9a-f]{64}$/.test(sha256),
    )
  );
}
