import type { Skeleton } from '../../pack/pack';

const paragraph = (text: string) => ({ type: 'p', children: [{ text }] });

/** The maker comes before the goods. Its texts are true of every shop. */
export const skeleton: Skeleton = {
  pages: {
    home: ['home/hero', 'home/story', 'home/works', 'home/quote', 'home/questions'],
    product: ['product/path', 'product/main', 'product/related'],
    collection: ['collection/path', 'collection/main'],
    category: ['category/path', 'category/main'],
    search: ['search/main'],
    cart: ['cart/main'],
    notFound: ['missing/main'],
  },
  groups: { header: ['header/bar'], footer: ['footer/bar'] },
  nodes: {
    'header/bar': { type: 'header', props: { menu: 'main', layout: 'center', search: false } },
    'footer/bar': {
      type: 'footer',
      props: { note: 'Sorularınız için bize yazın.' },
      slots: { columns: ['footer/shop'] },
    },
    'footer/shop': { type: 'footerColumn', props: { title: 'Atölye', menu: 'main' } },
    'home/hero': {
      type: 'hero',
      props: {
        title: 'Atölyeden',
        text: 'Burada ne yaptığınızı tek cümleyle söyleyin.',
        primary: { label: 'İşlerimiz', link: '/ara' },
        align: 'center',
        height: 'large',
        tone: 'plain',
      },
    },
    'home/story': {
      type: 'richText',
      props: {
        title: 'Nasıl çalışıyoruz',
        content: [paragraph('Malzemenizi, yönteminizi ve size özgü olanı burada anlatın.')],
        align: 'center',
        width: 'narrow',
      },
    },
    'home/works': {
      type: 'productGrid',
      props: { title: 'Son işler', source: 'newest', limit: 6, columns: 3, more: true },
    },
    'home/quote': { type: 'quotes', props: { columns: 2, tone: 'surface' }, slots: { items: ['home/quote-one'] } },
    'home/quote-one': { type: 'quoteItem', props: { text: 'Buraya işinizi anlatan bir söz yazın.' } },
    'home/questions': {
      type: 'faq',
      props: { title: 'Merak edilenler', width: 'narrow' },
      slots: { items: ['home/question-care'] },
    },
    'home/question-care': {
      type: 'faqItem',
      props: {
        question: 'Ürünlerin bakımı nasıl yapılır?',
        answer: [paragraph('Bakım için bilinmesi gerekenleri buraya yazın.')],
      },
    },
    'product/path': { type: 'breadcrumb', props: {} },
    'product/main': {
      type: 'productMain',
      props: { media: 'left', ratio: 'portrait', quantity: true, customFields: true },
    },
    'product/related': { type: 'relatedProducts', props: { title: 'Aynı elden', limit: 3, columns: 3 } },
    'collection/path': { type: 'breadcrumb', props: {} },
    'collection/main': { type: 'collectionMain', props: { columns: 3, description: true } },
    'category/path': { type: 'breadcrumb', props: {} },
    'category/main': { type: 'categoryMain', props: { columns: 3, description: true } },
    'search/main': { type: 'searchMain', props: { columns: 3 } },
    'cart/main': { type: 'cartMain', props: {} },
    'missing/main': {
      type: 'notFoundMain',
      props: {
        title: 'Burada bir şey yok',
        text: 'Sayfa taşınmış ya da kaldırılmış olabilir.',
        action: { label: 'Ana sayfaya dönün', link: '/' },
      },
    },
  },
};

/** Products stand in pairs on the home page of the second edition. */
export const skeleton200: Skeleton = {
  ...skeleton,
  nodes: {
    ...skeleton.nodes,
    'home/works': {
      type: 'productGrid',
      props: { title: 'Son işler', source: 'newest', limit: 6, columns: 2, more: true },
    },
  },
};
