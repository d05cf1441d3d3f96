import type { Compared, ComparedCall } from '../../kernel/declaration/comparing';
import { groupedBy } from '../../kernel/grouped';
import { sectionOf } from '../../section/sections';
import { findPusher, findWornPack } from '../../skin/store/packs-store';
import { ANY_WORKSPACE } from '../../skin/store/workspace-packs-store';
import { findLive, findVersion, findWorn } from '../../store/design/store';
import { storeSlug } from '../../store/store';
import { changesBetween, type DesignChange } from '../bundle/changes';
import { findBundle } from '../bundle/kept';
import { pagesChanged } from '../bundle/pages-changed';
import { tellingOf } from '../bundle/telling';

const CHANGES_MAX = 100;
/** Changes that each area tells before the others fill the rest: none hides behind another. */
const OF_AREA = 10;
const PAGES_MAX = 20;

/**
 * The design that a call would show, beside the version over which it was proposed.
 * @param hash of the body that it would show; null: the store has none
 */
export async function comparedTo(call: ComparedCall, hash: string | null): Promise<Compared | null> {
  const { db, storeId, services, expectedRev, withChanges } = call;
  if (hash === null) return null;
  const seq = expectedRev ?? (await findLive(db, storeId))?.rev ?? 0;
  const version = seq === 0 ? undefined : await findVersion(db, storeId, seq);
  const worn = await findWorn(db, storeId, hash);
  const slug = await storeSlug(db, storeId);
  const urlOf = (of: string) => services.previews.linkTo(slug, { storeId, kind: 'hash', of }, new Date())?.url ?? null;
  const changes = withChanges ? await changesOf(call, version?.hash, hash) : null;
  return {
    before: version ? { seq, hash: version.hash, url: urlOf(version.hash) } : null,
    after: { hash, url: urlOf(hash) },
    theme: worn ? { ...worn, pushedBy: await findPusher(db, storeId, worn.key, worn.version) } : null,
    changes: changes?.told ?? null,
    changed: changes?.count ?? null,
    pages: changes?.pages ?? [],
  };
}

async function changesOf({ db, storeId }: ComparedCall, was: string | undefined, is: string) {
  const before = await findBundle(db, storeId, was ?? null);
  const after = await findBundle(db, storeId, is);
  if (!after) return null;
  const theme = await findWornPack(db, storeId, after.theme, ANY_WORKSPACE);
  const all = changesBetween(before, after);
  const told = tellingOf(before, after, { sectionOf, theme });
  return {
    count: all.length,
    told: firstOf(all).map((change) => ({ ...told(change), path: [...change.path] }) as never),
    pages: pagesChanged(all, after).slice(0, PAGES_MAX),
  };
}

const areaOf = ({ kind, field }: DesignChange): string =>
  kind === 'other_changed' ? String(field) : (kind.split('_')[0] as string);

/** The changes that are told, in their order. */
function firstOf(all: readonly DesignChange[]): readonly DesignChange[] {
  const ofEach = [...groupedBy(all, areaOf).values()].flatMap((each) => each.slice(0, OF_AREA));
  const chosen = new Set(ofEach);
  for (const change of all) if (chosen.size < CHANGES_MAX) chosen.add(change);
  return all.filter((change) => chosen.has(change));
}
