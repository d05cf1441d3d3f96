import type { Compared, ComparedCall } from '../../kernel/declaration/comparing';
import { sectionOf } from '../../section/sections';
import { findPusher } from '../../skin/store/packs-store';
import { findLive, findVersion, findWorn } from '../../store/design/store';
import { storeSlug } from '../../store/store';
import type { Bundle } from '../bundle/bundle';
import { changesBetween, type DesignChange } from '../bundle/changes';
import { findBundle } from '../bundle/kept';
import type { Place } from '../bundle/places';

const CHANGES_MAX = 100;
const VALUE_CHARS_MAX = 300;

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
    changed: changes?.count ?? 0,
  };
}

async function changesOf({ db, storeId }: ComparedCall, was: string | undefined, is: string) {
  const before = await findBundle(db, storeId, was ?? null);
  const after = await findBundle(db, storeId, is);
  if (!after) return null;
  const all = changesBetween(before, after);
  return { count: all.length, told: all.slice(0, CHANGES_MAX).map((change) => toldOf(change, before, after)) };
}

function toldOf({ kind, place, nodeId, field, before, after }: DesignChange, was: Bundle | null, is: Bundle) {
  const node = nodeId === null ? undefined : (is.nodes[nodeId] ?? was?.nodes[nodeId]);
  const label = node && sectionOf(node.type)?.label;
  return {
    kind,
    page: place && pageIn(place, was, is),
    section: nodeId === null ? null : { id: nodeId, label: label ?? { tr: nodeId, en: nodeId } },
    field,
    before: short(before),
    after: short(after),
  };
}

const pageIn = ({ of, key }: Place, was: Bundle | null, is: Bundle): string => {
  if (of === 'group') return key;
  const page = is.pages[key] ?? was?.pages[key];
  return page?.title ?? page?.kind ?? key;
};

const short = (value: unknown): never =>
  ((JSON.stringify(value) ?? '').length > VALUE_CHARS_MAX ? null : value) as never;
