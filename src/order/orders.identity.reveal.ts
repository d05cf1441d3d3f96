import { identityOfOrder } from '../checkout/buyer/identity/store';
import { identityNumber } from '../checkout/buyer/identity/table';
import { exampleId } from '../kernel/declaration/example';
import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { isGone } from '../kernel/personal/personal';
import { id, object } from '../kernel/schema/schema';

export default readRoute({
  id: 'orders.identity.reveal',
  label: { tr: 'Alıcının kimlik numarasını göster', en: 'Reveal the identity number of a buyer' },
  http: 'POST /v1/orders/{ord}/identity',
  summary: 'The identity number that the buyer of an order has stated; each look stands in the audit log.',
  policy: 'owner',
  scope: null,
  audited: true,
  params: object({ ord: id('ord') }),
  result: object({ identityNumber }),
  refuses: ['not_found'],
  example: { params: { ord: exampleId('ord', 'KAPDA') } },

  async run({ db, storeId, params, services: { secretBox } }) {
    const stated = await db.snapshot((moment) => identityOfOrder(moment, secretBox, storeId, params.ord));
    // Its key is ended by nobody as long as the order is there.
    if (!stated || isGone(stated.number))
      return refuse('not_found', 'The buyer of this order has stated none, or there is no such order.');
    return { identityNumber: stated.number };
  },
});
