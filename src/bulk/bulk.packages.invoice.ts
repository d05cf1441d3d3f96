import { exampleMarketplace } from '../extension/example';
import { refuse } from '../kernel/errors';
import { label, line, object, t } from '../kernel/schema/schema';
import { ordersOfPackages } from '../order/package/named-store';
import { type BulkCall, bulkAct } from './act';
import { THINGS_MAX } from './limits';
import { channel, externalPackageId } from './packages';

const invoiceNumber = label('Fatura no', 'Invoice number')(line(100));
const invoiceNumbers = label(
  'Fatura numaraları',
  'Invoice numbers',
)(
  t.Array(object({ packageId: externalPackageId, invoiceNumber }), {
    minItems: 1,
    maxItems: THINGS_MAX,
    description: 'One for each package.',
  }),
);

export default bulkAct({
  id: 'bulk.packages.invoice',
  label: { tr: 'Paketlerin faturasını bildir', en: 'Tell the invoices of packages' },
  summary: 'Tell a marketplace the invoice numbers of many packages, as one proposal.',
  path: 'invoices',
  role: 'packer',
  of: externalPackageId,
  terms: { channel, invoiceNumbers },
  example: {
    ids: ['3310012346'],
    channel: exampleMarketplace,
    invoiceNumbers: [{ packageId: '3310012346', invoiceNumber: 'TZG2026000000042' }],
  },
  asksProvider: true,

  check({ invoiceNumbers }, ids) {
    const numbered = new Set(invoiceNumbers.map(({ packageId }) => packageId));
    const missing = ids.findIndex((id) => !numbered.has(id));
    if (missing >= 0)
      refuse('invalid_request', `/ids/${missing} has no invoice number.`, {
        errors: [{ pointer: `/ids/${missing}`, message: 'has no invoice number' }],
      });
  },

  async plan({ db, storeId, ids, terms: { channel, invoiceNumbers } }) {
    const orders = await ordersOfPackages(db, storeId, channel, ids);
    const numbers = new Map(invoiceNumbers.map((each) => [each.packageId, each.invoiceNumber]));
    return ids.flatMap((packageId): BulkCall[] => {
      const orderId = orders.get(packageId);
      if (orderId === undefined) return [];
      const payload = { orderId, packageId, op: 'invoiced', invoiceNumber: numbers.get(packageId) };
      return [{ command: 'channel.package.op', payload }];
    });
  },
});
