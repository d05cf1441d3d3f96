export const oversold = {
  nav: 'Stokta olmayanlar',
  title: (channel: string) => `${channel}: stokta olmadan satılanlar`,
  lead: 'Pazaryerinde satıldığında mağazanızda kalmamış olan ve henüz gönderilmemiş ürünler.',
  empty: 'Stokta olmadan satılan yok',
  emptyHint: 'Stokta olmayan bir ürün pazaryerinde satılırsa siparişi burada görünür.',
  pieces: (missing: string, all: string) => `${all} parçadan ${missing} tanesi stokta yoktu`,
  toPackages: 'Paketlerine git',
  goOn: 'Eski siparişlerde ara',
};
