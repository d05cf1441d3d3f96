import { exampleId } from '../../kernel/declaration/example';
import { fileRoute } from '../../kernel/declaration/route';
import { momentText } from '../../kernel/shop-time';
import { findShopAddress } from '../../store/seller-store';
import { assertFits, BYTES_MAX, inOrder, PARTS_MAX, printedIds } from './asked';
import { printedFile } from './file';
import { withLines } from './packing';
import { pickListOf } from './pick-list';
import { linesOfOrders, ordersOf } from './store';

export default fileRoute({
  id: 'account.orders.pickList',
  label: { tr: 'Toplama listesini yazdır', en: 'Print a pick list' },
  http: 'POST /v1/account/orders/pick-list',
  summary:
    'One PDF of what is taken from the shelves for these orders: each product and variant once, with its quantity and its orders. Only pieces that may still leave are in it.',
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
    const list = pickListOf(withLines(orders, lines), shop.storeName, momentText(new Date().toISOString()));
    return printedFile(list, 'toplama-listesi', storeId);
  },
});
