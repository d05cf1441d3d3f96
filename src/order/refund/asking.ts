import { connectPayment } from '../../extension/payment';
import type { Dependencies } from '../../provider/conversation/conversation';
import { done, type Ending, failed, MISSING, type Seen, unknown } from '../../provider/conversation/found';
import type { DoneRefund, PaymentAdapter, RefundReading, RefundRequest } from '../../provider/payment-port';
import type { AskedMoney } from './asked-store';
import { refundNeeds } from './needs';

/** A provider of payments as money is given back through it. */
export type RefundAdapter = Pick<PaymentAdapter, 'refund' | 'readRefund'>;

/** Providers want the address of the caller: that is the shop, and no person. */
const SHOP_IP = '127.0.0.1';

/** Gives money back; its end is the reference by which that is called. The money stays reserved as long as nobody knows. */
export const givingBack = {
  async connect({ services, database }: Dependencies, storeId: string, { extension: ext }: AskedMoney) {
    const { adapter, provider } = await connectPayment({
      db: database.reader(storeId),
      services,
      storeId,
      ext,
      operations: refundNeeds.operations,
    });
    return { adapter, lagMs: provider.readBackLagMs };
  },
  look,
  async ask(adapter: RefundAdapter, money: AskedMoney, signal: AbortSignal): Promise<Ending<string>> {
    const request = requestOf(money, money.asked + 1);
    return done(nameOf(await adapter.refund(request, signal), request));
  },
  patience: { lookMs: { first: 2_000, last: 30 * 60_000 }, forMs: 24 * 3_600_000 },
  words: {
    missing: 'knows nothing of it',
    tooLate: 'It could not be asked for in time, and was not done.',
  },
};

/**
 * Looks for each request that was made: the last one is not the only one that may have been done. The first is looked for although the row
 * does not know of one, as that may come from a backup.
 */
async function look(adapter: RefundAdapter, money: AskedMoney, signal: AbortSignal): Promise<Seen<string>> {
  const given: { readonly amount: number; readonly name: string }[] = [];
  let last: RefundReading = { state: 'not_found' };
  for (let number = 1; number <= Math.max(1, money.asked); number += 1) {
    const request = requestOf(money, number);
    last = await adapter.readRefund(request, signal);
    if (last.state === 'pending') return { waitingFor: 'The provider is working on it.' };
    if (last.state === 'done') given.push({ amount: last.amount, name: nameOf(last, request) });
  }
  const [first, ...more] = given;
  if (first) return more.length === 0 && first.amount === money.amount ? done(first.name) : unlike(money, given);
  return last.state === 'failed' ? failed(last.message) : MISSING;
}

/** Makes the request with this number: each has a reference of its own, so that an answer says which one it is of. */
const requestOf = ({ id, payment, amount }: AskedMoney, number: number): RefundRequest => ({
  reference: `${id.replace('_', '')}x${number}`,
  payment,
  amount,
  transactionId: null,
  ip: SHOP_IP,
});

/** The name of the refund: the provider's, or else ours. */
const nameOf = ({ refundId }: DoneRefund, { reference }: RefundRequest): string => refundId ?? reference;

/** The end of a refund of another amount than the requested one: somebody who looks at the provider has to decide on it. */
const unlike = ({ amount }: AskedMoney, given: readonly { readonly amount: number }[]): Ending<never> =>
  unknown(
    `The provider has given back ${given.map((each) => each.amount).join(' and ')} kuruş, and was asked for ${amount}.`,
  );
