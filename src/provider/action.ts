/**
 * The acts of an extension at its provider: each changes something there, or brings what people did there. A store grants them as it
 * grants rights (docs/decisions/0155).
 */
export const actions = [
  'brands.create',
  'listings.send',
  'listings.act',
  'offers.send',
  'orders.read',
  'packages.act',
  'claims.read',
  'claims.act',
  'questions.read',
  'questions.answer',
  'finance.read',
  'webhooks.register',
  'payments.take',
  'payments.refund',
  'senders.create',
  'parcels.book',
  'parcels.cancel',
] as const;

export type Action = (typeof actions)[number];

/** The names of the actions, as `[Turkish, English]`. */
export const actionWords: Readonly<Record<Action, readonly [tr: string, en: string]>> = {
  'brands.create': ['Pazaryerinde marka açma', 'Creating brands at the marketplace'],
  'listings.send': ['Ürünleri pazaryerinde satışa sunma', 'Listing products at the marketplace'],
  'listings.act': [
    'Pazaryerindeki ilanları arşivleme, kilidini açma ve silme',
    'Archiving, unlocking and deleting listings of the marketplace',
  ],
  'offers.send': ['Pazaryerine stok ve fiyat gönderme', 'Sending stock and prices to the marketplace'],
  'orders.read': [
    'Pazaryerindeki siparişleri alma ve stoktan düşme',
    'Bringing orders of the marketplace, and taking their pieces from the stock',
  ],
  'packages.act': [
    'Pazaryerine paket, iptal, fatura ve etiket bildirme',
    'Telling the marketplace of packages, cancellations, invoices and labels',
  ],
  'claims.read': ['Pazaryerindeki iade taleplerini alma', 'Bringing claims of the marketplace'],
  'claims.act': ['İade taleplerini onaylama ve reddetme', 'Accepting and rejecting claims'],
  'questions.read': ['Alıcıların sorularını alma', 'Bringing questions of buyers'],
  'questions.answer': ['Alıcıların sorularını yanıtlama', 'Answering questions of buyers'],
  'finance.read': ['Pazaryerindeki hakedişleri alma', 'Bringing settlements of the marketplace'],
  'webhooks.register': [
    'Pazaryerine mağazanın bildirim adresini verme',
    'Giving the marketplace an address of the shop for webhooks',
  ],
  'payments.take': ['Kartla ödeme alma', 'Taking payments by card'],
  'payments.refund': ['Ödemeleri iade etme', 'Refunding payments'],
  'senders.create': ['Kargo sağlayıcısında gönderici adresi açma', 'Creating addresses of senders'],
  'parcels.book': ['Kargo teklifi isteme ve gönderi oluşturma', 'Asking for offers of carriers, and booking parcels'],
  'parcels.cancel': ['Kargo gönderilerini iptal etme', 'Cancelling parcels'],
};
