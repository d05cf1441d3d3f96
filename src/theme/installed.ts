import type { Queryable } from '../kernel/database/database';
import type { MutationContext } from '../kernel/declaration/declare';
import { compareVersions } from '../skin/check/semver';
import { versionsOf } from '../skin/first-party/packs';
import {
  changeInstalled,
  findInstalled,
  findPack,
  type InstalledRow,
  insertInstalled,
  ownPacks,
} from '../skin/store/packs-store';
import { installedTheme } from '../skin/store/table';
import type { Wardrobe } from './wear/switch';

/** The theme with which every shop begins. It is always installed. */
export const DEFAULT_THEME = 'sade';

/** Versions of a theme that a store may install, the oldest first. */
export async function versionsFor(db: Queryable, storeId: string, key: string): Promise<string[]> {
  const own = await ownPacks(db, storeId);
  const versions = [
    ...versionsOf(key).map(({ manifest }) => manifest.version),
    ...own.flatMap((pack) => (pack.key === key ? [pack.version] : [])),
  ];
  return versions.toSorted(compareVersions);
}

/** The version in which a draft puts a theme on; undefined: it is not installed. */
export function installedVersion(row: Pick<InstalledRow, 'version'> | undefined, key: string): string | undefined {
  if (row?.version) return row.version;
  return key === DEFAULT_THEME ? versionsOf(key).at(-1)?.manifest.version : undefined;
}

/** Themes that a body wears, or is about to: those of these names, in the versions in which they stand or are installed. */
export async function wardrobeOf(
  db: Queryable,
  storeId: string,
  worn: readonly { readonly key: string; readonly version?: string | undefined }[],
): Promise<Wardrobe> {
  const usual = new Map<string, string | undefined>();
  const packs = new Map<string, Awaited<ReturnType<typeof findPack>>>();
  for (const { key, version } of worn) {
    usual.set(key, installedVersion(await findInstalled(db, storeId, key), key));
    const meant = version ?? usual.get(key);
    if (meant !== undefined) packs.set(`${key} ${meant}`, await findPack(db, storeId, key, meant));
  }
  return { packOf: (key, version) => packs.get(`${key} ${version}`), usualVersion: (key) => usual.get(key) };
}

type Writing = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'record'>;

/** Installs a version in the place of the one that is there. @returns the row as it is now */
export async function install(
  context: Writing,
  before: InstalledRow | undefined,
  theme: string,
  version: string,
): Promise<InstalledRow> {
  if (before) return changeInstalled(context, before, { version });
  const { tx, storeId, now, record } = context;
  const row = { theme, version };
  await insertInstalled(tx, storeId, row, now);
  const at = now.toISOString();
  const made = { ...row, rev: 1, createdAt: at, updatedAt: at };
  record(installedTheme.word, theme, null, installedTheme.snapshot(made as never));
  return made as InstalledRow;
}
