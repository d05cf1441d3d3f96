import type { AddressForm } from './address';
import type { BegunPayment, Followed, Placed, Session, Standing } from './checkout-client';
import type { Faults, Notice } from './words';

/** The cart of a visitor. */
export interface CartShown {
  /** The session of the cart; undefined: the cart is empty. */
  readonly session: Session | undefined;
  readonly told: readonly Notice[];
}

/** The pages with a field for a code. */
export type CouponPlace = 'sepet' | 'yontem' | 'onay';

interface InSession {
  readonly session: Session;
  readonly told: readonly Notice[];
}

/** A step from the cart to an order, and what comes after it. */
export type StepShown =
  | (InSession & { readonly step: 'address'; readonly form: AddressForm; readonly faults: Faults })
  | (InSession & { readonly step: 'ways' })
  | (InSession & { readonly step: 'confirm'; readonly isUnagreed: boolean })
  | { readonly step: 'leave'; readonly page: Exclude<BegunPayment['page'], { readonly kind: 'html' }> }
  | {
      readonly step: 'payment';
      readonly standing: Standing;
      readonly again: string;
      readonly anew: string;
      readonly isFramed: boolean;
    }
  | { readonly step: 'placed'; readonly order: Placed; readonly isFramed: boolean }
  | {
      readonly step: 'find';
      readonly told: readonly Notice[];
      readonly number: string;
      readonly email: string;
    }
  | {
      readonly step: 'follow';
      readonly order: Followed;
      readonly told: readonly Notice[];
      /** The address of the page within the shop. */
      readonly at: string;
      /** Names the form of a return: sent twice, it is one return. */
      readonly formKey: string;
    };
