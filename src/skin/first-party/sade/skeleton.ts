import type { Skeleton } from '../../pack/pack';

const paragraph = (text: string) => ({ type: 'p', children: [{ text }] });

/** Its texts are true of every shop: none promises a service or a delivery. */
export const skeleton: Skeleton = {
  pages: {
    home: ['home/hero', 'home/categories', 'home/newest', 'home/about', 'home/features'],
    product: ['product/path', 'product/main', 'product/related'],
    collection: ['collection/path', 'collection/main'],
    category: ['category/path', 'category/main'],
    search: ['search/main'],
    cart: ['cart/main'],
    notFound: ['missing/main', 'missing/newest'],
  },
  groups: { header: ['header/bar'], footer: ['footer/bar'] },
  nodes: {
    'header/bar': { type: 'header', props: { menu: 'main', layout: 'left', search: true } },
    'footer/bar': { type: 'footer', props: {}, slots: { columns: ['footer/shop'] } },
    'footer/shop': { type: 'footerColumn', props: { title: 'Mağaza', menu: 'main' } },
    'home/hero': {
      type: 'hero',
      props: {
        title: 'Mağazamıza hoş geldiniz',
        text: 'En yeni ürünlerimize göz atın ya da aradığınızı kategorilerde bulun.',
        primary: { label: 'Ürünlere bakın', link: '/ara' },
        align: 'left',
        height: 'medium',
        tone: 'surface',
      },
    },
    'home/categories': { type: 'categoryList', props: { title: 'Kategoriler', columns: 4 } },
    'home/newest': {
      type: 'productGrid',
      props: { title: 'En yeni ürünler', source: 'newest', limit: 8, columns: 4, more: true },
    },
    'home/about': {
      type: 'richText',
      props: {
        title: 'Hakkımızda',
        content: [
          paragraph('Burada mağazanızı birkaç cümleyle anlatın: kimsiniz, ne yapıyorsunuz, neyi önemsiyorsunuz.'),
        ],
        align: 'center',
        width: 'narrow',
      },
    },
    'home/features': {
      type: 'featureList',
      props: { columns: 3, tone: 'surface' },
      slots: { items: ['home/feature-order', 'home/feature-question', 'home/feature-return'] },
    },
    'home/feature-order': {
      type: 'feature',
      props: { title: 'Kolay sipariş', text: 'Ürünü sepete ekleyin, adresinizi yazın, ödeme şeklinizi seçin.' },
    },
    'home/feature-question': {
      type: 'feature',
      props: { title: 'Bize ulaşın', text: 'Sorularınız için iletişim bilgilerimiz sayfanın altında.' },
    },
    'home/feature-return': {
      type: 'feature',
      props: { title: 'Açık koşullar', text: 'Satış ve iade koşullarını sipariş vermeden önce okuyabilirsiniz.' },
    },
    'product/path': { type: 'breadcrumb', props: {} },
    'product/main': {
      type: 'productMain',
      props: { media: 'left', ratio: 'square', quantity: true, customFields: true },
    },
    'product/related': { type: 'relatedProducts', props: { title: 'Benzer ürünler', limit: 4, columns: 4 } },
    'collection/path': { type: 'breadcrumb', props: {} },
    'collection/main': { type: 'collectionMain', props: { columns: 4, description: true } },
    'category/path': { type: 'breadcrumb', props: {} },
    'category/main': { type: 'categoryMain', props: { columns: 4, description: true } },
    'search/main': { type: 'searchMain', props: { columns: 4 } },
    'cart/main': { type: 'cartMain', props: {} },
    'missing/main': {
      type: 'notFoundMain',
      props: {
        title: 'Aradığınız sayfa burada değil',
        text: 'Adres değişmiş ya da ürün kaldırılmış olabilir.',
        action: { label: 'Ana sayfaya dönün', link: '/' },
      },
    },
    'missing/newest': {
      type: 'productGrid',
      props: { title: 'En yeni ürünler', source: 'newest', limit: 4, columns: 4 },
    },
  },
};
