import { knownGoods } from '../../catalog/known-store';
import { installedExtensions } from '../../extension/store';
import type { Queryable } from '../../kernel/database/database';
import { mediaStates } from '../../media/image/store';
import { installedManifestOf } from '../../provider/providers';
import { findPack } from '../../skin/store/packs-store';
import type { Bundle } from '../bundle/bundle';
import type { World } from '../bundle/judge';
import { type Named, namedIn } from '../bundle/references';
import { cssFindings } from './css';

interface Reader {
  readonly db: Queryable;
  readonly storeId: string;
}

/** Looks up all that a design names in the shop, and its style sheet at the gate. */
export async function worldOf({ db, storeId }: Reader, bundle: Bundle, named: Named = namedIn(bundle)): Promise<World> {
  const idsOf = (of: (kind: string) => boolean): string[] => [
    ...new Set(named.references.flatMap(({ kind, id }) => (of(kind) ? [id] : []))),
  ];
  const states = await mediaStates(
    db,
    storeId,
    idsOf((kind) => kind === 'media'),
  );
  const known = await knownGoods(
    db,
    storeId,
    idsOf((kind) => kind !== 'media'),
  );
  const hasExtensions = Object.keys(bundle.zones).length + Object.keys(bundle.extPages).length > 0;
  return {
    pack: await findPack(db, storeId, bundle.theme.key, bundle.theme.version),
    media: new Map([...states].map(([id, state]) => [id, state === 'ready'])),
    known,
    extensions: hasExtensions ? await extensionsOf(db, storeId) : new Map(),
    css: await cssFindings(bundle, { lane: storeId, isKnown: true }),
  };
}

async function extensionsOf(db: Queryable, storeId: string): Promise<World['extensions']> {
  const rows = await installedExtensions(db, storeId);
  return new Map(
    rows.flatMap((row) => {
      const manifest = row.enabled ? installedManifestOf(row) : undefined;
      if (!manifest) return [];
      const keysOf = (list: readonly { readonly key: string }[] = []) => new Set(list.map(({ key }) => key));
      return [[row.key, { blocks: keysOf(manifest.blocks), pages: keysOf(manifest.pages) }] as const];
    }),
  );
}
