import { digestOf } from '../../kernel/digest';
import type { Pack } from '../pack/pack';
import { atolye100, atolye200 } from './atolye/versions';
import { pazar100 } from './pazar/versions';
import { sade100, sade110 } from './sade/versions';

/** Versions of each theme of the product, the oldest first. */
const versions: Readonly<Record<string, readonly Pack[]>> = {
  sade: [sade100, sade110],
  pazar: [pazar100],
  atolye: [atolye100, atolye200],
};

export const firstPartyKeys = Object.keys(versions);

export const versionsOf = (key: string): readonly Pack[] => (Object.hasOwn(versions, key) ? (versions[key] ?? []) : []);

export const firstPartyPack = (key: string, version: string): Pack | undefined =>
  versionsOf(key).find(({ manifest }) => manifest.version === version);

export const newestPack = (key: string): Pack | undefined => versionsOf(key).at(-1);

const hashes = new WeakMap<Pack, string>();

/** The name of a pack: equal packs have one, and a version is never another pack. */
export function packHash(pack: Pack): string {
  const known = hashes.get(pack) ?? digestOf(pack);
  hashes.set(pack, known);
  return known;
}
