import { extensionKey } from '../../extension/aggregate';
import { exampleMarketplace } from '../../extension/example';
import { label, nullable, object, type Static, t } from '../../kernel/schema/schema';
import { oversoldPieces, unmappedPieces } from '../line/amiss';
import { orderReceipt, receiptOf } from '../order/view';
import { orderPackage } from '../package/table';
import { piecesOversold, piecesUnmapped } from '../package/view';
import type { Merged } from './merge';

export const marketplaceKey = { ...extensionKey, description: `Key of the marketplace, e.g. ${exampleMarketplace}.` };

const { id, packageId, state, orderId, shipmentId } = orderPackage.answers;

/** An import answers this; its order is null while the marketplace has approved none of its packages. */
export const importReceipt = object({
  order: nullable(orderReceipt),
  isNew: label('Yeni sipariş', 'New order')(t.Boolean()),
  packages: t.Array(object({ id, packageId, state, orderId, shipmentId })),
  oversold: piecesOversold,
  unmapped: piecesUnmapped,
});

export function importReceiptOf({ order, isNew, packages, lines }: Merged): Static<typeof importReceipt> {
  const sum = (of: (line: Merged['lines'][number]) => number): number =>
    lines.reduce((total, line) => total + of(line), 0);
  return {
    order: order ? receiptOf(order) : null,
    isNew,
    packages: packages.map((each) => ({
      id: each.id,
      packageId: each.packageId,
      state: each.state,
      orderId: each.orderId,
      shipmentId: each.shipmentId,
    })),
    oversold: sum(oversoldPieces),
    unmapped: sum(unmappedPieces),
  };
}
