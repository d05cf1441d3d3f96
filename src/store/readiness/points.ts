import { label, oneOf, words } from '../../kernel/schema/schema';
import { type Flag, flags, flagWords } from '../flag/table';

/** What the product knows of a store by itself. */
export interface Known {
  readonly identity: boolean;
  readonly checkout: boolean;
  readonly payment: boolean;
  readonly product: boolean;
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
  /** The capability that mends it, and the page of the panel on which a person does. */
  readonly mend: { readonly capability: string; readonly page: string };
  /** The checkout stays closed as long as it is not done. */
  readonly blocks: boolean;
}

const PAGE = '/panel/settings/store';

const flagged = (flag: Flag, blocks: boolean): Point => ({
  done: ({ flags }) => flags.has(flag),
  lacking: {
    tr: 'Hazır olduğunu mağaza sahibi işaretler; sistem bunu kendisi göremez.',
    en: 'An owner marks it as ready; the product cannot see it for itself.',
  },
  mend: { capability: 'settings.flag.set', page: `${PAGE}#flags` },
  blocks,
});

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
} as const satisfies Readonly<Record<string, Point>>;

/** A trial order is advice; what the law wants closes the checkout. */
const ADVISED: ReadonlySet<Flag> = new Set(['testOrder']);

/** In the order in which a shop is made ready. */
export const points: Readonly<Record<string, Point>> = {
  ...seen,
  ...Object.fromEntries(flags.map((flag) => [flag, flagged(flag, !ADVISED.has(flag))])),
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
      ...flagWords,
    }),
  ),
);
