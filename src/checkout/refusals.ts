import type { Refusals } from '../kernel/meaning';

export const refusals = {
  out_of_stock: {
    status: 422,
    title: 'The item is sold out.',
    turkish: 'Üründe yeterli stok yok.',
    cause: 'No piece of the item is left; the facts name its line and the stock.',
    remedy: 'Take the line out of the cart, or wait until there is stock again.',
  },
  insufficient_stock: {
    status: 422,
    title: 'The stock has fewer pieces than wanted.',
    turkish: 'Stok, istediğin adet için yeterli değil.',
    cause: 'The stock has fewer pieces than the line wants; the facts tell how many.',
    remedy: 'Lower the quantity of the line to the stock, and show the shopper the new total.',
  },
  qty_capped: {
    status: 422,
    title: 'There may be no more pieces of this item.',
    turkish: 'Bu ürün için adet sınırına ulaşıldı.',
    cause: 'The shop, or an extension of it, allows no more pieces of this item in one order.',
    remedy: 'Lower the quantity of the line.',
  },
  line_unavailable: {
    status: 422,
    title: 'An item is no longer sold.',
    turkish: 'Ürün artık satışta değil ve sepetten çıkarıldı.',
    cause: 'The product or variant of a line was archived or removed, or is now sold by variants.',
    remedy: 'Take the line out of the cart.',
  },
  price_changed: {
    status: 422,
    title: 'A price has changed since it was shown.',
    turkish: 'Fiyat güncellendi: lütfen yeni tutarı kontrol et.',
    cause: 'The price of an item changed after the shopper saw it and before the order.',
    remedy: 'Price the cart anew, show it, and let the shopper agree to the new total.',
  },
  shipping_unavailable: {
    status: 422,
    title: 'The shop does not ship to this address.',
    turkish: 'Bu adrese şu anda kargo yapılamıyor.',
    cause: 'The shop has no way of shipping to this address.',
    remedy: 'Ask for another address. The extensions of the shop decide about the ways of shipping.',
  },
  payment_unavailable: {
    status: 422,
    title: 'The shop has no way of paying for this order.',
    turkish: 'Şu anda ödeme alınamıyor: lütfen daha sonra tekrar dene.',
    cause: 'The shop has no way of paying for this order.',
    remedy: 'Offer cash on delivery, an account for transfers, or a payment extension.',
  },
  digital_kapida_disallowed: {
    status: 422,
    title: 'Digital goods are not paid for on delivery.',
    turkish: 'Dijital ürünler kapıda ödeme ile satın alınamaz.',
    cause: 'The cart has digital goods, which would be delivered before their payment.',
    remedy: 'Choose another way to pay.',
  },
  session_expired: {
    status: 410,
    title: 'The checkout session has expired.',
    turkish: 'Oturumun zaman aşımına uğradı.',
    cause: 'The checkout session was not used for an hour, or is older than a day.',
    remedy: 'Open another session with the same cart.',
  },
  amount_mismatch: {
    status: 422,
    title: 'The amount to pay differs from the agreed one.',
    turkish: 'Ödeme tutarı doğrulanamadı: sipariş oluşturulmadı, kartından çekim yapıldıysa iade edilir.',
    cause: 'The sum of lines, discounts and fees differs from the agreed or the captured amount.',
    remedy:
      'Price the cart anew, show it, and let the shopper agree to the new total. A captured amount is given back.',
  },
  order_rejected: {
    status: 422,
    title: 'The order cannot be made right now.',
    turkish: 'Sipariş şu anda oluşturulamıyor.',
    cause: 'The session lacks fields, or an extension of the shop refused the order.',
    remedy: 'Fill in the missing fields. The audit log names an extension that refused, and why.',
  },
  checkout_disabled: {
    status: 422,
    title: 'The shop does not sell yet.',
    turkish: 'Bu mağazada ödeme yakında açılıyor.',
    cause: 'The shop lacks something that is required before it sells.',
    remedy: 'Read `store.health.get`, and complete the steps that it names.',
  },
  coupon_unusable: {
    status: 422,
    title: 'The coupon cannot be used.',
    turkish: 'Bu kupon kodu kullanılamıyor.',
    cause: 'No coupon of the shop has the code now, its time is over, or all its uses are gone; the facts tell which.',
    remedy: 'Type the code anew, or go on without it: the session stays as it was.',
  },
  cart_empty: {
    status: 422,
    title: 'The cart is empty.',
    turkish: 'Sepetin boş.',
    cause: 'The checkout session has no lines.',
    remedy: 'Put something into the cart.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
