import { label, object, oneOf, t, unit, words } from '../../kernel/schema/schema';
import { pageKinds } from '../../kit/page-kinds';
import { section } from '../declare';
import { columnCount, reference, shortText, tones, widths } from '../prop';

/* Sections that show goods of the shop. */

const frame = {
  tone: t.Optional(label('Ton', 'Tone')(tones())),
  width: t.Optional(label('Genişlik', 'Width')(widths())),
};
const title = t.Optional(label('Başlık', 'Title')(shortText(120)));
const columns = t.Optional(label('Sütun sayısı', 'Columns')(columnCount()));

/** Products that one section shows at most. */
const SHOWN_MAX = 24;

export const productGrid = section({
  type: 'productGrid',
  label: { tr: 'Ürünler', en: 'Products' },
  help: {
    tr: 'En yeni ürünler ya da bir koleksiyonun, kategorinin veya listenin ürünleri.',
    en: 'The newest products, or those of a collection, a category or a list.',
  },
  element: 'product-grid',
  pages: pageKinds,
  props: object({
    title,
    source: label(
      'Kaynak',
      'Source',
    )(
      oneOf(
        ['newest', 'collection', 'category', 'products'],
        words({
          newest: ['en yeniler', 'newest'],
          collection: ['koleksiyon', 'collection'],
          category: ['kategori', 'category'],
          products: ['seçilen ürünler', 'chosen products'],
        }),
      ),
    ),
    collection: t.Optional(label('Koleksiyon', 'Collection')(reference('collection'))),
    category: t.Optional(label('Kategori', 'Category')(reference('category'))),
    products: t.Optional(
      label('Seçilen ürünler', 'Chosen products')(t.Array(reference('product'), { maxItems: SHOWN_MAX })),
    ),
    limit: t.Optional(
      label('Ürün sayısı', 'Number of products')(t.Integer({ minimum: 1, maximum: SHOWN_MAX, ...unit('count') })),
    ),
    columns,
    more: t.Optional(label('"Tümünü gör" bağlantısı', 'Link to all')(t.Boolean())),
    ...frame,
  }),
});

export const featuredProduct = section({
  type: 'featuredProduct',
  label: { tr: 'Öne çıkan ürün', en: 'Featured product' },
  help: { tr: 'Tek ürün, görseli ve fiyatıyla.', en: 'One product with its picture and its price.' },
  element: 'product-detail',
  pages: pageKinds,
  props: object({
    title,
    product: label('Ürün', 'Product')(reference('product')),
    media: t.Optional(
      label(
        'Görselin yeri',
        'Side of the picture',
      )(oneOf(['left', 'right'], words({ left: ['solda', 'left'], right: ['sağda', 'right'] }))),
    ),
    tone: frame.tone,
  }),
});

export const collectionList = section({
  type: 'collectionList',
  label: { tr: 'Koleksiyonlar', en: 'Collections' },
  help: { tr: 'Seçilen koleksiyonlar, kartlar halinde.', en: 'Chosen collections as cards.' },
  element: 'product-grid',
  pages: pageKinds,
  props: object({
    title,
    collections: label('Koleksiyonlar', 'Collections')(t.Array(reference('collection'), { maxItems: 12 })),
    columns,
    ...frame,
  }),
});

export const categoryList = section({
  type: 'categoryList',
  label: { tr: 'Kategoriler', en: 'Categories' },
  help: {
    tr: 'Seçilen kategoriler; hiçbiri seçilmezse tümü.',
    en: 'Chosen categories, or all of them where none is chosen.',
  },
  element: 'menu',
  pages: pageKinds,
  props: object({
    title,
    categories: t.Optional(label('Kategoriler', 'Categories')(t.Array(reference('category'), { maxItems: 24 }))),
    columns,
    ...frame,
  }),
});

export const breadcrumb = section({
  type: 'breadcrumb',
  label: { tr: 'Sayfa yolu', en: 'Breadcrumb' },
  help: { tr: 'Ana sayfadan bu sayfaya giden yol.', en: 'The way from the home page to this one.' },
  element: 'breadcrumb',
  pages: ['product', 'collection', 'category', 'search', 'page'],
  max: 1,
  props: object({}),
});

export const relatedProducts = section({
  type: 'relatedProducts',
  label: { tr: 'Benzer ürünler', en: 'Related products' },
  help: { tr: 'Ürünün kategorisindeki başka ürünler.', en: 'Other products of the category.' },
  element: 'product-grid',
  pages: ['product'],
  max: 2,
  props: object({
    title,
    limit: t.Optional(
      label('Ürün sayısı', 'Number of products')(t.Integer({ minimum: 1, maximum: 12, ...unit('count') })),
    ),
    columns,
    ...frame,
  }),
});
