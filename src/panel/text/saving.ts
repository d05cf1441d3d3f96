import { spoken } from './spoken';

export const saving = spoken({
  tr: {
    bar: 'Kaydedilmemiş değişiklikler',
    changed: (count: string) => `${count} değişiklik`,
    save: 'Kaydet',
    discard: {
      button: 'Vazgeç',
      title: 'Değişikliklerden vazgeçilsin mi?',
      text: (count: string) => `Bu sayfada yazdığınız ${count} değişiklik silinir. Bu geri alınamaz.`,
      yes: 'Değişiklikleri sil',
    },
    saved: (names: string) => `Kaydedilenler: ${names}.`,
    left: (names: string) => `Kaydedilmeyenler: ${names}. Yazdıklarınız duruyor.`,
    of: (thing: string, field: string) => `${thing}: ${field}`,
    risky: 'Kaydetmeden önce bakın',
    risks: {
      price: (name: string, from: string, to: string) =>
        `Fiyat yarısından çok değişiyor: ${name}, ${from} yerine ${to}.`,
      soldOut: (names: string) => `Stoku sıfırlanıyor, satılmaz olacak: ${names}.`,
      handle: (from: string, to: string) =>
        `Sayfanın adresi değişiyor: “${from}” yerine “${to}”. Eski adrese verilmiş bağlantılar açılmaz.`,
      removed: (names: string) =>
        `Silinen varyant fiyatı, stoğu ve özel alanlarıyla birlikte gider, bu geri alınamaz: ${names}.`,
    },
  },
  en: {
    bar: 'Changes that are not saved',
    changed: (count: string) => (count === '1' ? '1 change' : `${count} changes`),
    save: 'Save',
    discard: {
      button: 'Discard',
      title: 'Discard the changes?',
      text: (count: string) =>
        `What you have typed on this page is lost: ${count === '1' ? '1 change' : `${count} changes`}. This cannot be undone.`,
      yes: 'Discard them',
    },
    saved: (names: string) => `Saved: ${names}.`,
    left: (names: string) => `Not saved: ${names}. What you have typed is still there.`,
    of: (thing: string, field: string) => `${thing}: ${field}`,
    risky: 'Look before you save',
    risks: {
      price: (name: string, from: string, to: string) =>
        `The price changes by more than half: ${name}, from ${from} to ${to}.`,
      soldOut: (names: string) => `The stock becomes zero, and these can be bought no more: ${names}.`,
      handle: (from: string, to: string) =>
        `The address of the page changes from “${from}” to “${to}”. Links to the old address open no more.`,
      removed: (names: string) =>
        `A removed variant goes with its price, stock and custom fields, which cannot be undone: ${names}.`,
    },
  },
});
