import { knownGoods } from '../../catalog/known-store';
import type { Queryable } from '../../kernel/database/queryable';
import { mediaStates } from '../../media/image/store';
import { findWornPack } from '../../skin/store/packs-store';
import type { Bundle } from '../bundle/bundle';
import { ownOf, ownOfKept, type World } from '../bundle/judge';
import type { Offers } from '../bundle/offers';
import { cssFindings } from './css';
import { offersOf } from './offers';

interface Reader {
  readonly db: Queryable;
  readonly storeId: string;
  /** The workspace whose tried packs count as well. */
  readonly workspace?: string;
  /** Names the body, if it is kept. */
  readonly hash?: string | null;
}

/** Looks up all that a design names in the shop, and its style sheet at the gate. */
export async function worldOf({ db, storeId, workspace, hash }: Reader, bundle: Bundle): Promise<World> {
  const hasExtensions = Object.keys(bundle.zones).length + Object.keys(bundle.extPages).length > 0;
  const extensions: Offers = hasExtensions ? await offersOf(db, storeId) : new Map();
  const own = hash ? ownOfKept(hash, bundle, extensions) : ownOf(bundle, extensions);
  const idsOf = (of: (kind: string) => boolean): string[] => [
    ...new Set(own.named.references.flatMap(({ kind, id }) => (of(kind) ? [id] : []))),
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
  return {
    pack: await findWornPack(db, storeId, bundle.theme, workspace),
    media: new Map([...states].map(([id, state]) => [id, state === 'ready'])),
    known,
    extensions,
    own,
    css: await cssFindings(bundle, { lane: storeId, isKnown: true }),
  };
}
