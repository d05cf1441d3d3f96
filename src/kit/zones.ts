import type { Words } from '../kernel/schema/schema';
import { type PageKind, pageKinds } from './page-kinds';

/** A place for blocks of extensions. The checkout has none. */
export interface Zone {
  readonly id: string;
  readonly label: Words;
  readonly pageKinds: readonly PageKind[];
  /** The number of blocks that the zone holds. */
  readonly max: number;
}

const MAX = 3;

export const zones: readonly Zone[] = [
  { id: 'page.top', label: { tr: 'Sayfanın başı', en: 'Top of the page' }, pageKinds, max: MAX },
  { id: 'page.bottom', label: { tr: 'Sayfanın sonu', en: 'Bottom of the page' }, pageKinds, max: MAX },
  { id: 'header.after', label: { tr: 'Üst bölümün altı', en: 'After the header' }, pageKinds, max: MAX },
  { id: 'footer.before', label: { tr: 'Alt bölümün üstü', en: 'Before the footer' }, pageKinds, max: MAX },
  {
    id: 'product.afterPrice',
    label: { tr: 'Fiyatın altı', en: 'After the price' },
    pageKinds: ['product'],
    max: MAX,
  },
  {
    id: 'product.afterBuy',
    label: { tr: 'Sepet düğmesinin altı', en: 'After the buy button' },
    pageKinds: ['product'],
    max: MAX,
  },
  {
    id: 'product.afterDescription',
    label: { tr: 'Açıklamanın altı', en: 'After the description' },
    pageKinds: ['product'],
    max: MAX,
  },
  {
    id: 'collection.beforeList',
    label: { tr: 'Koleksiyon listesinin üstü', en: 'Before the list of a collection' },
    pageKinds: ['collection'],
    max: MAX,
  },
  {
    id: 'cart.afterLines',
    label: { tr: 'Sepet satırlarının altı', en: 'After the lines of the cart' },
    pageKinds: ['cart'],
    max: MAX,
  },
];

const byId = new Map(zones.map((zone) => [zone.id, zone]));

export const zoneOf = (id: string): Zone | undefined => byId.get(id);
