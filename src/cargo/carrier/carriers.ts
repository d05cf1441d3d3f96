/** How a parcel can be followed: the extension that booked it tells where it is, a page of the carrier does, or nobody. */
export const trackings = ['extension', 'link', 'none'] as const;
type TrackingWay = (typeof trackings)[number];

export interface Carrier {
  readonly code: string;
  /** The name by which people in Turkey know the carrier. */
  readonly label: string;
  /**
   * Title and tax number (VKN), which stand on the document of a sale over the internet (509 sıra no.lu VUK Tebliği IV.2.4.5). Null where
   * no two sources agree: an empty field is filled in, a wrong one is printed.
   */
  readonly legalName: string | null;
  /** Ten digits as text: one begins with a zero. */
  readonly taxNumber: string | null;
  readonly tracking: TrackingWay;
  /** With {@link NUMBER} where the number of the parcel goes. */
  readonly trackingUrl: string | null;
  /** The carrier's codes in the extensions, by their keys. */
  readonly codes: Readonly<Record<string, readonly string[]>>;
}

/** The placeholder in `trackingUrl` for the number of a parcel. */
export const NUMBER = '{trackingNumber}';

/** A carrier that the merchant has found, and that is none of these. */
export const OTHER = 'other';

/**
 * The carriers of Turkey. Tax numbers: the list of providers at developers.trendyol.com, that of Yurtiçi itself public invoices; each has
 * a check digit that fits. Titles: KAP (Horoz), and the documents of those who ship with them; what is DHL eCommerce by now is MNG Kargo by
 * its title. Pages: as shops link to them.
 */
export const carriers: readonly Carrier[] = [
  {
    code: 'yurtici',
    label: 'Yurtiçi Kargo',
    legalName: 'Yurtiçi Kargo Servisi A.Ş.',
    taxNumber: '9860008925',
    tracking: 'extension',
    trackingUrl: `https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code=${NUMBER}`,
    codes: { geliver: ['YURTICI'] },
  },
  {
    code: 'aras',
    label: 'Aras Kargo',
    legalName: 'Aras Kargo Yurt İçi Yurt Dışı Taşımacılık A.Ş.',
    taxNumber: '0720039666',
    tracking: 'extension',
    trackingUrl: `https://kargotakip.araskargo.com.tr/mainpage.aspx?code=${NUMBER}`,
    codes: { geliver: ['ARAS'] },
  },
  {
    code: 'dhl_ecommerce',
    label: 'DHL eCommerce (MNG Kargo)',
    legalName: 'MNG Kargo Yurtiçi ve Yurtdışı Taşımacılık A.Ş.',
    taxNumber: '6080712084',
    tracking: 'extension',
    trackingUrl: `https://www.dhl.com/tr-tr/home/tracking/tracking-ecommerce.html?submit=1&tracking-id=${NUMBER}`,
    codes: { geliver: ['MNG', 'DHL'] },
  },
  {
    code: 'surat',
    label: 'Sürat Kargo',
    legalName: null,
    taxNumber: '7870233582',
    tracking: 'extension',
    trackingUrl: `https://suratkargo.com.tr/KargoTakip/?kargotakipno=${NUMBER}`,
    codes: { geliver: ['SURAT'] },
  },
  {
    code: 'ptt',
    label: 'PTT Kargo',
    legalName: 'Posta ve Telgraf Teşkilatı A.Ş.',
    taxNumber: '7320068060',
    tracking: 'extension',
    trackingUrl: `https://gonderitakip.ptt.gov.tr/Track/Verify?q=${NUMBER}`,
    codes: { geliver: ['PTT'] },
  },
  {
    code: 'hepsijet',
    label: 'hepsiJET',
    legalName: 'D Fast Dağıtım Hizmetleri ve Lojistik A.Ş.',
    taxNumber: null,
    tracking: 'extension',
    trackingUrl: `https://www.hepsijet.com/gonderi-takibi/${NUMBER}`,
    codes: { geliver: ['HEPSIJET'] },
  },
  {
    code: 'kolay_gelsin',
    label: 'Kolay Gelsin',
    legalName: null,
    taxNumber: '2910804196',
    tracking: 'extension',
    trackingUrl: `https://esube.kolaygelsin.com/shipments?trackingId=${NUMBER}`,
    // Its name until 2024.
    codes: { geliver: ['KOLAYGELSIN', 'SENDEO'] },
  },
  {
    code: 'paket_taxi',
    label: 'Paket Taxi',
    legalName: null,
    taxNumber: null,
    tracking: 'extension',
    trackingUrl: null,
    codes: { geliver: ['PAKETTAXI'] },
  },
  {
    code: 'trendyol_express',
    label: 'Trendyol Express',
    legalName: 'Trendyol Lojistik A.Ş.',
    taxNumber: '8590921777',
    tracking: 'link',
    trackingUrl: `https://kargotakip.trendyol.com/?orderNumber=${NUMBER}`,
    codes: {},
  },
  {
    code: 'ups',
    label: 'UPS Kargo',
    legalName: null,
    taxNumber: '9170014856',
    tracking: 'link',
    trackingUrl: `https://www.ups.com/track?loc=tr_TR&tracknum=${NUMBER}`,
    codes: {},
  },
  {
    code: 'horoz',
    label: 'Horoz Lojistik',
    legalName: 'Horoz Lojistik Kargo Hizmetleri ve Ticaret A.Ş.',
    taxNumber: '4630097122',
    tracking: 'none',
    trackingUrl: null,
    codes: {},
  },
  {
    code: 'ceva',
    label: 'CEVA Lojistik',
    legalName: null,
    taxNumber: '8450298557',
    tracking: 'none',
    trackingUrl: null,
    codes: {},
  },
  {
    code: OTHER,
    label: 'Diğer',
    legalName: null,
    taxNumber: null,
    tracking: 'none',
    trackingUrl: null,
    codes: {},
  },
];

const byCode = new Map(carriers.map((carrier) => [carrier.code, carrier]));

/** A carrier by the code of this table; undefined when there is none. */
export const carrierOf = (code: string): Carrier | undefined => byCode.get(code);

/** The carrier that an extension means by a code of its own; {@link OTHER} where nobody has said whose it is. */
export const carrierBy = (extension: string, code: string): Carrier =>
  carriers.find(({ codes }) => Object.hasOwn(codes, extension) && codes[extension]?.includes(code)) ??
  (carrierOf(OTHER) as Carrier);

/** The page on which a buyer follows a parcel; null where the carrier has no page for that. */
export const trackingPage = ({ trackingUrl }: Carrier, trackingNumber: string): string | null =>
  trackingUrl?.replace(NUMBER, () => encodeURIComponent(trackingNumber)) ?? null;
