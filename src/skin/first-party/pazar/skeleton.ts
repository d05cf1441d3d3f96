import type { Skeleton } from '../../pack/pack';

/** Goods come before words. Its texts are true of every shop: none promises a service or a delivery. */
export const skeleton: Skeleton = {
  pages: {
    home: ['home/categories', 'home/hero', 'home/newest', 'home/features', 'home/about'],
    product: ['product/path', 'product/main', 'product/related'],
    collection: ['collection/path', 'collection/main'],
    category: ['category/path', 'category/main'],
    search: ['search/main', 'search/newest'],
    cart: ['cart/main', 'cart/newest'],
    notFound: ['missing/main', 'missing/categories'],
  },
  groups: { header: ['header/note', 'header/bar'], footer: ['footer/bar'] },
  nodes: {
    'header/note': {
      type: 'announcement',
      props: { text: 'Yeni gelen ürünlere göz atın', link: '/ara', tone: 'accent' },
    },
    'header/bar': { type: 'header', props: { menu: 'main', layout: 'left', search: true } },
    'footer/bar': { type: 'footer', props: {}, slots: { columns: ['footer/shop'] } },
    'footer/shop': { type: 'footerColumn', props: { title: 'Alışveriş', menu: 'main' } },
    'home/categories': { type: 'categoryList', props: { columns: 4, width: 'wide' } },
    'home/hero': {
      type: 'hero',
      props: {
        title: 'Bugün ne arıyorsunuz?',
        text: 'Kategorileri gezin ya da doğrudan en yeni ürünlere geçin.',
        primary: { label: 'Tüm ürünler', link: '/ara' },
        align: 'left',
        height: 'small',
        tone: 'surface',
      },
    },
    'home/newest': {
      type: 'productGrid',
      props: { title: 'Yeni gelenler', source: 'newest', limit: 12, columns: 4, more: true },
    },
    'home/features': {
      type: 'featureList',
      props: { columns: 3, tone: 'surface' },
      slots: { items: ['home/feature-cart', 'home/feature-seller', 'home/feature-terms'] },
    },
    'home/feature-cart': {
      type: 'feature',
      props: { title: 'Sepete ekleyin', text: 'Beğendiğiniz ürünleri tek siparişte toplayın.' },
    },
    'home/feature-seller': {
      type: 'feature',
      props: { title: 'Kimden aldığınızı bilin', text: 'Satıcı bilgileri her sayfanın altında.' },
    },
    'home/feature-terms': {
      type: 'feature',
      props: { title: 'Koşulları okuyun', text: 'Satış ve iade koşulları siparişten önce önünüzde.' },
    },
    'home/about': {
      type: 'richText',
      props: {
        title: 'Mağazamız',
        content: [
          {
            type: 'p',
            children: [{ text: 'Burada mağazanızı kısaca anlatın: ne satıyorsunuz, nereden gönderiyorsunuz.' }],
          },
        ],
        align: 'left',
        width: 'normal',
      },
    },
    'product/path': { type: 'breadcrumb', props: {} },
    'product/main': {
      type: 'productMain',
      props: { media: 'left', ratio: 'square', quantity: true, customFields: true },
    },
    'product/related': {
      type: 'relatedProducts',
      props: { title: 'Bunlara da bakın', limit: 8, columns: 4, tone: 'surface' },
    },
    'collection/path': { type: 'breadcrumb', props: {} },
    'collection/main': { type: 'collectionMain', props: { columns: 4, description: false } },
    'category/path': { type: 'breadcrumb', props: {} },
    'category/main': { type: 'categoryMain', props: { columns: 4, description: false } },
    'search/main': { type: 'searchMain', props: { columns: 4 } },
    'search/newest': { type: 'productGrid', props: { title: 'Yeni gelenler', source: 'newest', limit: 4, columns: 4 } },
    'cart/main': { type: 'cartMain', props: {} },
    'cart/newest': {
      type: 'productGrid',
      props: { title: 'Yeni gelenler', source: 'newest', limit: 4, columns: 4, tone: 'surface' },
    },
    'missing/main': {
      type: 'notFoundMain',
      props: {
        title: 'Bu sayfayı bulamadık',
        text: 'Ürün kaldırılmış ya da adresi değişmiş olabilir.',
        action: { label: 'Ürünlere dönün', link: '/ara' },
      },
    },
    'missing/categories': { type: 'categoryList', props: { title: 'Kategoriler', columns: 4 } },
  },
};
