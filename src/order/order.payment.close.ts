import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { id, object, t } from '../kernel/schema/schema';
import { stateFound } from './payment/closing';
import { lockPayment, sendFinding } from './payment/store';
import { findingNote, payment, paymentEntity, paymentFinding } from './payment/table';

/** The finding that was stated before, by mistake. It has to be named, because nobody overturns a finding unseen. */
const corrects = t.Optional(paymentFinding);

export default command({
  id: 'order.payment.close',
  label: { tr: 'Siparişsiz ödemeyi kapat', en: 'Close a payment without an order' },
  summary:
    'Note what was found of a payment by card that pays for no order, when its provider did not say: that its money was given back by hand, or that none was taken.',
  policy: 'owner',
  scope: null,
  // A finding may be corrected later. The state in which nobody knows never returns.
  irreversible: true,
  payload: object({ paymentId: payment.label(id('pay')), finding: paymentFinding, corrects, note: findingNote }),
  result: paymentEntity,
  refuses: ['not_found', 'invalid_state'],
  example: {
    paymentId: exampleId('pay', 'NEREDE'),
    finding: 'given_back',
    note: 'sağlayıcının panelinde 25.11 tarihinde iade edildi',
  },
  route: { http: 'POST /v1/account/payments/{pay}/close', names: { pay: 'paymentId' } },

  async run({ payload, storeId, tx, record }) {
    const { paymentId, finding, corrects = null, note } = payload;
    const before = await lockPayment(tx, storeId, paymentId);
    const after = { state: stateFound(before, finding, corrects), finding, note };
    sendFinding(tx, storeId, paymentId, after);
    record(payment.word, paymentId, { state: before.state, finding: before.finding, note: before.note }, after);
    return after;
  },
});
