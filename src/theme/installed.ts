import type { Queryable, Transaction } from '../kernel/database/queryable';
import type { MutationContext } from '../kernel/declaration/context';
import { compareVersions } from '../kernel/version';
import { versionsOf } from '../skin/first-party/packs';
import {
  changeInstalled,
  findWornPack,
  holdInstalled,
  type InstalledRow,
  insertInstalled,
  type NamedTheme,
  ownPacks,
} from '../skin/store/packs-store';
import { installedTheme } from '../skin/store/table';
import { triedPacks } from '../skin/store/workspace-packs-store';
import type { Wardrobe } from './wear/switch';

/** The theme with which every shop begins. It is always installed. */
export const DEFAULT_THEME = 'sade';

/** Versions of a theme that a store has, the oldest first. */
export interface Versions {
  readonly all: readonly string[];
  /** Versions that may be chosen by themselves: the store has them. */
  readonly offered: readonly string[];
  /** Versions that a workspace tries, and that the store does not have. */
  readonly waiting: readonly string[];
}

/** @param workspace whose tried versions count as well; undefined: those of the store alone */
export async function versionsFor(db: Queryable, storeId: string, key: string, workspace?: string): Promise<Versions> {
  const ofKey = (packs: readonly { key: string; version: string }[]): string[] =>
    packs.flatMap((pack) => (pack.key === key ? [pack.version] : []));
  const own = ofKey(await ownPacks(db, storeId));
  const tried = workspace === undefined ? [] : ofKey(await triedPacks(db, storeId, workspace));
  return versionsAmong([...versionsOf(key).map(({ manifest }) => manifest.version), ...own], tried);
}

export function versionsAmong(had: readonly string[], tried: readonly string[]): Versions {
  const offered = had.toSorted(compareVersions);
  const waiting = [...new Set(tried)].filter((version) => !had.includes(version)).toSorted(compareVersions);
  return { all: [...offered, ...waiting].toSorted(compareVersions), offered, waiting };
}

/** The version in which a draft puts a theme on; undefined: it is not installed. */
export function installedVersion(row: Pick<InstalledRow, 'version'> | undefined, key: string): string | undefined {
  if (row?.version) return row.version;
  return key === DEFAULT_THEME ? versionsOf(key).at(-1)?.manifest.version : undefined;
}

/** A theme that a body wears, or is about to. */
interface WornTheme extends Omit<NamedTheme, 'version'> {
  readonly version?: string | undefined;
  /** The version that a draft puts on of a theme that is not installed. */
  readonly otherwise?: string | undefined;
}

/**
 * Themes that a body wears, or is about to: those of these names, in the versions in which they stand or are installed.
 * @param workspace whose draft it is
 */
export async function wardrobeOf(
  db: Transaction,
  storeId: string,
  workspace: string,
  worn: readonly WornTheme[],
): Promise<Wardrobe> {
  const usual = new Map<string, string | undefined>();
  const packs = new Map<string, Awaited<ReturnType<typeof findWornPack>>>();
  for (const { key, version, pack, otherwise } of worn) {
    usual.set(key, installedVersion(await holdInstalled(db, storeId, key), key) ?? otherwise);
    const meant = version ?? usual.get(key);
    if (meant !== undefined)
      packs.set(`${key} ${meant}`, await findWornPack(db, storeId, { key, version: meant, pack }, workspace));
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
