import type { Queryable, Transaction } from '../kernel/database/database';
import type { MutationContext } from '../kernel/declaration/declare';
import { compareVersions } from '../skin/check/semver';
import { versionsOf } from '../skin/first-party/packs';
import {
  changeInstalled,
  findInstalled,
  findPack,
  holdInstalled,
  type InstalledRow,
  insertInstalled,
  type OwnPack,
  ownPacks,
} from '../skin/store/packs-store';
import { installedTheme } from '../skin/store/table';
import type { Wardrobe } from './wear/switch';

/** The theme with which every shop begins. It is always installed. */
export const DEFAULT_THEME = 'sade';

/** Versions of a theme that a store has, the oldest first. */
export interface Versions {
  readonly all: readonly string[];
  /** Versions that may be chosen by themselves: an agent pushed none of them, or a person has installed it. */
  readonly offered: readonly string[];
  /** Versions that wait for a person: an agent pushed them. */
  readonly waiting: readonly string[];
}

export async function versionsFor(db: Queryable, storeId: string, key: string): Promise<Versions> {
  const own = (await ownPacks(db, storeId)).filter((pack) => pack.key === key);
  const installed = (await findInstalled(db, storeId, key))?.version ?? null;
  return versionsAmong([...versionsOf(key).map(({ manifest }) => manifest.version)], own, installed);
}

/** @param installed the version that is installed; null: none is */
export function versionsAmong(brought: readonly string[], own: readonly OwnPack[], installed: string | null): Versions {
  const isWaiting = ({ byKind, version }: OwnPack): boolean => byKind === 'agent' && version !== installed;
  const waiting = own.filter(isWaiting).map(({ version }) => version);
  const all = [...brought, ...own.map(({ version }) => version)].toSorted(compareVersions);
  return {
    all,
    offered: all.filter((version) => !waiting.includes(version)),
    waiting: waiting.toSorted(compareVersions),
  };
}

/** The version in which a draft puts a theme on; undefined: it is not installed. */
export function installedVersion(row: Pick<InstalledRow, 'version'> | undefined, key: string): string | undefined {
  if (row?.version) return row.version;
  return key === DEFAULT_THEME ? versionsOf(key).at(-1)?.manifest.version : undefined;
}

/** A theme that a body wears, or is about to. */
interface Asked {
  readonly key: string;
  readonly version?: string | undefined;
  /** The version that a draft puts on of a theme that is not installed. */
  readonly otherwise?: string | undefined;
}

/** Themes that a body wears, or is about to: those of these names, in the versions in which they stand or are installed. */
export async function wardrobeOf(db: Transaction, storeId: string, worn: readonly Asked[]): Promise<Wardrobe> {
  const usual = new Map<string, string | undefined>();
  const packs = new Map<string, Awaited<ReturnType<typeof findPack>>>();
  for (const { key, version, otherwise } of worn) {
    usual.set(key, installedVersion(await holdInstalled(db, storeId, key), key) ?? otherwise);
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
