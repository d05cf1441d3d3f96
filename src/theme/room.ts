import type { Queryable } from '../kernel/database/queryable';
import type { MutationContext } from '../kernel/declaration/context';
import { refuse } from '../kernel/errors';
import { themesWaiting } from '../proposal/store';
import { installedThemes, type OwnPack, sendGone } from '../skin/store/packs-store';
import { themePack } from '../skin/store/table';
import { themesNamed } from '../store/design/store';
import { openUpdates } from '../store/update/store';

/** Packs of its own that a store keeps. */
const PACKS_MAX = 100;

/** Commands whose items name a theme, or a design that wears one. */
export const NAMING = ['theme.install', 'theme.push', 'design.publish', 'design.rollback'];

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'record'>;

/**
 * Makes room for one more pack: where there is none, the oldest goes that nothing names.
 * @throws {Refusal} theme_packs_full
 */
export async function makeRoom({ tx, storeId, record }: Context, own: readonly OwnPack[]): Promise<void> {
  if (own.length < PACKS_MAX) return;
  const isNamed = await namesOf(tx, storeId);
  const [gone] = own
    .filter((pack) => !isNamed(pack))
    .toSorted((left, right) => left.pushedAt.localeCompare(right.pushedAt));
  if (!gone)
    return refuse('theme_packs_full', `The store keeps ${PACKS_MAX} packs, and each is named.`, {
      facts: { most: PACKS_MAX },
    });
  sendGone(tx, storeId, gone);
  const { hash, key, version, bytes } = gone;
  record(themePack.word, hash, { hash, key, version, bytes }, null);
}

/** Finds what names a pack: a version of the design, a draft, what one has parked, an open item or update, or what is installed. */
async function namesOf(db: Queryable, storeId: string): Promise<(pack: OwnPack) => boolean> {
  const items = await themesWaiting(db, storeId, NAMING);
  const keys = new Set(items.map(({ theme }) => theme));
  const hashes = items.flatMap(({ hash }) => hash ?? []);
  const named = new Set((await themesNamed(db, storeId, hashes)).map(({ key, version }) => `${key} ${version}`));
  for (const { theme, version } of await installedThemes(db, storeId)) named.add(`${theme} ${version}`);
  for (const { kind, name, fromVersion, toVersion } of await openUpdates(db, storeId))
    if (kind === 'theme') for (const version of [fromVersion, toVersion]) named.add(`${name} ${version}`);
  return ({ key, version }) => keys.has(key) || named.has(`${key} ${version}`);
}
