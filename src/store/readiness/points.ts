import { label, oneOf, words } from '../../kernel/schema/schema';
import { type Flag, flags, flagWords } from '../flag/table';

/** Facts that the product knows of a store by itself. */
export interface Known {
  readonly identity: boolean;
  readonly checkout: boolean;
  readonly payment: boolean;
  readonly product: boolean;
  /** Whether what the store writes reaches anybody. */
  readonly mails: boolean;
  /** Whether a design is published. */
  readonly design: boolean;
  /** Names of the flags that are set. */
  readonly flags: ReadonlySet<string>;
}

interface Words {
  readonly tr: string;
  readonly en: string;
}

/** One thing that a shop has or has not before it can sell. */
interface Point {
  readonly done: (known: Known) => boolean;
  /** Why it is not done. */
  readonly lacking: Words;
  /** An official page on which that is laid down or done. */
  readonly link?: string;
  /** The capability that mends it, and the page of the panel on which a person does. */
  readonly mend: { readonly capability: string; readonly page: string };
  /** The shop is not to sell before it is done. */
  readonly blocks: boolean;
}

const PAGE = '/panel/settings/store';

const REGULATION_ON_DISTANCE_CONTRACTS =
  'https://www.mevzuat.gov.tr/mevzuat?MevzuatNo=20237&MevzuatTur=7&MevzuatTertip=5';
const LAW_ON_PERSONAL_DATA = 'https://www.mevzuat.gov.tr/mevzuat?MevzuatNo=6698&MevzuatTur=1&MevzuatTertip=5';

/** The texts or acts that an owner marks as ready, with the place where each is laid down or done. */
const flagged: Readonly<Record<Flag, Pick<Point, 'lacking' | 'link'>>> = {
  salesContract: {
    lacking: {
      tr: 'Alıcıya ödemeden önce gösterilen ön bilgilendirme formunu ve mesafeli satış sözleşmesini sitenizde yayımlayın. Hazır olunca mağaza sahibi işaretler.',
      en: 'Publish the information form and the distance contract that buyers are shown before they pay. An owner marks it when it is there.',
    },
    link: REGULATION_ON_DISTANCE_CONTRACTS,
  },
  returnPolicy: {
    lacking: {
      tr: 'On dört günlük cayma hakkını, istisnalarını ve iadenin nasıl yapılacağını sitenizde yazın. Hazır olunca mağaza sahibi işaretler.',
      en: 'Say on your site how buyers withdraw within fourteen days, what is excepted and how returns work. An owner marks it when it is there.',
    },
    link: REGULATION_ON_DISTANCE_CONTRACTS,
  },
  privacyNotice: {
    lacking: {
      tr: 'Alıcının hangi kişisel verilerini, hangi amaçla kullandığınızı anlatan aydınlatma metnini sitenizde yayımlayın. Hazır olunca mağaza sahibi işaretler.',
      en: 'Publish the notice of which personal data of buyers you use, and what for. An owner marks it when it is there.',
    },
    link: LAW_ON_PERSONAL_DATA,
  },
  etbis: {
    lacking: {
      tr: 'Mağazayı satıştan önce Ticaret Bakanlığının Elektronik Ticaret Bilgi Sistemine (ETBİS) kaydedin; e-Devlet ile girilir. Kaydedince mağaza sahibi işaretler.',
      en: 'Register the shop at ETBİS of the Ministry of Trade before it sells, by a login of e-Devlet. An owner marks it when that is done.',
    },
    link: 'https://etbis.eticaret.gov.tr',
  },
  testOrder: {
    lacking: {
      tr: 'Mağazadan kendiniz bir sipariş verip ödemeden teslime kadar deneyin. Deneyince mağaza sahibi işaretler.',
      en: 'Place an order yourself and try it from payment to delivery. An owner marks it when that is done.',
    },
  },
};

const ofFlag = (flag: Flag): Point => ({
  ...flagged[flag],
  done: ({ flags }) => flags.has(flag),
  mend: { capability: 'settings.flag.set', page: `${PAGE}#flags` },
  blocks: !ADVISED.has(flag),
});

/** A trial order is advice; all else the law wants, or nobody could buy. */
const ADVISED: ReadonlySet<Flag> = new Set(['testOrder']);

const seen = {
  identity: {
    done: ({ identity }: Known) => identity,
    lacking: {
      tr: 'Satıcının yasal kimliği girilmemiş; vitrinin altında gösterilmesi zorunludur.',
      en: 'Nobody has stated who sells; the law wants it shown on the storefront.',
    },
    mend: { capability: 'settings.identity.update', page: `${PAGE}#identity` },
    blocks: true,
  },
  checkout: {
    done: ({ checkout }: Known) => checkout,
    lacking: {
      tr: 'Teslim süresi veya iade kargosu belirtilmemiş.',
      en: 'The time of delivery or the carrier of returns is not stated.',
    },
    mend: { capability: 'settings.checkout.update', page: `${PAGE}#checkout` },
    blocks: true,
  },
  payment: {
    done: ({ payment }: Known) => payment,
    lacking: {
      tr: 'Alıcının ödeyebileceği bir yol yok: kapıda ödemeyi açın, bir havale hesabı ekleyin veya bir ödeme eklentisi bağlayın.',
      en: 'There is no way to pay: offer cash on delivery, add an account for transfers or connect a payment extension.',
    },
    mend: { capability: 'settings.checkout.update', page: `${PAGE}#checkout` },
    blocks: true,
  },
  product: {
    done: ({ product }: Known) => product,
    lacking: { tr: 'Satışta ürün yok.', en: 'There is no active product.' },
    mend: { capability: 'catalog.product.create', page: '/panel/products' },
    blocks: true,
  },
  mails: {
    done: ({ mails }: Known) => mails,
    lacking: {
      tr: 'E-posta sunucusu (SMTP_URL) ayarlanmamış: alıcılara ve size yazılan e-postalar gönderilmez, yalnızca saklanır. Dijital kodlar ve iade bilgileri yalnız e-postayla ulaşır.',
      en: 'No mail server (SMTP_URL) is set: what is written to buyers and to you is kept and not sent. Digital codes and how to return goods reach buyers by mail alone.',
    },
    // The operator states the server. The page of mails sends the kept ones.
    mend: { capability: 'mail.send', page: '/panel/mails' },
    blocks: true,
  },
  design: {
    done: ({ design }: Known) => design,
    lacking: {
      tr: 'Yayında bir tasarım yok: mağazanın kendi vitrini alıcılara açılmaz. Kendi sitenizde satıyorsanız gerekmez.',
      en: 'No design is published: the storefront of the shop shows nothing. A shop that sells on a site of its own needs none.',
    },
    mend: { capability: 'design.publish', page: '/panel/design' },
    // A shop may have a storefront of its own.
    blocks: false,
  },
} as const satisfies Readonly<Record<string, Point>>;

/** In the order in which a shop is made ready. */
export const points: Readonly<Record<string, Point>> = {
  ...seen,
  ...Object.fromEntries(flags.map((flag) => [flag, ofFlag(flag)])),
};

export const pointName = label(
  'Hazırlık adımı',
  'Step of readiness',
)(
  oneOf(
    Object.keys(points),
    words({
      identity: ['satıcı kimliği', 'identity of the merchant'],
      checkout: ['teslim ve iade bilgileri', 'delivery and returns'],
      payment: ['ödeme yolu', 'a way to pay'],
      product: ['satıştaki ürün', 'an active product'],
      mails: ['e-postaların gönderilmesi', 'mails that are sent'],
      design: ['yayındaki tasarım', 'a published design'],
      ...flagWords,
    }),
  ),
);
