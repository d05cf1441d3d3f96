import { refuse } from '../../kernel/errors';
import type { OrderRow } from './aggregate';

/** Lets orders of the shop itself pass: money and parcels of others are the marketplace's. @throws {Refusal} marketplace_order */
export function assertOfShop({ channel, payment }: Pick<OrderRow, 'channel' | 'payment'>): void {
  if (channel === 'store') return;
  refuse('marketplace_order', `The order is of ${channel}: \`channel.package.op\` acts on its packages there.`, {
    facts: { state: payment, channel },
    quotesNobody: true,
  });
}
