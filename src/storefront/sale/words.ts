import type { MessageCode } from '../../checkout/enclave/notice';

/** How a page tells something: of what stands in the way, or in passing. */
export interface Notice {
  readonly kind: 'info' | 'success' | 'error';
  readonly text: string;
  /** A way on from there. */
  readonly link?: { readonly label: string; readonly to: string };
}

/** Tells of something that stands in the way. */
export const wrong = (text: string): Notice => ({ kind: 'error', text });

/** Codes of the checkout in words for a shopper. */
const MESSAGES: Readonly<Record<MessageCode | 'rev_conflict', string>> = {
  out_of_stock: 'Bu ürün tükendi.',
  insufficient_stock: 'Stokta bu kadar ürün yok. Adedi azaltın.',
  qty_capped: 'Bu ürün için adet sınırına ulaşıldı.',
  line_unavailable: 'Sepetinizdeki bir ürün artık satışta değil ve sepetten çıkarıldı.',
  price_changed: 'Fiyat değişti. Lütfen yeni tutarı kontrol edin.',
  shipping_unavailable: 'Bu adrese şu anda kargo gönderilemiyor.',
  payment_unavailable: 'Seçtiğiniz ödeme şekli şu anda kullanılamıyor.',
  digital_kapida_disallowed: 'Dijital ürünler kapıda ödeme ile satın alınamaz.',
  session_expired: 'Sepetinizin süresi doldu. Ürünleri yeniden ekleyin.',
  amount_mismatch: 'Tutar değişti. Sipariş oluşturulmadı; lütfen yeni tutarı kontrol edin.',
  rev_conflict:
    'Sepetiniz veya bilgileriniz bu arada değişti. Sipariş oluşturulmadı; lütfen aşağıdakileri yeniden kontrol edin.',
  order_rejected: 'Sipariş şu anda oluşturulamıyor.',
  checkout_disabled: 'Bu mağaza henüz sipariş almıyor.',
  cart_empty: 'Sepetiniz boş.',
};

const isMessage = (code: string): code is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, code);

/** Changes that a shopper has to know of, and that stop nothing. */
const CHANGES: ReadonlySet<string> = new Set(['price_changed', 'qty_capped', 'line_unavailable']);

/** @returns undefined of a code that no shopper is told */
export function toldOf(code: string): Notice | undefined {
  return isMessage(code) ? { kind: CHANGES.has(code) ? 'info' : 'error', text: MESSAGES[code] } : undefined;
}

/** Tells whether an order is refused for it. A shopper who goes on agrees to a change. */
export const isObstacle = (code: string): boolean => !CHANGES.has(code);

export const REJECTED = wrong(MESSAGES.order_rejected);

/** Names of fields of the form of the address, with words for a value that does not fit. */
export const FAULTS = {
  ad: 'Adınızı ve soyadınızı yazın.',
  eposta: 'Geçerli bir e-posta adresi yazın.',
  telefon: 'Geçerli bir telefon numarası yazın, ör. 0532 123 45 67.',
  il: 'İl seçin.',
  ilce: 'İlçeyi yazın.',
  adres: 'Adresi yazın: mahalle, sokak, kapı ve daire numarası.',
  postakodu: 'Posta kodu 5 rakamdır; bilmiyorsanız boş bırakın.',
  not: 'Not en çok 500 karakter olabilir.',
  kimlik: 'T.C. kimlik numarası 11 rakamdır; bilmiyorsanız boş bırakın.',
  unvan: 'Şirketin unvanını yazın.',
  vergidairesi: 'Vergi dairesini yazın.',
  vergino: 'Geçerli bir vergi kimlik numarası yazın: 10 rakam.',
} as const;
export type FieldName = keyof typeof FAULTS;
export type Faults = Readonly<Partial<Record<FieldName, string>>>;

const POINTERS: Readonly<Record<string, FieldName>> = {
  '/buyer/name': 'ad',
  '/buyer/email': 'eposta',
  '/buyer/phone': 'telefon',
  '/shippingAddress/name': 'ad',
  '/shippingAddress/phone': 'telefon',
  '/shippingAddress/address': 'adres',
  '/shippingAddress/district': 'ilce',
  '/shippingAddress/province': 'il',
  '/shippingAddress/postalCode': 'postakodu',
  '/billing/title': 'unvan',
  '/billing/taxOffice': 'vergidairesi',
  '/billing/taxNumber': 'vergino',
  '/billing/address': 'adres',
  '/billing/district': 'ilce',
  '/billing/province': 'il',
  '/identityNumber': 'kimlik',
  '/note': 'not',
};

/** Faults that the checkout has found, by the fields of the form. */
export const faultsAt = (pointers: readonly string[]): Faults =>
  Object.fromEntries(
    pointers.flatMap((pointer) => {
      const name = POINTERS[pointer];
      return name ? [[name, FAULTS[name]] as const] : [];
    }),
  );
