import type { unmapped as Turkish } from '../../tr/channel/unmapped';

export const unmapped: typeof Turkish = {
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
};
