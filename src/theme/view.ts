import type { Queryable } from '../kernel/database/database';
import { compareVersions } from '../skin/check/semver';
import { firstPartyKeys, newestPack, packHash, versionsOf } from '../skin/first-party/packs';
import type { Pack } from '../skin/pack/pack';
import { pagesOf } from '../skin/schema';
import { findPacks, installedThemes, type OwnPack, ownPacks } from '../skin/store/packs-store';
import { installedVersion } from './installed';

interface InUse {
  readonly live: { readonly key: string } | null;
  readonly active: { readonly key: string } | null;
}

/** A theme that a store may wear. */
export interface Theme {
  readonly key: string;
  readonly source: 'firstParty' | 'private';
  /** The oldest first. */
  readonly versions: readonly string[];
  readonly newest: Pack;
  readonly installed: string | null;
}

/** Themes of the product, and behind them those of the store's own. */
export async function themesOf(db: Queryable, storeId: string): Promise<Theme[]> {
  const own = ownVersions(await ownPacks(db, storeId));
  const newest = [...own].map(([key, versions]) => ({ key, version: versions.at(-1) as string }));
  const packs = newest.length === 0 ? [] : await findPacks(db, storeId, newest);
  const rows = new Map((await installedThemes(db, storeId)).map((row) => [row.theme, row]));
  const themeOf = (source: Theme['source'], pack: Pack, versions: readonly string[]): Theme => {
    const { key } = pack.manifest;
    return { key, source, versions, newest: pack, installed: installedVersion(rows.get(key), key) ?? null };
  };
  return [
    ...firstPartyKeys.map((key) =>
      themeOf(
        'firstParty',
        newestPack(key) as Pack,
        versionsOf(key).map(({ manifest }) => manifest.version),
      ),
    ),
    ...packs.map((pack) => themeOf('private', pack, own.get(pack.manifest.key) ?? [])),
  ];
}

function ownVersions(packs: readonly OwnPack[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { key, version } of packs) found.set(key, [...(found.get(key) ?? []), version]);
  for (const versions of found.values()) versions.sort(compareVersions);
  return found;
}

const stateOf = (key: string, { live, active }: InUse) =>
  live?.key === key ? ('live' as const) : active?.key === key ? ('draft' as const) : ('available' as const);

/** A theme as a gallery shows it, in its newest version. */
export function cardOf({ key, source, versions, newest, installed }: Theme, use: InUse) {
  const { manifest, presets, variables } = newest;
  const { name, version, description } = manifest;
  const state = stateOf(key, use);
  return { key, name, version, versions: [...versions], description, source, installed, state, presets, variables };
}

/** A version of a theme, all but its style sheet. */
export const packView = (pack: Pack) => ({
  manifest: pack.manifest as unknown,
  hash: packHash(pack),
  cssBytes: Buffer.byteLength(pack.css),
  sections: pack.sections,
  pages: pagesOf(pack),
});
