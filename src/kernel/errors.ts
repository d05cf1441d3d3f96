/** One field that is wrong: where it is (RFC 6901 JSON pointer) and why. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
  /** Code of this fault, if several were refused together. */
  readonly code?: ProblemCode;
  /** Values for programs, e.g. the present ones. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

interface Meaning {
  readonly status: number;
  readonly title: string;
  /** Message for merchants. */
  readonly turkish: string;
}

/**
 * Every code that the API can answer, its HTTP status and what it says. A caller acts on `code`; the texts are for people.
 * 422 and not 409 for a reused key: client libraries retry every 409 (design §3).
 */
export const problems = {
  invalid_request: { status: 400, title: 'The request is not valid.', turkish: 'İstek geçerli değil.' },
  unauthenticated: { status: 401, title: 'A valid credential is needed.', turkish: 'Geçerli bir kimlik gerekli.' },
  invalid_login: { status: 401, title: 'E-mail or password is wrong.', turkish: 'E-posta veya parola hatalı.' },
  forbidden_scope: {
    status: 403,
    title: 'The credential lacks the scope.',
    turkish: 'Bu işlem için yetkiniz yok.',
  },
  owner_only: {
    status: 403,
    title: 'Only the store owner may do this.',
    turkish: 'Bunu yalnızca mağaza sahibi yapabilir.',
  },
  agent_workspace_only: {
    status: 403,
    title: 'An agent works in its own workspace only.',
    turkish: 'Ajan yalnızca kendi çalışma alanında çalışabilir.',
  },
  runtime_only: {
    status: 403,
    title: 'The product alone issues this command.',
    turkish: 'Bu komutu yalnızca sistem çalıştırır.',
  },
  confirm_needed: {
    status: 403,
    title: 'The password has to be confirmed first.',
    turkish: 'Devam etmek için parolanızı yeniden girin.',
  },
  csrf_failed: {
    status: 403,
    title: 'The CSRF token or origin does not match the session.',
    turkish: 'Oturum doğrulaması başarısız.',
  },
  not_found: { status: 404, title: 'Not found.', turkish: 'Bulunamadı.' },
  method_not_allowed: {
    status: 405,
    title: 'This path does not answer that method.',
    turkish: 'Bu yol bu yöntemi desteklemiyor.',
  },
  rev_conflict: {
    status: 409,
    title: 'It has changed since it was read.',
    turkish: 'Kayıt, okunduğundan beri değişti.',
  },
  stock_conflict: { status: 409, title: 'The stock is not the expected one.', turkish: 'Stok beklenen değerde değil.' },
  preview_changed: {
    status: 409,
    title: 'The preview no longer holds.',
    turkish: 'Gösterilen önizleme artık geçerli değil.',
  },
  codes_conflict: {
    status: 409,
    title: 'The pool has other codes than expected.',
    turkish: 'Kod havuzuna o zamandan beri kod eklendi.',
  },
  invalid_state: { status: 409, title: 'Its state does not allow this.', turkish: 'Durumu bu işleme izin vermiyor.' },
  marketplace_order: {
    status: 409,
    title: 'The order is of a marketplace, which does this itself.',
    turkish: 'Sipariş bir pazaryerinin; bunu pazaryeri yapar.',
  },
  link_over: {
    status: 410,
    title: 'The link is over: it was used, replaced or has expired.',
    turkish: 'Bağlantı artık geçerli değil: kullanılmış, yenilenmiş ya da süresi dolmuş.',
  },
  joined_already: {
    status: 409,
    title: 'The invitation was accepted already: log in.',
    turkish: 'Davet zaten kabul edilmiş: giriş yapın.',
  },
  opened_already: {
    status: 409,
    title: 'The store is open already: log in.',
    turkish: 'Mağaza zaten açılmış: giriş yapın.',
  },
  payload_too_large: { status: 413, title: 'The request body is too large.', turkish: 'İstek gövdesi çok büyük.' },
  unsupported_media_type: {
    status: 415,
    title: 'The path does not take a body of this type.',
    turkish: 'Gövde burada kabul edilen bir türde değil.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range begins after the end of the file.',
    turkish: 'İstenen aralık dosyanın sonundan sonra başlıyor.',
  },
  idempotency_conflict: {
    status: 422,
    title: 'The key was used for another request.',
    turkish: 'Bu anahtar başka bir istek için kullanılmış.',
  },
  idempotency_key_expired: {
    status: 422,
    title: 'The key is outside of the 30 days that keys live.',
    turkish: 'Anahtarın süresi dolmuş.',
  },
  email_taken: {
    status: 422,
    title: 'The store has an owner or an invitation with this e-mail.',
    turkish: 'Bu e-posta mağazanın bir sahibine veya bekleyen bir davete ait.',
  },
  owners_full: {
    status: 422,
    title: 'The store has as many owners as it may have.',
    turkish: 'Mağazanın sahip sayısı sınıra ulaştı.',
  },
  stores_full: {
    status: 422,
    title: 'The owner has as many stores as one may have.',
    turkish: 'Mağaza sayınız sınıra ulaştı.',
  },
  handle_taken: { status: 422, title: 'The handle is taken.', turkish: 'Bu bağlantı adı kullanılıyor.' },
  barcode_taken: {
    status: 422,
    title: 'The barcode is taken.',
    turkish: 'Barkod kullanılıyor.',
  },
  stock_untracked: {
    status: 422,
    title: 'The stock of this item is not tracked.',
    turkish: 'Bu ürünün stoğu takip edilmiyor.',
  },
  stock_out_of_range: {
    status: 422,
    title: 'The stock would leave its range.',
    turkish: 'Stok izin verilen aralığın dışına çıkıyor.',
  },
  compare_at_on_variant: {
    status: 422,
    title: 'Only products have a compareAt price.',
    turkish: 'Karşılaştırma fiyatı yalnızca üründe olur.',
  },
  price_required: { status: 422, title: 'A product needs a price.', turkish: 'Ürünün fiyatı olmalı.' },
  not_pooled: {
    status: 422,
    title: 'The product has no pool of codes.',
    turkish: 'Ürünün kod havuzu yok.',
  },
  category_unknown: { status: 422, title: 'There is no such active category.', turkish: 'Böyle bir kategori yok.' },
  product_unknown: { status: 422, title: 'A named product does not exist.', turkish: 'Belirtilen ürün yok.' },
  variant_unknown: {
    status: 422,
    title: 'A named variant does not belong to the product.',
    turkish: 'Belirtilen varyant bu ürüne ait değil.',
  },
  too_many_scopes: {
    status: 422,
    title: 'A token holds at most 10 scopes.',
    turkish: 'Bir erişim anahtarı en çok 10 yetki taşır.',
  },
  scope_not_grantable: {
    status: 422,
    title: 'A scope may not be granted to this kind of token.',
    turkish: 'Bu yetki bu tür erişim anahtarına verilemez.',
  },
  generation_unknown: {
    status: 422,
    title: 'The storefront generation is not known to this platform.',
    turkish: 'Vitrin nesli bu platformda yok.',
  },
  extension_unknown: { status: 422, title: 'There is no such extension.', turkish: 'Böyle bir eklenti yok.' },
  extension_not_installed: { status: 422, title: 'The extension is not installed.', turkish: 'Eklenti kurulu değil.' },
  extension_not_enabled: { status: 422, title: 'The extension is not enabled.', turkish: 'Eklenti etkin değil.' },
  disconnect_needed: {
    status: 422,
    title: 'The call has to say what happens to the stock at the marketplace.',
    turkish: 'Pazaryerindeki stoğun ne olacağı belirtilmelidir.',
  },
  zero_not_offered: {
    status: 422,
    title: 'Setting the stock at the marketplace to zero is not offered yet; state freeze.',
    turkish: 'Pazaryerindeki stoğu sıfırlamak henüz sunulmuyor; olduğu gibi bırakmayı (freeze) seçin.',
  },
  consent_required: {
    status: 422,
    title: 'The new version asks for rights that have not been granted.',
    turkish: 'Yeni sürüm, daha önce verilmemiş haklar istiyor; mağaza sahibinin onayı gerekir.',
  },
  extension_not_ready: {
    status: 422,
    title: 'Secrets or settings of the extension are missing.',
    turkish: 'Eklentinin gizli bilgileri veya ayarları eksik.',
  },
  not_offered: {
    status: 422,
    title: 'The provider of the extension does not offer this.',
    turkish: 'Eklentinin sağlayıcısı bu işlemi sunmuyor.',
  },
  config_invalid: {
    status: 422,
    title: 'The configuration does not fit the extension.',
    turkish: 'Yapılandırma eklentiye uymuyor.',
  },
  identity_invalid: {
    status: 422,
    title: 'The identity of the merchant is incomplete or contradicts itself.',
    turkish: 'Satıcı kimliği eksik veya hatalı.',
  },
  settings_invalid: {
    status: 422,
    title: 'The settings are incomplete or contradict themselves.',
    turkish: 'Ayarlar eksik veya birbiriyle çelişiyor.',
  },
  secret_unknown: {
    status: 422,
    title: 'The extension has no such secret.',
    turkish: 'Eklentinin böyle bir gizli bilgisi yok.',
  },
  listing_unknown: {
    status: 422,
    title: 'A listing names an unknown product or variant.',
    turkish: 'Listeleme bilinmeyen bir ürünü gösteriyor.',
  },
  brand_taken: {
    status: 422,
    title: 'The marketplace has a brand of this name.',
    turkish: 'Pazaryerinde bu adda bir marka var.',
  },
  media_full: {
    status: 422,
    title: 'The store has no room for another media file.',
    turkish: 'Mağazanın medya alanı dolu.',
  },
  media_unknown: {
    status: 422,
    title: 'A named media file does not exist.',
    turkish: 'Seçilen medya dosyası bulunamadı.',
  },
  media_in_use: {
    status: 422,
    title: 'Something still uses the media file.',
    turkish: 'Medya dosyası hâlâ kullanılıyor.',
  },
  uploads_waiting: {
    status: 422,
    title: 'Too many bytes wait to be committed.',
    turkish: 'Onaylanmayı bekleyen yüklemeler çok yer kaplıyor.',
  },
  metafield_invalid: {
    status: 422,
    title: 'The value does not fit the custom field.',
    turkish: 'Değer bu özel alana uymuyor.',
  },
  metafield_key_taken: {
    status: 422,
    title: 'The key of the custom field is taken.',
    turkish: 'Bu anahtarı kullanan bir özel alan var.',
  },
  metafield_in_use: {
    status: 409,
    title: 'Things have a value in the custom field.',
    turkish: 'Bu özel alana değer girilmiş.',
  },
  metafields_full: {
    status: 422,
    title: 'The limit of custom fields is reached.',
    turkish: 'Özel alan sayısı sınıra ulaştı.',
  },
  out_of_stock: { status: 422, title: 'The item is sold out.', turkish: 'Üründe yeterli stok yok.' },
  insufficient_stock: {
    status: 422,
    title: 'The stock has fewer pieces than wanted.',
    turkish: 'Stok, istediğin adet için yeterli değil.',
  },
  qty_capped: {
    status: 422,
    title: 'There may be no more pieces of this item.',
    turkish: 'Bu ürün için adet sınırına ulaşıldı.',
  },
  line_unavailable: {
    status: 422,
    title: 'An item is no longer sold.',
    turkish: 'Ürün artık satışta değil ve sepetten çıkarıldı.',
  },
  price_changed: {
    status: 422,
    title: 'A price has changed since it was shown.',
    turkish: 'Fiyat güncellendi: lütfen yeni tutarı kontrol et.',
  },
  shipping_unavailable: {
    status: 422,
    title: 'The shop does not ship to this address.',
    turkish: 'Bu adrese şu anda kargo yapılamıyor.',
  },
  payment_unavailable: {
    status: 422,
    title: 'The shop has no way of paying for this order.',
    turkish: 'Şu anda ödeme alınamıyor: lütfen daha sonra tekrar dene.',
  },
  digital_kapida_disallowed: {
    status: 422,
    title: 'Digital goods are not paid for on delivery.',
    turkish: 'Dijital ürünler kapıda ödeme ile satın alınamaz.',
  },
  session_expired: {
    status: 410,
    title: 'The checkout session has expired.',
    turkish: 'Oturumun zaman aşımına uğradı.',
  },
  amount_mismatch: {
    status: 422,
    title: 'The amount to pay differs from the agreed one.',
    turkish: 'Ödeme tutarı doğrulanamadı: sipariş oluşturulmadı, kartından çekim yapıldıysa iade edilir.',
  },
  order_rejected: {
    status: 422,
    title: 'The order cannot be made right now.',
    turkish: 'Sipariş şu anda oluşturulamıyor.',
  },
  checkout_disabled: {
    status: 422,
    title: 'The shop does not sell yet.',
    turkish: 'Bu mağazada ödeme yakında açılıyor.',
  },
  carrier_unknown: { status: 422, title: 'There is no such carrier.', turkish: 'Böyle bir kargo firması yok.' },
  line_unknown: {
    status: 422,
    title: 'A named line does not belong to the order.',
    turkish: 'Belirtilen satır bu siparişte yok.',
  },
  more_than_left: {
    status: 422,
    title: 'More pieces are named than are left.',
    turkish: 'Belirtilen adet kalan adetten fazla.',
  },
  refund_too_much: {
    status: 422,
    title: 'The refund is larger than the money that is left.',
    turkish: 'İade edilebilecek tutardan fazla.',
  },
  nothing_to_ship: {
    status: 422,
    title: 'The order has no pieces left to ship.',
    turkish: 'Siparişte kargolanacak ürün kalmadı.',
  },
  withdrawal_stands: {
    status: 422,
    title: 'The withdrawal is in time, and the goods are not excluded from it.',
    turkish: 'Cayma hakkı geçerli: yalnızca süresi geçmişse veya ürün istisna kapsamındaysa reddedilir.',
  },
  cart_empty: { status: 422, title: 'The cart is empty.', turkish: 'Sepetin boş.' },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive.',
    turkish: 'İstek zamanında ulaşmadı.',
  },
  headers_too_large: {
    status: 431,
    title: 'The address and headers are too large.',
    turkish: 'Adres ve başlıklar çok büyük.',
  },
  work_failed: {
    status: 422,
    title: 'The work that the call started has not succeeded.',
    turkish: 'Başlatılan iş başarıyla bitmedi.',
  },
  limit_exceeded: {
    status: 422,
    title: 'The call goes beyond the limits of the token.',
    turkish: 'Bu işlem erişim anahtarının sınırlarını aşıyor.',
  },
  throttled: { status: 429, title: 'Too many calls.', turkish: 'Çok fazla istek.' },
  internal: { status: 500, title: 'Something failed on our side.', turkish: 'Bizden kaynaklı bir hata oluştu.' },
  provider_refused: {
    status: 502,
    title: 'The provider refused or did not answer.',
    turkish: 'Sağlayıcı isteği reddetti veya yanıt vermedi.',
  },
  provider_answer_invalid: {
    status: 502,
    title: 'The answer of the provider does not fit its interface.',
    turkish: 'Sağlayıcı beklenmeyen bir yanıt verdi.',
  },
  outcome_unknown: {
    status: 502,
    title: 'The provider was asked, and the outcome is unknown.',
    turkish: 'Sağlayıcıya istek gönderildi; gerçekleşip gerçekleşmediği bilinmiyor.',
  },
  unavailable: {
    status: 503,
    title: 'A required part is not reachable right now.',
    turkish: 'Gerekli bir bileşene şu anda ulaşılamıyor.',
  },
} as const satisfies Record<string, Meaning>;

export type ProblemCode = keyof typeof problems;

export interface RefusalOptions {
  readonly errors?: readonly FieldError[];
  /** Seconds after which the same call may succeed. */
  readonly retryAfterSeconds?: number;
  /** Facts that a program acts on, e.g. `{ currentRev: 4 }`. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The payload has undeclared parts, where a secret may stand: the audit keeps no text of it. */
  readonly undeclared?: true;
  /**
   * Its words and facts are texts of the product, identifiers, numbers and choices of an enum: none quotes a person out of the call or
   * out of a row, so all of it is kept, also of a call that deals with persons.
   */
  readonly quotesNobody?: true;
  /** Things that the run had come to: its audit row is found by them, too. Never answered. */
  readonly cameTo?: readonly string[];
  /** Error behind the refusal; no answer shows it. */
  readonly cause?: unknown;
}

/** The next step for the caller, when the code alone does not tell it; one of the facts of a refusal. */
export interface NextStep {
  readonly nextStep: { readonly tr: string; readonly en: string };
}

export const nextStep = (tr: string, en: string): NextStep => ({ nextStep: { tr, en } });

/** An expected outcome that is not a success. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string = problems[code].title,
    readonly options: RefusalOptions = {},
  ) {
    super(`${code}: ${detail}`, { cause: options.cause });
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** The same refusal of a run that had come to these things, see {@link RefusalOptions.cameTo}. */
export function withNames(refusal: Refusal, ids: readonly string[]): Refusal {
  if (ids.length === 0) return refusal;
  const { code, detail, options } = refusal;
  const cameTo = [...new Set([...ids, ...(options.cameTo ?? [])])];
  return new Refusal(code, detail, { cause: refusal, ...options, cameTo });
}

/**
 * A write that another one overtook between its read and its write. Nobody did anything wrong: run again on what the other one
 * left, it succeeds or refuses for a reason of its own. The bus does so; nothing records it.
 */
export class Contention extends Refusal {
  /** @param subject id of what both wanted to change */
  constructor(
    readonly subject: string,
    detail: string,
    options: RefusalOptions = {},
  ) {
    super('rev_conflict', detail, options);
  }
}

/** Codes that tell of a state which the caller did not expect. */
export type ConflictCode = {
  [Code in ProblemCode]: (typeof problems)[Code]['status'] extends 409 ? Code : never;
}[ProblemCode];

/** A conflict says what is there instead, so that nobody has to ask again to go on. */
export function refuse(
  code: ConflictCode,
  detail: string,
  options: RefusalOptions & Required<Pick<RefusalOptions, 'facts'>>,
): never;
export function refuse(code: Exclude<ProblemCode, ConflictCode>, detail?: string, options?: RefusalOptions): never;
export function refuse(code: ProblemCode, detail?: string, options?: RefusalOptions): never {
  throw new Refusal(code, detail, options);
}

/** As many as the largest list of items that one call takes; of longer lists of names the rest is counted. */
const FAULTS_MAX = 500;

/**
 * Collects the faults of a call that names many things. The call does all of it or nothing, so its refusal names every fault: a
 * caller corrects them at once and not one by one.
 */
export class Faults {
  private readonly found: Required<FieldError>[] = [];

  add(code: ProblemCode, pointer: string, message: string, facts: FieldError['facts'] = {}): void {
    this.found.push({ pointer, message, code, facts });
  }

  /** Runs what decides about one of the things, and notes its refusal under that thing's place. */
  async collect(pointer: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Contention) throw error;
      this.add(error.code, pointer, error.detail, error.options.facts);
    }
  }

  /** @throws {Refusal} when something is wrong; conflicts come last, since to send a call again mends nothing else */
  refuse(options: Pick<RefusalOptions, 'quotesNobody'> = {}): void {
    const isConflict = ({ code }: Required<FieldError>): boolean => problems[code].status === 409;
    const told = [...this.found.filter((fault) => !isConflict(fault)), ...this.found.filter(isConflict)];
    const [first, ...others] = told;
    if (!first) return;
    const detail = `${first.pointer} ${first.message}${others.length > 0 ? `, and ${others.length} more` : ''}`;
    const leftOut = Math.max(0, told.length - FAULTS_MAX);
    throw new Refusal(first.code, detail, {
      ...options,
      errors: told.slice(0, FAULTS_MAX).map(shownFault),
      facts: { ...(others.length === 0 ? first.facts : {}), ...(leftOut > 0 ? { errorsLeftOut: leftOut } : {}) },
    });
  }
}

const shownFault = ({ facts, ...fault }: Required<FieldError>): FieldError =>
  Object.keys(facts).length > 0 ? { ...fault, facts } : fault;

/** A refusal as it is stored with its key and answered over the wire (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly message: string;
  readonly errors?: readonly FieldError[];
  readonly [fact: string]: unknown;
}

export function problemOf(refusal: Refusal): Problem {
  const { status, title, turkish } = problems[refusal.code];
  return {
    // Relative (RFC 9457 §3.1.1): whoever answers it also serves the page that tells about it.
    type: `/docs/errors/${refusal.code}`,
    title,
    status,
    code: refusal.code,
    detail: refusal.detail,
    message: turkish,
    ...(refusal.options.errors ? { errors: refusal.options.errors } : {}),
    ...refusal.options.facts,
  };
}
