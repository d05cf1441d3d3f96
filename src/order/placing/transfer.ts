import type { Queryable } from '../../kernel/database/queryable';
import { nullable, object, type Static, t, time } from '../../kernel/schema/schema';
import { bankAccount } from '../../store/checkout/aggregate';
import { findCheckout } from '../../store/checkout/store';

/** Facts without which nobody pays by transfer. */
export const awaitedTransfer = object(
  {
    accounts: t.Array(bankAccount, {
      description: 'In their order. The number of the order goes into the description.',
    }),
    until: nullable(
      time({
        description: 'The end of the last day; what is not paid by then is cancelled. Null: there is no last day.',
      }),
    ),
  },
  { description: 'Null of an order that awaits none.' },
);

/** Says where the money of an order is to go. @param until as the order has it */
export async function transferTo(
  db: Queryable,
  storeId: string,
  until: string | null,
): Promise<Static<typeof awaitedTransfer>> {
  const settings = await findCheckout(db, storeId);
  return { accounts: [...(settings?.bankAccounts ?? [])], until };
}
