import type { Product, Seller } from '../read/shown';
import { descriptionWords } from '../text/description';
import { gtinIn } from '../text/gtin';
import { plain, shortened } from '../text/text';
import { wayTo } from './goods';
import type { Page } from './page';
import { isSoldOut, pricesOf } from './parts';

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
  const { title, description, brand, media, variants } = main.value;
  const words = descriptionWords(description);
  const images = media.flatMap((picture) => picture.variants.findLast(({ format }) => format === 'webp')?.url ?? []);
  const url = origin + links.to(path);
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: plain(title),
      url,
      ...(words === '' ? {} : { description: shortened(words, DESCRIPTION_CHARS_MAX) }),
      ...(brand === null ? {} : { brand: { '@type': 'Brand', name: plain(brand) } }),
      // A number of a product that has sorts names none of them.
      ...(variants.length === 0 ? gtinOf(main.value) : {}),
      ...(images.length === 0 ? {} : { image: images.map((image) => origin + links.to(image)) }),
      offers: offersOf(main.value, url),
    },
  ];
}

/** Variants that have an offer of their own. Of more there is one for all: the page would be mostly that. */
const OFFERS_MAX = 30;

function offersOf(product: Product, url: string): object | readonly object[] {
  const { variants, price, stock } = product;
  if (variants.length === 0) return offerOf({ price, stock, url });
  if (variants.length <= OFFERS_MAX)
    return variants.map((variant) => ({
      ...offerOf({ price: variant.price ?? price, stock: variant.stock, url }),
      name: plain(variant.title),
      ...(variant.sku === null ? {} : { sku: plain(variant.sku) }),
      ...gtinOf(variant),
    }));
  const { least, most } = pricesOf(product);
  return {
    '@type': 'AggregateOffer',
    priceCurrency: CURRENCY,
    lowPrice: lira(least),
    highPrice: lira(most),
    offerCount: variants.length,
    availability: availabilityOf(!isSoldOut(product)),
  };
}

function gtinOf({ barcode }: Pick<Product, 'barcode'>): object {
  const gtin = gtinIn(barcode);
  return gtin === undefined ? {} : { gtin };
}

const availabilityOf = (isThere: boolean): string => `https://schema.org/${isThere ? 'InStock' : 'OutOfStock'}`;

const offerOf = ({ price, stock, url }: { price: number; stock: number | null; url: string }): object => ({
  '@type': 'Offer',
  priceCurrency: CURRENCY,
  price: lira(price),
  availability: availabilityOf(stock !== 0),
  itemCondition: 'https://schema.org/NewCondition',
  url,
});

/** Days in which a buyer may withdraw from what was bought at a distance (Law 6502, Article 48). */
const WITHDRAWAL_DAYS = 14;

const RETURNS = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'TR',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: WITHDRAWAL_DAYS,
  returnMethod: 'https://schema.org/ReturnByMail',
};

function shop({ place, store, links }: Page, origin: string): readonly object[] {
  if (place.kind !== 'home') return [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'OnlineStore',
      name: plain(store.name),
      url: origin + links.to('/'),
      ...(store.identity ? sellerOf(store.identity) : {}),
      hasMerchantReturnPolicy: RETURNS,
    },
  ];
}

const sellerOf = ({ title, address, district, province, email, phone }: Seller): object => ({
  legalName: plain(title),
  email: plain(email),
  telephone: plain(phone),
  address: {
    '@type': 'PostalAddress',
    streetAddress: plain(address),
    addressLocality: plain(district),
    addressRegion: plain(province),
    addressCountry: 'TR',
  },
});
