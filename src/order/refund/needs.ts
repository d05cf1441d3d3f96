import type { ExtensionNeeds } from '../../kernel/declaration/extension-needs';

/** The operations of a provider of payments that give money back. A disabled one gives back what it took. */
export const refundNeeds = {
  kind: 'payment',
  stage: 'ready',
  operations: ['refund', 'readRefund'],
} as const satisfies ExtensionNeeds;
