import { sessionReference } from '../checkout/session/quote';
import { lockSession, unlinkSession } from '../checkout/session/store';
import { session } from '../checkout/session/table';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { linkSchema, linkSnapshot } from './telephone/link';

export default command({
  id: 'order.payLink.cancel',
  label: { tr: 'Ödeme bağlantısını iptal et', en: 'Cancel a link to pay' },
  summary:
    'Take back the link by which a cart of the telephone would be paid. Money that is taken at that very moment is given back.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  // Another cart is quicker than one that comes back to life in the hands of its buyer.
  irreversible: true,
  payload: object({ sessionId: sessionReference }),
  result: linkSchema,
  refuses: ['not_found', 'invalid_state'],
  example: { sessionId: exampleId('chs', 'TELEFON') },
  route: { http: 'POST /v1/account/telephone-orders/{chs}/link/cancel', names: { chs: 'sessionId' } },

  async run({ payload, storeId, tx, now, record }) {
    const before = await lockSession(tx, storeId, payload.sessionId);
    if (!before?.telephone || before.linkUntil === null)
      return refuse('not_found', 'There is no link to such a cart.', { quotesNobody: true });
    if (before.orderId !== null || before.linkCancelledAt !== null)
      refuse('invalid_state', 'The link leads nowhere any more.', {
        facts: { state: before.orderId === null ? 'cancelled' : 'placed' },
        quotesNobody: true,
      });
    unlinkSession(tx, storeId, before.id, now);
    const after = { linkUntil: now.toISOString(), linkCancelledAt: now.toISOString() };
    record(session.word, before.id, linkSnapshot(before), after);
    return after;
  },
});
