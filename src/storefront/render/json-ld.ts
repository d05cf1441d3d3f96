import { descriptionWords } from '../text/description';
import { plain, shortened } from '../text/text';
import { wayTo } from './goods';
import type { Page } from './page';
import { pricesOf } from './parts';

const DESCRIPTION_CHARS_MAX = 1_000;
const CURRENCY = 'TRY';

/** Writes an amount in lira as machines read it: `1299.90`. */
export const lira = (kurus: number): string => `${Math.trunc(kurus / 100)}.${String(kurus % 100).padStart(2, '0')}`;

/** Makes the data that search engines read of a page. @param origin of the shop */
export function structuredData(page: Page, origin: string): readonly object[] {
  return [...trail(page, origin), ...product(page, origin), ...shop(page, origin)];
}

function trail(page: Page, origin: string): readonly object[] {
  const way = wayTo(page);
  if (way.length < 2) return [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: way.map(({ name, href }, nth) => ({
        '@type': 'ListItem',
        position: nth + 1,
        name: plain(name),
        ...(href === undefined ? {} : { item: origin + href }),
      })),
    },
  ];
}

function product({ main, path, links }: Page, origin: string): readonly object[] {
  if (main?.kind !== 'product') return [];
  const { title, description, brand, media, variants, stock } = main.value;
  const { least, most } = pricesOf(main.value);
  const inStock = variants.length === 0 ? stock !== 0 : variants.some((variant) => variant.stock !== 0);
  const availability = `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`;
  const words = descriptionWords(description);
  const images = media.flatMap(({ variants }) => variants.findLast(({ format }) => format === 'webp')?.url ?? []);
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: plain(title),
      url: origin + links.to(path),
      ...(words === '' ? {} : { description: shortened(words, DESCRIPTION_CHARS_MAX) }),
      ...(brand === null ? {} : { brand: { '@type': 'Brand', name: plain(brand) } }),
      ...(images.length === 0 ? {} : { image: images.map((url) => origin + links.to(url)) }),
      offers:
        most > least
          ? {
              '@type': 'AggregateOffer',
              priceCurrency: CURRENCY,
              lowPrice: lira(least),
              highPrice: lira(most),
              offerCount: variants.length,
              availability,
            }
          : { '@type': 'Offer', priceCurrency: CURRENCY, price: lira(least), availability },
    },
  ];
}

function shop({ place, store, links }: Page, origin: string): readonly object[] {
  if (place.kind !== 'home') return [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'OnlineStore',
      name: plain(store.name),
      url: origin + links.to('/'),
      ...(store.identity ? { legalName: plain(store.identity.title) } : {}),
    },
  ];
}
