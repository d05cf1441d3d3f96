import { spoken } from './spoken';

export const unmapped = spoken({
  tr: {
    nav: 'Eşleşmeyenler',
    title: (channel: string) => `${channel}: eşleşmeyen satırlar`,
    lead: 'Barkodu hiçbir ürününüzde olmayan sipariş satırları. Ürünü seçince barkod ona yazılır, satır eşleşir ve stoğu o zaman düşer.',
    empty: 'Eşleşmeyen satır yok',
    emptyHint: 'Barkodu bilinmeyen bir ürün satılırsa burada görünür.',
    found: (found: string, all: string) => `${all} siparişten ${found} tanesi bulundu`,
    goOn: 'Eski siparişlerde ara',
    barcode: 'Barkod',
    noBarcode: 'Pazaryeri bu satırın barkodunu söylemiyor, bu yüzden bir ürüne bağlanamaz.',
    pieces: (count: string) => `${count} adet`,
    choose: 'Ürün seç',
    chooseOf: (title: string) => `${title}: ürün seç`,
    variantTitle: 'Varyantı seçin',
    variantText: (barcode: string) => `${barcode} barkodu hangi varyantın?`,
    hasBarcode: (barcode: string) => `barkodu ${barcode}`,
    previewTitle: 'Barkod bu ürüne yazılsın mı?',
    previewText: (barcode: string) =>
      `${barcode} barkodu bu ürünün olur. Eşleşen satırların stoğu bir sonraki eşitlemede düşer; eşitleme hemen başlar.`,
    replaces: (before: string) =>
      `Ürünün ${before} barkodu silinir. O barkodla satılıyorsa pazaryerindeki eşleşmesi de kopar.`,
    map: 'Eşleştir',
    goOnWith: 'Devam',
    mapped: 'Barkod yazıldı, siparişler eşitleniyor.',
  },
  en: {
    nav: 'Unmapped',
    title: (channel) => `${channel}: unmapped lines`,
    lead: 'Lines of orders whose barcode none of your products has. Choose the product: it gets the barcode, the line is mapped, and its stock is taken then.',
    empty: 'No unmapped lines',
    emptyHint: 'Where something with an unknown barcode is sold, it is shown here.',
    found: (found, all) => `Found ${found} of ${all} orders`,
    goOn: 'Look in older orders',
    barcode: 'Barcode',
    noBarcode: 'The marketplace tells no barcode of this line, so it cannot be mapped to a product.',
    pieces: (count) => `${count} pcs`,
    choose: 'Choose a product',
    chooseOf: (title) => `${title}: choose a product`,
    variantTitle: 'Choose the variant',
    variantText: (barcode) => `Whose barcode is ${barcode}?`,
    hasBarcode: (barcode) => `barcode ${barcode}`,
    previewTitle: 'Give this product the barcode?',
    previewText: (barcode) =>
      `The product gets the barcode ${barcode}. The stock of lines that match is taken by the next synchronisation, which begins at once.`,
    replaces: (before) =>
      `Its barcode ${before} goes. If the product is sold by that one, its match at the marketplace goes with it.`,
    map: 'Map',
    goOnWith: 'Go on',
    mapped: 'The barcode is set, and orders are being synchronised.',
  },
});
