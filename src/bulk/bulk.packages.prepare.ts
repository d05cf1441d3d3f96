import { exampleMarketplace } from '../extension/example';
import { ordersOfPackages } from '../order/package/named-store';
import { type BulkCall, bulkAct } from './act';
import { channel, externalPackageId } from './packages';

export default bulkAct({
  id: 'bulk.packages.prepare',
  label: { tr: 'Paketleri hazırlamaya başla', en: 'Begin to prepare packages' },
  summary: 'Tell a marketplace that many packages are being prepared, as one proposal.',
  path: 'preparations',
  role: 'packer',
  of: externalPackageId,
  terms: { channel },
  example: { ids: ['3310012346'], channel: exampleMarketplace },
  asksProvider: true,

  async plan({ db, storeId, ids, terms: { channel } }) {
    const orders = await ordersOfPackages(db, storeId, channel, ids);
    return ids.flatMap((packageId): BulkCall[] => {
      const orderId = orders.get(packageId);
      if (orderId === undefined) return [];
      return [{ command: 'channel.package.op', payload: { orderId, packageId, op: 'preparing' } }];
    });
  },
});
