import { spoken } from './spoken';

export const settings = spoken({
  tr: {
    nav: 'Ayarlar',
    title: (channel: string) => `${channel} ayarları`,
    lead: 'Pazaryerine neyin gönderildiği, oradan neyin alındığı ve fiyat kuralı.',
    form: 'Eşitleme ayarları',
    connection: 'Bağlantı bilgileri',
    holds: (buffer: string, untracked: string) =>
      `Şu anda her üründen ${buffer} adet pazaryerine gösterilmez; stoğu tutulmayan ürün ${untracked} adet görünür.`,
    closed: 'Bu ayarlar yalnız mağaza sahibine açıktır.',
  },
  en: {
    nav: 'Settings',
    title: (channel) => `Settings of ${channel}`,
    lead: 'What the marketplace is told, what comes from it, and the rule of prices.',
    form: 'What is kept in step',
    connection: 'Keys of the connection',
    holds: (buffer, untracked) =>
      `At present ${buffer} pieces of each item are kept back from the marketplace; an item without counted stock shows ${untracked}.`,
    closed: 'These settings are for owners alone.',
  },
});
