import {
  closed,
  kurus,
  label,
  line,
  nullable,
  object,
  oneOf,
  paragraphs,
  personal,
  type TSchema,
  t,
  unit,
  words,
} from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { times } from '../../kernel/table/table';
import { iban } from '../identity/iban';

const ofSettings = closed('store:admin');

const days = (description: string, minimum = 0) => t.Integer({ minimum, maximum: 60, ...unit('count'), description });

/** The law gives a shopper 14 days to send goods back, and the shop has to say beforehand what that costs: Regulation on Distance Contracts, Art. 5 and 12. */
const returnCostBorneBy = label(
  'İade kargosunu ödeyen',
  'Who pays for returns',
)(oneOf(['store', 'shopper'], words({ store: ['mağaza', 'the store'], shopper: ['alıcı', 'the shopper'] })));

/**
 * An account that is shown to buyers who pay by transfer. Its holder may be a person, so its copies beside the row are sealed as data of
 * one.
 */
export const bankAccount = object({
  bank: label('Banka', 'Bank')(line(100)),
  holder: personal(label('Hesap sahibi', 'Holder')(line(200))),
  iban: personal(iban),
});

const BANK_ACCOUNTS_MAX = 10;

/** A caller states all of it each time, so that nothing of old settings stays beside new ones. */
const stated = <T extends 'boolean' | 'bigint' | 'integer' | 'jsonb' | 'text', S extends TSchema>(type: T, schema: S) =>
  ({ type, schema: ofSettings(schema), writers: ['create', 'update'] }) as const;

/** How a store sells: what its checkout tells and offers. One row a store, under a rev of its own. */
export const checkout = aggregate({
  word: 'checkoutSettings',
  prefix: 'cks',
  label: label('Ödeme ayarları', 'Checkout settings'),
  table: 'store_checkout',
  columns: {
    deliveryMinDays: stated(
      'integer',
      nullable(label('En erken teslim (gün)', 'Delivery at the earliest (days)')(days('After the order.'))),
    ),
    deliveryMaxDays: stated(
      'integer',
      nullable(
        label('En geç teslim (gün)', 'Delivery at the latest (days)')(days('After the order; the law allows 30.')),
      ),
    ),
    shippingFee: {
      ...stated('bigint', label('Kargo ücreti', 'Shipping fee')(kurus({ description: 'Fee of an order; 0: none.' }))),
      since: 0,
    },
    freeShippingFrom: {
      ...stated(
        'bigint',
        nullable(
          label(
            'Ücretsiz kargo alt sınırı',
            'Free shipping from',
          )(kurus({ minimum: 1, description: 'Total of goods; null: it is never free.' })),
        ),
      ),
      since: null,
    },
    returnCarrier: stated('text', nullable(label('İade kargo firması', 'Carrier of returns')(line(100)))),
    returnCostBorneBy: stated('text', returnCostBorneBy),
    returnCostDisclosure: stated(
      'text',
      nullable(
        label(
          'İade masrafı bilgilendirmesi',
          'What shoppers are told of the cost of returns',
        )(paragraphs(2_000, { description: 'Needed where the shopper pays.' })),
      ),
    ),
    cashOnDelivery: stated('boolean', label('Kapıda ödeme', 'Cash on delivery')(t.Boolean())),
    cashOnDeliveryFee: stated(
      'bigint',
      label('Kapıda ödeme bedeli', 'Fee of cash on delivery')(kurus({ description: 'Added to the order; 0: none.' })),
    ),
    cashOnDeliveryCap: stated(
      'bigint',
      nullable(
        label(
          'Kapıda ödeme üst sınırı',
          'Most that is paid in cash',
        )(kurus({ minimum: 1, description: 'Most that an order may cost, with the fee; null: no cap.' })),
      ),
    ),
    bankAccounts: stated(
      'jsonb',
      label(
        'Havale hesapları',
        'Accounts for transfers',
      )(t.Array(bankAccount, { maxItems: BANK_ACCOUNTS_MAX, description: 'Accounts in their order of display.' })),
    ),
    transferDays: {
      ...stated(
        'integer',
        nullable(
          label(
            'Havale bekleme süresi (gün)',
            'Days that a transfer is awaited',
          )(
            days(
              'To the end of that day after the order; what is not paid by then is cancelled. Null: it waits until somebody cancels it.',
              1,
            ),
          ),
        ),
      ),
      since: null,
    },
    ...times,
  },
});

/** The settings as a caller states them. */
export type StatedCheckout = ReturnType<typeof checkout.whole>;

export const checkoutSchema = checkout.label(object(checkout.answers));
