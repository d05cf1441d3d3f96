import { spoken } from './spoken';

export const oversold = spoken({
  tr: {
    nav: 'Stokta olmayanlar',
    title: (channel: string) => `${channel}: stokta olmadan satılanlar`,
    lead: 'Pazaryerinde satıldığında mağazanızda kalmamış olan ve henüz gönderilmemiş ürünler.',
    empty: 'Stokta olmadan satılan yok',
    emptyHint: 'Stokta olmayan bir ürün pazaryerinde satılırsa siparişi burada görünür.',
    pieces: (missing: string, all: string) => `${all} parçadan ${missing} tanesi stokta yoktu`,
    toPackages: 'Paketlerine git',
    goOn: 'Eski siparişlerde ara',
  },
  en: {
    nav: 'Oversold',
    title: (channel) => `${channel}: sold beyond the stock`,
    lead: 'Things that were no longer there when they were sold at the marketplace, and that have not left.',
    empty: 'Nothing was oversold',
    emptyHint: 'Where something is sold that is not in stock, its order is shown here.',
    pieces: (missing, all) => `${missing} of ${all} pieces were not in stock`,
    toPackages: 'To its packages',
    goOn: 'Look in older orders',
  },
});
