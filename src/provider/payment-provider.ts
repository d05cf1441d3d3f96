import type { ProviderHttp } from './http';
import type { CallbackReader, PaymentAccount, PaymentAdapter, PaymentOperation } from './payment-port';
import type { Verdict } from './port';

/** A payment provider as the platform reaches it. */
export interface PaymentProvider<
  S = Readonly<Record<string, unknown>>,
  A extends Partial<PaymentAdapter> = Partial<PaymentAdapter>,
  O extends PaymentOperation = PaymentOperation,
> {
  /** What its adapter does; what needs another is refused before anything is asked. */
  readonly operations: readonly O[];
  /** Opens no connection and keeps none, as that of a marketplace. */
  connect(account: PaymentAccount, settings: S, http: ProviderHttp): A;
  readonly readCallback: CallbackReader;
  /** Where a card may be entered: on a page of the provider, or in the shop. */
  readonly cardEntry: readonly ('provider' | 'shop')[];
  /** What a refund may name: one line, or the payment as a whole. */
  readonly refundsBy: readonly ('line' | 'payment')[];
  /**
   * How a call whose answer was lost is made good: `key`, the provider knows our reference again and does it once; `readback`, it is
   * looked for by our reference first.
   */
  readonly afterLostAnswer: 'key' | 'readback';
  /** Until then what was done may not be found yet, milliseconds: `not_found` is proof once it is said twice behind that. */
  readonly readBackLagMs: number;
  /** What codes of refusals say of a connection; any other is `refused`. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}
