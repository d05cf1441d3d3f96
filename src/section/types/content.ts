import { label, object, oneOf, t, words } from '../../kernel/schema/schema';
import { pageKinds } from '../../kit/page-kinds';
import { section } from '../declare';
import { alignments, columnCount, link, longText, picture, ratios, richText, shortText, tones, widths } from '../prop';

/* Sections that a shop fills by itself. They stand on every page. */

const title = label('Başlık', 'Title');
const action = object({
  label: label('Düğme yazısı', 'Text of the button')(shortText(40)),
  link: label('Bağlantı', 'Link')(link()),
});
const frame = {
  tone: t.Optional(label('Ton', 'Tone')(tones())),
  width: t.Optional(label('Genişlik', 'Width')(widths())),
};

export const hero = section({
  type: 'hero',
  label: { tr: 'Karşılama', en: 'Hero' },
  help: { tr: 'Büyük başlık, metin, düğmeler ve görsel.', en: 'A large title with text, buttons and a picture.' },
  element: 'hero',
  pages: pageKinds,
  props: object({
    title: title(shortText(120)),
    text: t.Optional(label('Metin', 'Text')(longText(400))),
    image: t.Optional(label('Görsel', 'Picture')(picture())),
    imageAlt: t.Optional(label('Görsel açıklaması', 'Description of the picture')(shortText(160))),
    media: t.Optional(
      label(
        'Görselin yeri',
        'Place of the picture',
      )(oneOf(['side', 'behind'], words({ side: ['yanda', 'beside'], behind: ['arkada', 'behind'] }))),
    ),
    primary: t.Optional(label('Birinci düğme', 'First button')(action)),
    secondary: t.Optional(label('İkinci düğme', 'Second button')(action)),
    align: t.Optional(label('Hizalama', 'Alignment')(alignments())),
    height: t.Optional(
      label(
        'Yükseklik',
        'Height',
      )(
        oneOf(
          ['small', 'medium', 'large'],
          words({ small: ['alçak', 'small'], medium: ['orta', 'medium'], large: ['yüksek', 'large'] }),
        ),
      ),
    ),
    tone: frame.tone,
  }),
});

export const richTextSection = section({
  type: 'richText',
  label: { tr: 'Metin', en: 'Text' },
  help: { tr: 'Başlıklar, paragraflar, listeler ve bağlantılar.', en: 'Headings, paragraphs, lists and links.' },
  element: 'rich-text',
  pages: pageKinds,
  props: object({
    title: t.Optional(title(shortText(120))),
    content: label('İçerik', 'Content')(richText()),
    align: t.Optional(label('Hizalama', 'Alignment')(alignments())),
    ...frame,
  }),
});

export const imageBanner = section({
  type: 'imageBanner',
  label: { tr: 'Görsel şerit', en: 'Image banner' },
  help: { tr: 'Tek görsel; bağlantı verilebilir.', en: 'One picture, with a link if you like.' },
  element: 'image',
  pages: pageKinds,
  props: object({
    image: label('Görsel', 'Picture')(picture()),
    alt: t.Optional(label('Görsel açıklaması', 'Description of the picture')(shortText(160))),
    link: t.Optional(label('Bağlantı', 'Link')(link())),
    caption: t.Optional(label('Alt yazı', 'Caption')(shortText(160))),
    ratio: t.Optional(label('Oran', 'Ratio')(ratios())),
    ...frame,
  }),
});

export const imageWithText = section({
  type: 'imageWithText',
  label: { tr: 'Görsel ve metin', en: 'Image with text' },
  help: { tr: 'Yan yana bir görsel ve bir metin.', en: 'A picture beside a text.' },
  element: 'section',
  pages: pageKinds,
  props: object({
    image: t.Optional(label('Görsel', 'Picture')(picture())),
    alt: t.Optional(label('Görsel açıklaması', 'Description of the picture')(shortText(160))),
    title: t.Optional(title(shortText(120))),
    content: label('İçerik', 'Content')(richText()),
    action: t.Optional(label('Düğme', 'Button')(action)),
    side: t.Optional(
      label(
        'Görselin yeri',
        'Side of the picture',
      )(oneOf(['left', 'right'], words({ left: ['solda', 'left'], right: ['sağda', 'right'] }))),
    ),
    ratio: t.Optional(label('Oran', 'Ratio')(ratios())),
    tone: frame.tone,
  }),
});

const listOf = (of: string, max: number) => ({
  items: { label: { tr: 'Öğeler', en: 'Items' }, types: [of], max },
});

export const featureList = section({
  type: 'featureList',
  label: { tr: 'Özellikler', en: 'Features' },
  help: { tr: 'Kısa başlık ve metinlerle mağazanın özellikleri.', en: 'Short titles with texts.' },
  element: 'feature-list',
  pages: pageKinds,
  props: object({
    title: t.Optional(title(shortText(120))),
    columns: t.Optional(label('Sütun sayısı', 'Columns')(columnCount())),
    ...frame,
  }),
  slots: listOf('feature', 12),
});

export const feature = section({
  type: 'feature',
  label: { tr: 'Özellik', en: 'Feature' },
  help: { tr: 'Başlık ve kısa metin.', en: 'A title with a short text.' },
  element: 'feature-list',
  props: object({
    title: title(shortText(80)),
    text: t.Optional(label('Metin', 'Text')(longText(300))),
    image: t.Optional(label('Görsel', 'Picture')(picture())),
    link: t.Optional(label('Bağlantı', 'Link')(link())),
  }),
});

export const faq = section({
  type: 'faq',
  label: { tr: 'Sık sorulan sorular', en: 'Frequent questions' },
  help: { tr: 'Açılıp kapanan sorular ve yanıtlar.', en: 'Questions that open to their answers.' },
  element: 'faq',
  pages: pageKinds,
  props: object({ title: t.Optional(title(shortText(120))), ...frame }),
  slots: listOf('faqItem', 50),
});

export const faqItem = section({
  type: 'faqItem',
  label: { tr: 'Soru', en: 'Question' },
  help: { tr: 'Bir soru ve yanıtı.', en: 'A question with its answer.' },
  element: 'faq',
  props: object({
    question: label('Soru', 'Question')(shortText(200)),
    answer: label('Yanıt', 'Answer')(richText()),
  }),
});

export const quotes = section({
  type: 'quotes',
  label: { tr: 'Alıntılar', en: 'Quotes' },
  help: { tr: 'Müşterilerin ya da basının sözleri.', en: 'Words of customers or of the press.' },
  element: 'quote',
  pages: pageKinds,
  props: object({
    title: t.Optional(title(shortText(120))),
    columns: t.Optional(label('Sütun sayısı', 'Columns')(columnCount())),
    ...frame,
  }),
  slots: listOf('quoteItem', 12),
});

export const quoteItem = section({
  type: 'quoteItem',
  label: { tr: 'Alıntı', en: 'Quote' },
  help: { tr: 'Bir söz ve sahibi.', en: 'Words and who said them.' },
  element: 'quote',
  props: object({
    text: label('Metin', 'Text')(longText(500)),
    author: t.Optional(label('Sahibi', 'Author')(shortText(80))),
  }),
});

export const logoList = section({
  type: 'logoList',
  label: { tr: 'Logolar', en: 'Logos' },
  help: { tr: 'Markaların ya da ortakların logoları.', en: 'Logos of brands or partners.' },
  element: 'logo-list',
  pages: pageKinds,
  props: object({ title: t.Optional(title(shortText(120))), ...frame }),
  slots: listOf('logo', 24),
});

export const logo = section({
  type: 'logo',
  label: { tr: 'Logo', en: 'Logo' },
  help: { tr: 'Bir logo.', en: 'One logo.' },
  element: 'logo-list',
  props: object({
    image: label('Görsel', 'Picture')(picture()),
    name: label('Ad', 'Name')(shortText(80)),
    link: t.Optional(label('Bağlantı', 'Link')(link())),
  }),
});

export const gallery = section({
  type: 'gallery',
  label: { tr: 'Galeri', en: 'Gallery' },
  help: { tr: 'Yan yana görseller.', en: 'Pictures side by side.' },
  element: 'gallery',
  pages: pageKinds,
  props: object({
    title: t.Optional(title(shortText(120))),
    columns: t.Optional(label('Sütun sayısı', 'Columns')(columnCount())),
    ratio: t.Optional(label('Oran', 'Ratio')(ratios())),
    ...frame,
  }),
  slots: listOf('galleryItem', 50),
});

export const galleryItem = section({
  type: 'galleryItem',
  label: { tr: 'Galeri görseli', en: 'Picture of a gallery' },
  help: { tr: 'Bir görsel.', en: 'One picture.' },
  element: 'gallery',
  props: object({
    image: label('Görsel', 'Picture')(picture()),
    alt: t.Optional(label('Görsel açıklaması', 'Description of the picture')(shortText(160))),
    caption: t.Optional(label('Alt yazı', 'Caption')(shortText(160))),
    link: t.Optional(label('Bağlantı', 'Link')(link())),
  }),
});

export const contact = section({
  type: 'contact',
  label: { tr: 'İletişim', en: 'Contact' },
  help: {
    tr: 'Mağaza ayarlarındaki iletişim bilgileri.',
    en: 'The contact details of the settings of the shop.',
  },
  element: 'contact',
  pages: pageKinds,
  props: object({
    title: t.Optional(title(shortText(120))),
    text: t.Optional(label('Metin', 'Text')(longText(600))),
    ...frame,
  }),
});

export const divider = section({
  type: 'divider',
  label: { tr: 'Ayraç', en: 'Divider' },
  help: { tr: 'Bölümler arasında bir çizgi ya da boşluk.', en: 'A line or room between sections.' },
  element: 'section',
  pages: pageKinds,
  props: object({
    line: t.Optional(label('Çizgi göster', 'Show a line')(t.Boolean())),
    width: frame.width,
  }),
});

export const customField = section({
  type: 'customField',
  label: { tr: 'Özel alan', en: 'Custom field' },
  help: { tr: 'Ürünün ya da mağazanın bir özel alanı.', en: 'A custom field of the product or of the shop.' },
  element: 'text',
  pages: pageKinds,
  props: object({
    target: label(
      'Nereden',
      'Of',
    )(oneOf(['product', 'store'], words({ product: ['ürün', 'product'], store: ['mağaza', 'shop'] }))),
    key: label('Anahtar', 'Key')(t.String({ pattern: '^[a-z0-9_.-]{1,64}$' })),
    title: t.Optional(title(shortText(120))),
    ...frame,
  }),
});
