import type { Queryable } from '../kernel/database/queryable';
import { groupedBy } from '../kernel/grouped';
import { firstPartyKeys, newestPack, packHash, versionsOf } from '../skin/first-party/packs';
import type { Pack } from '../skin/pack/pack';
import { pagesOf } from '../skin/schema';
import { findPacks, installedThemes, ownPacks } from '../skin/store/packs-store';
import type { PusherKind } from '../skin/store/table';
import { findTried, triedPacks } from '../skin/store/workspace-packs-store';
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

/** Themes of the product, and behind them those of the store's own, and those that the workspace tries. */
export async function themesOf(db: Queryable, storeId: string, workspace: string): Promise<Theme[]> {
  const rows = new Map((await installedThemes(db, storeId)).map((row) => [row.theme, row]));
  const ofKey = groupedBy(await ownPacks(db, storeId), ({ key }) => key);
  const triedOf = groupedBy(await triedPacks(db, storeId, workspace), ({ key }) => key);
  const versionsIn = (key: string, brought: readonly string[] = []): Versions =>
    versionsAmong(
      [...brought, ...(ofKey.get(key) ?? []).map(({ version }) => version)],
      (triedOf.get(key) ?? []).map(({ version }) => version),
    );
  const newest = [...ofKey.keys()].map((key) => ({ key, version: versionsIn(key).offered.at(-1) as string }));
  const packs = newest.length === 0 ? [] : await findPacks(db, storeId, newest);
  for (const [key, [last]] of triedOf)
    if (last && !ofKey.has(key)) packs.push((await findTried(db, storeId, workspace, last)) as Pack);
  const themeOf = (source: Theme['source'], pack: Pack, versions: Versions): Theme => {
    const { key } = pack.manifest;
    return { key, source, versions, newest: pack, installed: installedVersion(rows.get(key), key) ?? null };
  };
  return [
    ...firstPartyKeys.map((key) =>
      themeOf(
        'firstParty',
        newestPack(key) as Pack,
        versionsIn(
          key,
          versionsOf(key).map(({ manifest }) => manifest.version),
        ),
      ),
    ),
    ...packs.map((pack) => themeOf('private', pack, versionsIn(pack.manifest.key))),
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
