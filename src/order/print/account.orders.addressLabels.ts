import { findNewestSender } from '../../cargo/sender/store';
import { exampleId } from '../../kernel/declaration/example';
import { fileRoute } from '../../kernel/declaration/route';
import { findShopAddress } from '../../store/seller-store';
import { assertFits, BYTES_MAX, inOrder, PARTS_MAX, printedIds } from './asked';
import { printedFile } from './file';
import { labelsOf, senderOf } from './label';
import { withLines } from './packing';
import { linesOfOrders, ordersOf, parcelsOfOrders } from './store';

export default fileRoute({
  id: 'account.orders.addressLabels',
  label: { tr: 'Adres etiketlerini yazdır', en: 'Print address labels' },
  http: 'POST /v1/account/orders/address-labels',
  summary:
    'One PDF of labels on A6 for parcels of these orders whose carrier gives none: sender, receiver, tracking number and the cash that the courier collects. Each look stands in the audit log.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  audited: true,
  body: printedIds,
  produces: { types: ['application/pdf'], bytesMax: BYTES_MAX },
  refuses: ['not_found', 'throttled'],
  example: { body: { ids: [exampleId('ord', 'KAPDA')] } },

  async run({ db, storeId, body: { ids } }) {
    const { found, lines, parcels, sender, shop } = await db.snapshot(async (moment) => ({
      found: await ordersOf(moment, storeId, ids),
      lines: await linesOfOrders(moment, storeId, ids, PARTS_MAX + 1),
      parcels: await parcelsOfOrders(moment, storeId, ids, PARTS_MAX + 1),
      sender: await findNewestSender(moment, storeId),
      shop: await moment.last(findShopAddress(moment, storeId)),
    }));
    const orders = inOrder(ids, found);
    assertFits(lines);
    assertFits(parcels);
    const labels = labelsOf(withLines(orders, lines), parcels, senderOf(shop.storeName, sender ?? shop));
    return printedFile({ kind: 'addressLabels', labels }, 'adres-etiketleri', storeId);
  },
});
