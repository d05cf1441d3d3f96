import { label, object, t } from '../../kernel/schema/schema';
import { section } from '../declare';
import { alignments, link, longText, menuKey, picture, shortText, tones } from '../prop';

/* Sections that stand around every page. */

export const header = section({
  type: 'header',
  label: { tr: 'Üst bölüm', en: 'Header' },
  help: {
    tr: 'Mağazanın adı ya da logosu, menü, arama ve sepet.',
    en: 'Name or logo of the shop, menu, search, cart.',
  },
  element: 'header',
  groups: ['header'],
  min: 1,
  max: 1,
  props: object({
    logo: t.Optional(label('Logo', 'Logo')(picture())),
    menu: t.Optional(label('Menü', 'Menu')(menuKey())),
    layout: t.Optional(label('Yerleşim', 'Layout')(alignments())),
    search: t.Optional(label('Arama göster', 'Show search')(t.Boolean())),
  }),
});

export const announcement = section({
  type: 'announcement',
  label: { tr: 'Duyuru', en: 'Announcement' },
  help: { tr: 'Her sayfanın üstünde tek satır.', en: 'One line above every page.' },
  element: 'announcement',
  groups: ['header'],
  max: 3,
  props: object({
    text: label('Metin', 'Text')(shortText(160)),
    link: t.Optional(label('Bağlantı', 'Link')(link())),
    tone: t.Optional(label('Ton', 'Tone')(tones())),
  }),
});

export const footer = section({
  type: 'footer',
  label: { tr: 'Alt bölüm', en: 'Footer' },
  help: {
    tr: 'Menüler ve kısa bir metin. Satıcı bilgileri ve yasal sayfalar her zaman eklenir.',
    en: 'Menus and a short text. The seller and the legal pages are always added.',
  },
  element: 'footer',
  groups: ['footer'],
  min: 1,
  max: 1,
  props: object({
    text: t.Optional(label('Metin', 'Text')(longText(600))),
    note: t.Optional(label('Son satır', 'Last line')(shortText(160))),
  }),
  slots: { columns: { label: { tr: 'Sütunlar', en: 'Columns' }, types: ['footerColumn'], max: 4 } },
});

export const footerColumn = section({
  type: 'footerColumn',
  label: { tr: 'Alt bölüm sütunu', en: 'Column of the footer' },
  help: { tr: 'Başlığıyla bir menü.', en: 'A menu with its title.' },
  element: 'menu',
  props: object({
    title: label('Başlık', 'Title')(shortText(60)),
    menu: label('Menü', 'Menu')(menuKey()),
  }),
});
