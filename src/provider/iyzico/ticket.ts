import { ProviderRefused } from '../error';
import { NAME } from './client';

/** The token with which the shop completes a payment: of the card that a bank has checked, or of iyzico's page. */
export interface Ticket {
  readonly kind: 'card' | 'page';
  /** iyzico's, of the payment or of the page. */
  readonly of: string;
}

const TICKET = /^(card|page):([A-Za-z0-9._-]{1,128})$/;

export const ticketOf = ({ kind, of }: Ticket): string => `${kind}:${of}`;

/** @throws {ProviderRefused} when the text is no ticket: the provider is not asked */
export function ticketIn(text: string): Ticket {
  const [, kind, of] = TICKET.exec(text) ?? [];
  if (!kind || !of) throw new ProviderRefused(400, 'ticket', `${NAME} has given no such ticket.`);
  return { kind: kind as Ticket['kind'], of };
}
