import { exampleId } from '../../kernel/declaration/example';
import { fileRoute } from '../../kernel/declaration/route';
import { findShopAddress } from '../../store/seller-store';
import { assertFits, BYTES_MAX, inOrder, PARTS_MAX, printedIds } from './asked';
import { printedFile } from './file';
import { withLines } from './packing';
import { slipOf } from './slip';
import { linesOfOrders, ordersOf } from './store';

export default fileRoute({
  id: 'account.orders.packingSlips',
  label: { tr: 'Paket fişlerini yazdır', en: 'Print packing slips' },
  http: 'POST /v1/account/orders/packing-slips',
  summary:
    'One PDF of the papers that lie in the parcels of these orders, on A5: address, goods with quantities and the note of the buyer, and no prices. Each order begins a page; each look stands in the audit log.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  audited: true,
  body: printedIds,
  produces: { types: ['application/pdf'], bytesMax: BYTES_MAX },
  refuses: ['not_found', 'throttled'],
  example: { body: { ids: [exampleId('ord', 'KAPDA')] } },

  async run({ db, storeId, body: { ids } }) {
    const { found, lines, shop } = await db.snapshot(async (moment) => ({
      found: await ordersOf(moment, storeId, ids),
      lines: await linesOfOrders(moment, storeId, ids, PARTS_MAX + 1),
      shop: await moment.last(findShopAddress(moment, storeId)),
    }));
    const orders = inOrder(ids, found);
    assertFits(lines);
    const slips = withLines(orders, lines).map((each) => slipOf(each, shop.storeName));
    return printedFile({ kind: 'packingSlips', slips }, 'paket-fisleri', storeId);
  },
});
