import type { ProviderHttp } from './http';
import type { CallbackReader, PaymentAccount, PaymentAdapter, PaymentOperation } from './payment-port';
import type { Verdict } from './port';

/** A payment provider as the platform reaches it. */
export interface PaymentProvider<
  S = Readonly<Record<string, unknown>>,
  A extends Partial<PaymentAdapter> = Partial<PaymentAdapter>,
  O extends PaymentOperation = PaymentOperation,
> {
  /** The operations of its adapter. A capability that needs another is refused before anything is asked. */
  readonly operations: readonly O[];
  /** Opens no connection and keeps none, as that of a marketplace. */
  connect(account: PaymentAccount, settings: S, http: ProviderHttp): A;
  readonly readCallback: CallbackReader;
  /** The places where a card may be entered: a page of the provider, or the shop. */
  readonly cardEntry: readonly ('provider' | 'shop')[];
  /** The subjects that a refund may name: one line, or the payment as a whole. */
  readonly refundsBy: readonly ('line' | 'payment')[];
  /**
   * The way to repeat a call whose answer was lost. `key`: the provider recognizes our reference and does it once. `readback`: it is looked
   * for by our reference first.
   */
  readonly afterLostAnswer: 'key' | 'readback';
  /** The time, in ms, until which a completed request may not be found yet. `not_found` is proof once it is said twice after that. */
  readonly readBackLagMs: number;
  /** The verdicts for codes of refusals. Any other code is `refused`. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}
