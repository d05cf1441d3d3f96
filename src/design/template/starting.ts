import type { Pack } from '../../skin/pack/pack';
import { skeletonParts } from '../../skin/pack/skeleton';
import type { Bundle } from '../bundle/bundle';
import { BUNDLE_SCHEMA } from '../bundle/bundle';

/** A body as a theme gives it, with a menu that leads to the products. */
export function startingBundle(pack: Pack, preset?: string): Bundle {
  const { manifest, skeleton } = pack;
  const { pages, groups, nodes } = skeletonParts(skeleton);
  const body = {
    schema: BUNDLE_SCHEMA,
    theme: { key: manifest.key, version: manifest.version, ...(preset === undefined ? {} : { preset }) },
    variables: {},
    pages,
    groups,
    menus: { main: { label: 'Ana menü', items: [{ label: 'Ürünler', link: '/ara' }] } },
    nodes,
    composites: {},
    zones: {},
    extPages: {},
    parked: {},
  };
  // A skeleton is read-only all the way down, and a body is the caller's.
  return structuredClone(body) as unknown as Bundle;
}
