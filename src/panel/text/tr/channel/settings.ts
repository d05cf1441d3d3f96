export const settings = {
  nav: 'Ayarlar',
  title: (channel: string) => `${channel} ayarları`,
  lead: 'Pazaryerine neyin gönderildiği, oradan neyin alındığı ve fiyat kuralı.',
  form: 'Eşitleme ayarları',
  connection: 'Bağlantı bilgileri',
  hints: {
    buffer: 'Boş bırakılırsa mağaza ayarlarındaki adet geçerlidir.',
    resendMinutes: 'Reddedilen bir değer bu süre dolmadan yeniden gönderilmez.',
    brakePercent: 'Fiyat bundan çok düşerse gönderilmez, onayınız beklenir.',
    disconnect: 'Pazaryeri kapatılırken önerilir; boş bırakılırsa bir şey önerilmez.',
  },
  holds: (buffer: string, untracked: string) =>
    `Şu anda her üründen ${buffer} adet pazaryerine gösterilmez; stoğu tutulmayan ürün ${untracked} adet görünür.`,
};
