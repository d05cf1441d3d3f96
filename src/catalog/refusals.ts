import type { Refusals } from '../kernel/meaning';

export const refusals = {
  stock_conflict: {
    status: 409,
    title: 'The stock is not the expected one.',
    turkish: 'Stok beklenen değerde değil.',
    cause: 'The stock differs from the expected one, e.g. because something was sold.',
    remedy: 'Compute anew from the stock that the problem tells, and send the result.',
  },
  codes_conflict: {
    status: 409,
    title: 'The pool has other codes than expected.',
    turkish: 'Kod havuzuna o zamandan beri kod eklendi.',
    cause: 'Somebody has added codes to the pool since the caller counted it.',
    remedy: 'Count the pool again, and state that number.',
  },
  handle_taken: {
    status: 422,
    title: 'The handle is taken.',
    turkish: 'Bu bağlantı adı kullanılıyor.',
    cause: 'Another thing of this kind has the handle.',
    remedy: 'Choose another handle, or leave it out: the title then gives one.',
  },
  barcode_taken: {
    status: 422,
    title: 'The barcode is taken.',
    turkish: 'Barkod kullanılıyor.',
    cause: 'Another product or variant of the store has the barcode.',
    remedy: 'Find it with `GET /v1/catalog/products?barcode=…`, and correct the one that is wrong.',
  },
  stock_untracked: {
    status: 422,
    title: 'The stock of this item is not tracked.',
    turkish: 'Bu ürünün stoğu takip edilmiyor.',
    cause: 'The product or variant has no count, so nothing can be added or subtracted.',
    remedy: 'Set a stock first; that starts the count.',
  },
  stock_out_of_range: {
    status: 422,
    title: 'The stock would leave its range.',
    turkish: 'Stok izin verilen aralığın dışına çıkıyor.',
    cause: 'The change would take the stock out of its allowed range.',
    remedy: 'Read the stock, and send a change that stays within the range.',
  },
  compare_at_on_variant: {
    status: 422,
    title: 'Only products have a compareAt price.',
    turkish: 'Karşılaştırma fiyatı yalnızca üründe olur.',
    cause: 'The call states a compare-at price for a variant.',
    remedy: 'Set it on the product.',
  },
  price_required: {
    status: 422,
    title: 'A product needs a price.',
    turkish: 'Ürünün fiyatı olmalı.',
    cause: 'The call would leave the product without a price.',
    remedy: 'Send a price in kuruş.',
  },
  not_pooled: {
    status: 422,
    title: 'The product has no pool of codes.',
    turkish: 'Ürünün kod havuzu yok.',
    cause: 'The product delivers no codes from a pool.',
    remedy: 'Name a product that has a pool, or give it one.',
  },
  category_unknown: {
    status: 422,
    title: 'There is no such active category.',
    turkish: 'Böyle bir kategori yok.',
    cause: 'The category does not exist, or is archived.',
    remedy: 'Take an id from `GET /v1/catalog/categories`.',
  },
  product_unknown: {
    status: 422,
    title: 'A named product does not exist.',
    turkish: 'Belirtilen ürün yok.',
    cause: 'The store lacks a product that the call names.',
    remedy: 'Take ids from `GET /v1/catalog/products`. `errors` names the unknown product of several.',
  },
  variant_unknown: {
    status: 422,
    title: 'A named variant does not belong to the product.',
    turkish: 'Belirtilen varyant bu ürüne ait değil.',
    cause: 'The product lacks a variant that the call names.',
    remedy: 'Read the product; its answer lists its variants.',
  },
  picture_lost: {
    status: 422,
    title: 'No picture can be had at the address.',
    turkish: 'Bu adresten görsel alınamadı.',
    cause: 'The host of the address does not answer, has no picture there, or stands in a private network.',
    remedy: 'Open the address in a browser, and correct it; or bring the picture as a file.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
