import { carriers } from '../order/package';
import type { Claim, ClaimItem } from './book';
import type { ClaimKnobs } from './knobs';
import { customerReasons } from './reasons';

const ISTANBUL_MS = 3 * 3_600_000;

/** A claim as the provider tells it (providers.md §2.8). Money is decimal Turkish lira, times are epoch milliseconds. */
export function toldClaim({ id, package: kept, createdMs, modifiedMs, items }: Claim, knobs: ClaimKnobs) {
  const { buyer, number, placedMs } = kept.order;
  const lines = [...new Set(items.map(({ line }) => line))];
  return {
    id,
    claimId: id,
    orderNumber: number,
    orderDate: placedMs + ISTANBUL_MS,
    customerFirstName: buyer.firstName,
    customerLastName: buyer.lastName,
    claimDate: createdMs,
    lastModifiedDate: modifiedMs,
    cargoTrackingNumber: Number(`733${String(kept.id).padStart(10, '0')}`),
    cargoTrackingLink: `https://kargotakip.trendyol.example/?claim=${id}`,
    cargoSenderNumber: String(kept.id),
    cargoProviderName: carriers[kept.carrier]?.[0] ?? kept.carrier,
    orderShipmentPackageId: kept.id,
    orderOutboundPackageId: kept.id,
    replacementOutboundpackageinfo: {},
    rejectedpackageinfo: {},
    channelId: 1,
    items: lines.map((line) => ({
      orderLine: {
        id: line.id,
        productName: line.title,
        barcode: line.barcode,
        merchantSku: line.stockCode,
        productColor: '',
        productSize: line.size,
        price: (line.pieces[0]?.price ?? line.gross) / 100,
        vatRate: line.vatRate,
        salesCampaignId: 1,
        productCategory: 'Ev',
      },
      claimItems: items.filter((item) => item.line === line).map((item) => toldItem(item, knobs)),
    })),
  };
}

function toldItem(item: ClaimItem, { tellsDeadline }: ClaimKnobs) {
  const { id, piece, reasonId, status, customerNote, acceptDetail, autoApproveMs } = item;
  const [name, code] = customerReasons[reasonId] as readonly [string, string];
  const reason = { id: reasonId, name, externalReasonId: 0, code };
  return {
    id,
    orderLineItemId: piece.id,
    customerClaimItemReason: reason,
    trendyolClaimItemReason: reason,
    claimItemStatus: { name: status },
    note: '',
    customerNote,
    resolved: status !== 'Created' && status !== 'WaitingInAction',
    autoAccepted: acceptDetail === 'SYSTEM',
    acceptedBySeller: acceptDetail === 'SUPPLIER',
    acceptDetail,
    ...(tellsDeadline ? { autoApproveDate: autoApproveMs } : {}),
  };
}
