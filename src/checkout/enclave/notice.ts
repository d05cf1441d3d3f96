import type { Rejection } from '../hook/apply';
import { refusals } from '../refusals';

/** The codes of the messages to a shopper, in the words of spec §6.1. */
export const messageCodes = [
  'out_of_stock',
  'insufficient_stock',
  'qty_capped',
  'line_unavailable',
  'price_changed',
  'shipping_unavailable',
  'payment_unavailable',
  'digital_kapida_disallowed',
  'session_expired',
  'amount_mismatch',
  'order_rejected',
  'checkout_disabled',
  'cart_empty',
] as const;
export type MessageCode = (typeof messageCodes)[number];

/** A hindrance between a cart and its order, or a change in the cart. */
export interface Notice {
  /** The hook's code where a hook has refused, else the code of the message. */
  readonly code: string;
  readonly messageCode: MessageCode;
  /** A sentence in Turkish for the shopper. */
  readonly message: string;
  /** Key of the line that it is about. */
  readonly line: string | null;
}

export const noticeOf = (messageCode: MessageCode, line: string | null = null, code: string = messageCode): Notice => ({
  code,
  messageCode,
  message: refusals[messageCode].turkish,
  line,
});

/** Hooks know codes, and no words: one that says nothing to a shopper says that the order cannot be made. */
export function rejectionNotice({ code, messageCode, line }: Rejection): Notice {
  const known = messageCodes.find((each) => each === messageCode);
  return noticeOf(known ?? 'order_rejected', line, code);
}
