import type { Queryable } from '../kernel/database/database';
import { groupedBy } from '../kernel/grouped';
import { firstPartyKeys, newestPack, packHash, versionsOf } from '../skin/first-party/packs';
import type { Pack } from '../skin/pack/pack';
import { pagesOf } from '../skin/schema';
import { findPacks, installedThemes, ownPacks } from '../skin/store/packs-store';
import type { PusherKind } from '../skin/store/table';
import { installedVersion, type Versions, versionsAmong } from './installed';

interface InUse {
  readonly live: { readonly key: string } | null;
  readonly active: { readonly key: string } | null;
}

/** A theme that a store may wear. */
export interface Theme {
  readonly key: string;
  readonly source: 'firstParty' | 'private';
  readonly versions: Versions;
  readonly newest: Pack;
  readonly installed: string | null;
}

/** Themes of the product, and behind them those of the store's own. */
export async function themesOf(db: Queryable, storeId: string): Promise<Theme[]> {
  const rows = new Map((await installedThemes(db, storeId)).map((row) => [row.theme, row]));
  const own = new Map(
    [...groupedBy(await ownPacks(db, storeId), ({ key }) => key)].map(([key, packs]) => [
      key,
      versionsAmong([], packs, rows.get(key)?.version ?? null),
    ]),
  );
  const newest = [...own].map(([key, { all, offered }]) => ({
    key,
    version: (offered.at(-1) ?? all.at(-1)) as string,
  }));
  const packs = newest.length === 0 ? [] : await findPacks(db, storeId, newest);
  const themeOf = (source: Theme['source'], pack: Pack, versions: Versions): Theme => {
    const { key } = pack.manifest;
    return { key, source, versions, newest: pack, installed: installedVersion(rows.get(key), key) ?? null };
  };
  return [
    ...firstPartyKeys.map((key) =>
      themeOf(
        'firstParty',
        newestPack(key) as Pack,
        versionsAmong(
          versionsOf(key).map(({ manifest }) => manifest.version),
          [],
          null,
        ),
      ),
    ),
    ...packs.map((pack) => themeOf('private', pack, own.get(pack.manifest.key) as Versions)),
  ];
}

const stateOf = (key: string, { live, active }: InUse) =>
  live?.key === key ? ('live' as const) : active?.key === key ? ('draft' as const) : ('available' as const);

/** A theme as a gallery shows it, in its newest version. */
export function cardOf({ key, source, versions, newest, installed }: Theme, use: InUse) {
  const { manifest, presets, variables } = newest;
  const { name, version, description } = manifest;
  const state = stateOf(key, use);
  return {
    key,
    name,
    version,
    versions: [...versions.all],
    waiting: [...versions.waiting],
    description,
    source,
    installed,
    state,
    presets,
    variables,
  };
}

/** A version of a theme, all but its style sheet. */
export const packView = (pack: Pack, pushedBy: PusherKind | null) => ({
  manifest: pack.manifest as unknown,
  hash: packHash(pack),
  pushedBy,
  cssBytes: Buffer.byteLength(pack.css),
  sections: pack.sections,
  pages: pagesOf(pack),
});
