export const unreadable = {
  nav: 'Okunamayanlar',
  title: (channel: string) => `${channel}: okunamayan kayıtlar`,
  lead: 'Pazaryerinin gösterdiği ama mağazaya alınamayan kayıtlar. Her biri yaklaşık on gün boyunca yeniden denenir ve alınınca buradan çıkar. Pazaryerinin göstermediği kayıtlar 60 gün sonra çıkar.',
  empty: 'Okunamayan kayıt yok',
  emptyHint: 'Pazaryerinden gelen bir sipariş veya kayıt alınamazsa nedeniyle birlikte burada görünür.',
  order: (number: string) => `Sipariş ${number}`,
  row: (id: string) => `Pazaryerindeki kimliği: ${id}`,
  nameless: 'Kimliği okunamadı',
  whatToDo:
    'Sipariş, mağazaya alınana kadar stoktan düşmez ve burada hazırlanamaz: pazaryerinin satıcı panelinden bakın. Siparişi elle alırsanız (order.import) kayıt buradan çıkar.',
  first: 'İlk görülme',
  seen: 'Son görülme',
  tried: 'Son deneme',
  shown: (shown: string, all: string) => `${all} kayıttan en yeni ${shown} tanesi gösteriliyor.`,
};
