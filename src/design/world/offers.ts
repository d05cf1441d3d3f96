import { installedManifestOf } from '../../extension/provider/providers';
import { installedExtensions } from '../../extension/store';
import type { Queryable } from '../../kernel/database/queryable';
import type { Manifest, ManifestBlock, ManifestPage } from '../../provider/manifest';
import { configForm } from '../../section/value/config';
import type { Offer, Offers } from '../bundle/offers';

/** Reads all that the installed extensions of a store offer to its designs, each in its installed version. */
export async function offersOf(db: Queryable, storeId: string): Promise<Offers> {
  const rows = await installedExtensions(db, storeId);
  return new Map(
    rows.flatMap((row) => {
      const manifest = installedManifestOf(row);
      return manifest ? [[row.key, { enabled: row.enabled, ...offeredBy(manifest) }] as const] : [];
    }),
  );
}

const offeredBy = ({ blocks = [], pages = [] }: Pick<Manifest, 'blocks' | 'pages'>) => ({
  blocks: offersIn(blocks),
  pages: offersIn(pages),
});

/** A part without a view shows nothing, so it is no offer. */
const offersIn = (parts: readonly (ManifestBlock | ManifestPage)[]): ReadonlyMap<string, Offer> =>
  new Map(
    parts.flatMap((part) => {
      if (part.view === undefined) return [];
      const zones = 'zones' in part ? part.zones : undefined;
      const slug = 'path' in part ? slugOf(part.path) : undefined;
      return [[part.key, { label: part.label, zones, form: configForm(part.fields), slug }] as const];
    }),
  );

/** The last part of a path, if it can be an address; undefined: the key of the page is one. */
const slugOf = (path: string): string | undefined =>
  /(?:^|\/)([a-z0-9]+(?:-[a-z0-9]+)*)\/?$/.exec(path)?.[1]?.slice(0, 64);
