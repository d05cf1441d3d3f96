import { newestPack, packHash, versionsOf } from '../skin/first-party/packs';
import type { Pack } from '../skin/pack/pack';
import { pagesOf } from '../skin/schema';

interface InUse {
  readonly live: { readonly key: string } | null;
  readonly active: { readonly key: string } | null;
}

const stateOf = (key: string, { live, active }: InUse) =>
  live?.key === key ? ('live' as const) : active?.key === key ? ('draft' as const) : ('available' as const);

/** A theme as a gallery shows it, in its newest version. */
export function cardOf(key: string, use: InUse) {
  const { manifest, presets, variables } = newestPack(key) as Pack;
  const versions = versionsOf(key).map(({ manifest: { version } }) => version);
  const { name, version, description } = manifest;
  const source = 'firstParty' as const;
  return { key, name, version, versions, description, source, state: stateOf(key, use), presets, variables };
}

/** A version of a theme, all but its style sheet. */
export const packView = (pack: Pack) => ({
  manifest: pack.manifest as unknown,
  hash: packHash(pack),
  cssBytes: Buffer.byteLength(pack.css),
  sections: pack.sections,
  pages: pagesOf(pack),
});
