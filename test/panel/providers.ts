import { newId, newUlid } from '../../src/kernel/ids';
import type { NewPayment } from '../../src/order/payment/table';
import type { Site } from '../surfaces/site';

/** A payment by card that became no order. */
export const stray = (state: NewPayment['state'], more: Partial<NewPayment> = {}): Omit<NewPayment, 'id'> => ({
  ...{ sessionId: newId('chs'), extension: 'iyzico', reference: newUlid(), state, amount: 12_345, test: false },
  ...{ providerId: null, paidAmount: null, instalments: null, review: null, capturedAt: null },
  ...more,
});

/** Has a provider have told a store something, which has come to that. */
export async function told(
  { world, rows }: Site,
  state: 'kept' | 'handled' | 'ignored' | 'failed',
  extension = 'iyzico',
): Promise<void> {
  const failure = state === 'failed' ? 'The payment provider cannot be reached.' : null;
  await rows(
    `INSERT INTO webhook (store_id, id, extension, digest, news, state, failure, created_at, handled_at)
     VALUES ($1, $2, $3, $2, '{}', $4, $5, now() - interval '2 minutes', CASE WHEN $4 <> 'kept' THEN now() END)`,
    [world.storeId, newId('whk'), extension, state, failure],
  );
}
