import type { Bundle, BundleNode } from '../design/bundle/bundle';
import { templateOf } from '../design/template/templates';
import type { FilledShelves } from './shelves/fill';
import type { CategoryName } from './shelves/shelf';

type Nodes = Readonly<Record<string, BundleNode>>;

const block = (type: 'p' | 'h2' | 'ul', text: string) => ({ type, children: [{ text }] });
const paragraph = (text: string) => block('p', text);
const point = (text: string) => block('ul', text);
const heading = (text: string) => block('h2', text);

const toCategory = (shelves: FilledShelves, name: CategoryName) => ({ to: 'category', id: shelves.categories[name] });

/** Products whose pictures the design shows. */
const SHOWN = {
  hero: 'Demlemeye Başlangıç Seti',
  story: 'Bakır Cezve',
  guide: 'Seramik Damlatıcı ve Sürahi',
} as const;

/** Identifiers of the pictures that the design shows by itself. */
export const designedPictures = ({ pictures }: FilledShelves): string[] =>
  Object.values(SHOWN).map((title) => pictures[title] as string);

/** Sections of the home page that the template lacks, or has without pictures. */
function homeNodes({ collections, pictures }: FilledShelves): Nodes {
  const homeBarista = { to: 'collection', id: collections['Evde barista'] };
  return {
    'home-hero': {
      type: 'hero',
      props: {
        title: 'Her sabah taze kavrulmuş',
        text: 'Küçük partiler hâlinde, siparişinizden sonra kavuruyoruz. Kahve, ekipman ve hediyeler tek dükkânda.',
        image: pictures[SHOWN.hero],
        imageAlt: 'Yeşil kahve paketi, damlatıcı ve kahve dolu sürahi',
        media: 'side',
        primary: { label: 'Kahvelere bakın', link: '/ara?q=kahve' },
        secondary: { label: 'Evde barista olun', link: homeBarista },
        height: 'medium',
        tone: 'surface',
      },
    },
    'home-sale': {
      type: 'productGrid',
      props: {
        title: 'Bu ay indirimde',
        source: 'collection',
        collection: collections['Bu ay indirimde'],
        limit: 4,
        columns: 4,
        more: true,
      },
    },
    'home-story': {
      type: 'imageWithText',
      props: {
        image: pictures[SHOWN.story],
        alt: 'Ahşap saplı bakır cezve',
        title: 'Cezveden espressoya',
        content: [
          paragraph(
            'Kahveye cezveyle başladık; bugün on iki çekirdek kavuruyor, her birini demleyerek tadıyoruz. Beğenmediğimizi satmıyoruz.',
          ),
          paragraph('Hangi ekipman size uyar, bilmiyorsanız yazın: bir sorunuzla bir fincan kazanırsınız.'),
        ],
        action: { label: 'Hikâyemiz', link: { to: 'page', id: 'hakkimizda' } },
        side: 'left',
        ratio: 'square',
        tone: 'plain',
      },
    },
    'home-faq': {
      type: 'faq',
      props: { title: 'Sık sorulanlar', width: 'narrow' },
      slots: { items: ['home-faq-grind', 'home-faq-fresh', 'home-faq-gift'] },
    },
    'home-faq-grind': faqItem(
      'Kahvemi öğütür müsünüz?',
      'Evet. Üründe öğütme derecesini seçin: o gün öğütüp paketleriz.',
    ),
    'home-faq-fresh': faqItem(
      'Kahve ne kadar taze?',
      'Paketin üstünde kavurma tarihi yazar. Çekirdek kahveyi kavrulduktan sonra en geç yedi gün içinde yollarız.',
    ),
    'home-faq-gift': faqItem(
      'Hediye paketi yapar mısınız?',
      'Yaparız. Notunuzu sipariş açıklamasına yazın; faturayı kutuya koymayız.',
    ),
    'home-feature-order': feature('Taze kavrum', 'Haftada iki gün kavururuz; rafta bekleyen kahve yollamayız.'),
    'home-feature-question': feature(
      'Bir soru uzağınızda',
      'Demleme, öğütme, hediye: iletişim bilgilerimiz sayfanın altında.',
    ),
    'home-feature-return': feature('Açık koşullar', 'Satış ve iade koşullarını sipariş vermeden önce okuyabilirsiniz.'),
  };
}

/** Tells of the campaign that the demo's extension gives, and of the free delivery of its settings. */
const campaign: BundleNode = {
  type: 'announcement',
  props: { text: '1.000 TL ve üzeri siparişlerde % 10 indirim · 750 TL üzeri kargo bizden', tone: 'accent' },
};

const faqItem = (question: string, answer: string): BundleNode => ({
  type: 'faqItem',
  props: { question, answer: [paragraph(answer)] },
});

const feature = (title: string, text: string): BundleNode => ({ type: 'feature', props: { title, text } });

/** Texts of the shop's own pages. */
function pageNodes({ pictures }: FilledShelves): Nodes {
  return {
    'about-text': {
      type: 'richText',
      props: {
        title: 'Hakkımızda',
        content: [
          paragraph('Kahve Dükkânı 2016’da Kadıköy’de, bir kavurma makinesi ve iki kişiyle açıldı.'),
          heading('Nasıl çalışırız?'),
          point('Çekirdeği hasattan tanıdığımız üreticilerden alırız.'),
          point('Salı ve cuma günleri kavurur, ertesi gün yollarız.'),
          point('Her partiyi demleyip tadar, notunu pakete yazarız.'),
        ],
        width: 'narrow',
      },
    },
    'guide-text': {
      type: 'richText',
      props: {
        title: 'Demleme rehberi',
        content: [
          heading('Filtre kahve'),
          paragraph(
            'Bir litre suya 60 gram kahve, 94 derece. Önce iki katı suyla ıslatın, otuz saniye bekleyin, kalanını daireler çizerek dökün.',
          ),
          heading('Türk kahvesi'),
          paragraph('Fincana bir tatlı kaşığı kahve, 70 ml soğuk su. Kısık ateşte, köpüğü taşmadan indirin.'),
          heading('French press'),
          paragraph('Kalın öğütülmüş kahveyi dört dakika bekletin; süzgeci yavaşça indirin.'),
        ],
        width: 'narrow',
      },
    },
    'guide-picture': {
      type: 'imageBanner',
      props: {
        image: pictures[SHOWN.guide],
        alt: 'Damlatıcı ve cam sürahi',
        ratio: 'wide',
        width: 'narrow',
      },
    },
  };
}

/** The design of a shop that one looks at: the template of a catalogue, filled with what stands on the shelves. */
export function demoDesign(shelves: FilledShelves): Bundle {
  const body = templateOf('katalog')?.make() as Bundle;
  const category = (name: CategoryName) => ({ label: name, link: toCategory(shelves, name) });
  const own = { ...homeNodes(shelves), ...pageNodes(shelves), 'top-line': campaign };
  // A section that the theme has placed still comes from there: an upgrade of the theme knows it by that.
  for (const [id, node] of Object.entries(own)) body.nodes[id] = { ...body.nodes[id], ...node };
  delete body.nodes['home-about'];
  const home = Object.values(body.pages).find(({ kind }) => kind === 'home');
  const root = ['home-hero', 'home-categories', 'home-newest', 'home-story', 'home-sale', 'home-features', 'home-faq'];
  Object.assign(home ?? {}, { root });
  Object.assign(body.pages, {
    hakkimizda: { kind: 'page', path: 'hakkimizda', title: 'Hakkımızda', root: ['about-text'] },
    rehber: { kind: 'page', path: 'demleme-rehberi', title: 'Demleme rehberi', root: ['guide-picture', 'guide-text'] },
  });
  body.groups.header.unshift('top-line');
  const [cups, treats] = ['Fincan ve bardak', 'Lezzet'] as const;
  const presents = { to: 'collection', id: shelves.collections.Hediyelik };
  Object.assign(body.menus, {
    main: {
      label: 'Ana menü',
      items: [
        category('Kahve'),
        { ...category('Ekipman'), items: [category(cups)] },
        category(treats),
        { label: 'Hediyelik', link: presents },
        { label: 'Demleme rehberi', link: { to: 'page', id: 'rehber' } },
      ],
    },
  });
  return body;
}
