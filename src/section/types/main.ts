import { label, object, oneOf, type TObject, t, type Words, words } from '../../kernel/schema/schema';
import type { FixedPageKind } from '../../kit/page-kinds';
import { section } from '../declare';
import { columnCount, link, longText, ratios, shortText } from '../prop';

/* The section that a page is for. Each such page has exactly one. */

const mainOf = <const T extends string, P extends TObject>(
  type: T,
  page: FixedPageKind,
  element: string,
  [name, help]: readonly [Words, Words],
  props: P,
) => section({ type, label: name, help, element, pages: [page], min: 1, max: 1, props });

const list = {
  columns: t.Optional(label('Sütun sayısı', 'Columns')(columnCount())),
  description: t.Optional(label('Açıklamayı göster', 'Show the description')(t.Boolean())),
};

export const productMain = mainOf(
  'productMain',
  'product',
  'product-detail',
  [
    { tr: 'Ürün bilgileri', en: 'Product' },
    { tr: 'Görseller, seçenekler, fiyat, stok ve sepet düğmesi.', en: 'Pictures, options, price, stock, buy button.' },
  ],
  object({
    media: t.Optional(
      label(
        'Görsellerin yeri',
        'Side of the pictures',
      )(oneOf(['left', 'right'], words({ left: ['solda', 'left'], right: ['sağda', 'right'] }))),
    ),
    ratio: t.Optional(label('Görsel oranı', 'Ratio of the pictures')(ratios())),
    quantity: t.Optional(label('Adet alanını göster', 'Show the quantity')(t.Boolean())),
    customFields: t.Optional(label('Özel alanları göster', 'Show custom fields')(t.Boolean())),
    note: t.Optional(label('Düğmenin altındaki not', 'Note below the button')(shortText(160))),
  }),
);

export const collectionMain = mainOf(
  'collectionMain',
  'collection',
  'product-grid',
  [
    { tr: 'Koleksiyonun ürünleri', en: 'Products of the collection' },
    { tr: 'Başlık ve ürün listesi.', en: 'The title with the list of products.' },
  ],
  object(list),
);

export const categoryMain = mainOf(
  'categoryMain',
  'category',
  'product-grid',
  [
    { tr: 'Kategorinin ürünleri', en: 'Products of the category' },
    { tr: 'Başlık, alt kategoriler ve ürün listesi.', en: 'The title, its categories and the list of products.' },
  ],
  object(list),
);

export const searchMain = mainOf(
  'searchMain',
  'search',
  'product-grid',
  [
    { tr: 'Arama sonuçları', en: 'Search results' },
    { tr: 'Arama alanı ve bulunan ürünler.', en: 'The search form with the products found.' },
  ],
  object({ columns: list.columns }),
);

export const cartMain = mainOf(
  'cartMain',
  'cart',
  'cart-summary',
  [
    { tr: 'Sepet', en: 'Cart' },
    { tr: 'Sepetteki ürünler ve toplam.', en: 'The lines of the cart with their total.' },
  ],
  object({ note: t.Optional(label('Not', 'Note')(longText(300))) }),
);

export const notFoundMain = mainOf(
  'notFoundMain',
  'notFound',
  'empty',
  [
    { tr: 'Sayfa bulunamadı', en: 'Page not found' },
    {
      tr: 'Olmayan bir sayfayı açan ziyaretçiye söylenenler.',
      en: 'Words for whoever opens a page that is not there.',
    },
  ],
  object({
    title: t.Optional(label('Başlık', 'Title')(shortText(120))),
    text: t.Optional(label('Metin', 'Text')(longText(400))),
    action: t.Optional(
      label(
        'Düğme',
        'Button',
      )(
        object({
          label: label('Düğme yazısı', 'Text of the button')(shortText(40)),
          link: label('Bağlantı', 'Link')(link()),
        }),
      ),
    ),
  }),
);
