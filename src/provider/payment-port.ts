import type { Action } from './action';
import { asItCame, type Blank, type Telling } from './discreet';
import type { ChannelAccount } from './port';

/** The account that a store entered for a payment provider; see {@link ChannelAccount}. */
export type PaymentAccount = ChannelAccount;

/** One line of the goods that are paid for. */
export interface PaymentLine {
  /** Ours, 1 … 64 characters, once in a payment. */
  readonly id: string;
  readonly title: string;
  /** The category of the goods, in a word of the shop. */
  readonly category: string;
  readonly physical: boolean;
  /** Kuruş, above 0; all lines together are the amount of the payment. */
  readonly amount: number;
}

export interface PaymentAddress {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string | null;
}

/** The payer. Providers hand the data to the bank and to services against fraud. */
export interface Buyer {
  /** The buyer's id in this product. */
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** The phone number, in the form +905321234567. */
  readonly telephone: string;
  /** The identity number, eleven digits for a person in Turkey; null: not entered. */
  readonly identityNumber: string | null;
  /** The address of the buyer's browser. */
  readonly ip: string;
}

/** A card that was entered on a page of the shop. It is handed on and kept nowhere: in no row, no log, no history of a workflow. */
export interface EnteredCard {
  readonly holder: string;
  readonly number: string;
  /** The month in two digits. */
  readonly month: string;
  /** The year in four digits. */
  readonly year: string;
  readonly securityCode: string;
  /** The number of instalments, 1 … 12. */
  readonly instalments: number;
  /** The total with this number of instalments, in kuruş, as it was offered: the amount and the surcharge. */
  readonly total: number;
}

/** Ours, of a payment or a refund, by which a provider is asked about it later: 1 … 64 letters and digits, never used twice. */
export type PaymentReference = string;

export interface BeginPayment {
  readonly reference: PaymentReference;
  /** The amount in kuruş, above 0. */
  readonly amount: number;
  readonly lines: readonly PaymentLine[];
  readonly buyer: Buyer;
  readonly billing: PaymentAddress;
  /** The address of delivery; null: nothing is sent. */
  readonly shipping: PaymentAddress | null;
  /** The address to which the browser comes back. Its form there is for {@link CallbackReader}. */
  readonly callbackUrl: string;
  /** Most instalments that the goods may be paid in, 1 … 12. A store may have set a lower number. */
  readonly instalmentsMax: number;
  readonly language: 'tr' | 'en';
  /** The card; null: the buyer enters it on a page of the provider. */
  readonly card: EnteredCard | null;
}

/** The page on which the browser goes on. */
export type PaymentPage =
  /** A whole page, which leads on by itself. */
  | { readonly kind: 'html'; readonly html: string }
  /** The browser leaves for it. */
  | { readonly kind: 'redirect'; readonly url: string }
  /** The page is shown within a page of the shop. */
  | { readonly kind: 'frame'; readonly url: string };

export interface BegunPayment {
  readonly page: PaymentPage;
  /** The provider's own name of what was begun, under which a callback may come. Null: it knows it by our reference alone. */
  readonly handle: string | null;
}

export interface CapturedLine {
  readonly id: string;
  /** The provider's, of what was paid for this line: a refund of this line names it. */
  readonly transactionId: string;
  /** Kuruş, with its share of the surcharge; parts of a kuruş are cut off. */
  readonly paidAmount: number;
}

/** A payment whose money the provider has. */
export interface CapturedPayment {
  readonly state: 'captured';
  /** The provider's id of the payment. */
  readonly paymentId: string;
  /** The requested amount, in kuruş. */
  readonly amount: number;
  /** The total that the buyer pays, in kuruş: `amount` and the surcharge for instalments. */
  readonly paidAmount: number;
  readonly instalments: number;
  /** Empty where the provider knows no lines. */
  readonly lines: readonly CapturedLine[];
  /** The provider's opinion on fraud. Nothing is to be sent while it reviews the payment, nor after it has rejected the card. */
  readonly review: 'passed' | 'pending' | 'rejected';
  /** No money has moved: the provider was told that it is a test, or has not opened the account yet. */
  readonly test: boolean;
}

/** A failed payment. On a page of the provider the buyer may still try another card, as long as the page is open. */
export interface FailedPayment {
  readonly state: 'failed';
  /** The provider's code of the failure, or null. */
  readonly code: string | null;
  readonly message: string;
}

/** A provider's answer about a payment. `not_found`: it knows nothing of this reference, or not yet; see `readBackLagMs`. */
export type PaymentReading =
  | CapturedPayment
  | FailedPayment
  | { readonly state: 'pending' }
  | { readonly state: 'not_found' };

export interface PaidPayment {
  readonly reference: PaymentReference;
  /** The provider's id of the payment, as in {@link CapturedPayment}. */
  readonly paymentId: string;
}

export interface RefundRequest {
  readonly reference: PaymentReference;
  readonly payment: PaidPayment;
  /** The amount to refund, in kuruş, above 0. */
  readonly amount: number;
  /** The line whose money is refunded, as {@link CapturedLine}; null: the payment as a whole. Several lines take several refunds. */
  readonly transactionId: string | null;
  /** The address of the caller who asks for the refund. */
  readonly ip: string;
}

export interface DoneRefund {
  readonly state: 'done';
  /** The refunded amount in kuruş. */
  readonly amount: number;
  /** The bank's or the provider's name of it. */
  readonly refundId: string | null;
}

/** A provider's answer about a refund, as {@link PaymentReading}. */
export type RefundReading =
  | DoneRefund
  | { readonly state: 'failed'; readonly code: string | null; readonly message: string }
  | { readonly state: 'pending' }
  | { readonly state: 'not_found' };

/** The numbers of instalments in which a card may pay, and their costs. */
export interface InstalmentOffer {
  /** The bank's name for the cards, e.g. Bonus; null: they have none. */
  readonly cardFamily: string | null;
  readonly bank: string | null;
  readonly credit: boolean;
  readonly plans: readonly {
    /** The number of instalments, 1 … 12. */
    readonly instalments: number;
    /** The amount of each instalment, in kuruş. */
    readonly each: number;
    /** The total of all instalments, in kuruş. */
    readonly total: number;
  }[];
}

/**
 * The operations of a payment provider. Methods throw the errors of error.ts and nothing else. Their answers have been checked. They neither
 * retry nor wait. After any error but ProviderRefused and ProviderThrottled, ProviderUnclear among them, nobody knows whether the call was done:
 * it is read back before it is made again. A provider offers those that it declares. The last parameter of each is the signal with which its caller gives up.
 */
export interface PaymentAdapter {
  /** Tests the account with the cheapest authenticated call. */
  test(signal: AbortSignal): Promise<void>;
  /** Begins a payment. No money moves yet, so what had no answer may be begun anew, under another reference. */
  begin(payment: BeginPayment, signal: AbortSignal): Promise<BegunPayment>;
  /**
   * Brings to its end what the browser came back with: of a card that was entered in the shop it is here that the money moves, once.
   * Never called a second time before {@link PaymentAdapter.readPayment} says that it is not captured.
   * @param ticket as the callback has it
   * @throws ProviderRefused also of a card that was declined
   */
  complete(payment: CompletePayment, signal: AbortSignal): Promise<PaymentReading>;
  readPayment(payment: BegunReference, signal: AbortSignal): Promise<PaymentReading>;
  /** Refunds, now or within days as the bank does it. */
  refund(refund: RefundRequest, signal: AbortSignal): Promise<DoneRefund>;
  /** Takes the whole of a payment back before the banks have closed the day: it appears on no statement. Refused later. */
  cancel(cancellation: Omit<RefundRequest, 'transactionId'>, signal: AbortSignal): Promise<DoneRefund>;
  /** Reads the state of a refund, or of a cancellation. */
  readRefund(refund: RefundRequest, signal: AbortSignal): Promise<RefundReading>;
  /** @param bin first 6 … 8 digits of a card @param amount kuruş */
  instalments(bin: string, amount: number, signal: AbortSignal): Promise<InstalmentOffer | null>;
}

export interface BegunReference {
  readonly reference: PaymentReference;
  /** The handle of {@link BegunPayment}. */
  readonly handle: string | null;
}

export interface CompletePayment extends BegunReference {
  /** The total that the buyer agreed to pay, in kuruş. */
  readonly total: number;
  readonly ticket: string;
}

export type PaymentOperation = keyof PaymentAdapter;

/** The names of the operations, as people call them. */
const operationWords: Readonly<Record<PaymentOperation, string>> = {
  test: 'tests of the connection',
  begin: 'payments',
  complete: 'completing payments',
  readPayment: 'reading payments',
  refund: 'refunds',
  cancel: 'cancelling payments on the day itself',
  readRefund: 'reading refunds',
  instalments: 'offers of instalments by card',
};

export const paymentOperations = Object.keys(operationWords) as readonly PaymentOperation[];

/** The action that an operation belongs to; null: it reads. */
export const actionOfPayment: Readonly<Record<PaymentOperation, Action | null>> = {
  test: null,
  begin: 'payments.take',
  complete: 'payments.take',
  readPayment: null,
  refund: 'payments.refund',
  cancel: 'payments.refund',
  readRefund: null,
  instalments: null,
};

const blankFailure = <T extends { readonly state: string }>(reading: T | Failure, blank: Blank): T | Failure =>
  isFailure(reading) ? { ...reading, message: blank(reading.message) } : reading;

type Failure = { readonly state: 'failed'; readonly code: string | null; readonly message: string };

const isFailure = (reading: { readonly state: string }): reading is Failure => reading.state === 'failed';

/** The manner of telling each answer: the secrets in the reasons of failed payments and refunds are blanked. */
export const paymentTelling: Telling<PaymentAdapter> = {
  test: asItCame,
  begin: asItCame,
  refund: asItCame,
  cancel: asItCame,
  instalments: asItCame,
  complete: blankFailure,
  readPayment: blankFailure,
  readRefund: blankFailure,
};

/** The message for operations that a provider does not offer. */
export const paymentNotOffered = (name: string, lacking: readonly PaymentOperation[]): string =>
  `${name} does not offer ${lacking.map((operation) => operationWords[operation]).join(', ')}.`;

/** A request of a browser or of the provider's server, unchanged. */
export interface PostedCallback {
  /** The headers by their names in small letters. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

/** The answer to the sender of a callback. */
export interface CallbackAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The event of a callback. It is no proof of money, so {@link PaymentAdapter.complete} or a reading follows. */
export interface PaymentEvent {
  /** The reference; null where the callback names the handle alone. */
  readonly reference: PaymentReference | null;
  readonly handle: string | null;
  /** `to_complete`: the buyer is done, and it is for the shop to go on; `read`: the provider has news. */
  readonly says: 'to_complete' | 'captured' | 'failed' | 'read';
  /** The ticket for `complete`; null: there is nothing to complete. */
  readonly ticket: string | null;
  /** Kuruş; null when it is not said. */
  readonly paidAmount: number | null;
  /** The code of a failure. */
  readonly code: string | null;
  readonly message: string | null;
}

export type CallbackReading =
  | {
      readonly accepted: true;
      readonly from: 'browser' | 'server';
      /** False: the callback carries no signature, as it says nothing but that somebody came back. */
      readonly signed: boolean;
      readonly event: PaymentEvent;
      /** The answer once the event is stored; before that no answer may mean yes. Null: the shop shows a page of its own. */
      readonly answer: CallbackAnswer | null;
    }
  | {
      readonly accepted: false;
      /** `malformed`: none of the provider's; `unsigned`, `forged`: nobody knows who sent it. */
      readonly why: 'malformed' | 'unsigned' | 'forged';
      readonly answer: CallbackAnswer;
    };

/** Authenticates a callback and says what it means. It asks nobody. Events may come twice, late and in any order. */
export type CallbackReader = (account: PaymentAccount, posted: PostedCallback) => CallbackReading;
