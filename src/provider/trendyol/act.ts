import { extensionOf } from '../../kernel/declaration/extension-of';
import type { PackageAct } from '../channel/package';
import { ProviderRefused } from '../error';
import { WholeNumber } from '../json';
import type { TrendyolClient } from './client';
import { assertDone } from './done';

/** The reasons for which a seller does not supply (providers.md §2.6). A number of Trendyol's is taken as well. */
const unsuppliedReasons: Readonly<Record<string, number>> = {
  out_of_stock: 500,
  defective: 501,
  wrong_price: 502,
  integration_error: 504,
  bulk_order: 505,
  force_majeure: 506,
};

/** Acts upon a package (providers.md §2.6). */
export async function actOn(
  client: TrendyolClient,
  packageId: string,
  act: PackageAct,
  signal: AbortSignal,
): Promise<void> {
  const { sellerId } = client.credentials;
  if (act.act === 'invoice_file') {
    const form = new FormData();
    form.append('shipmentPackageId', packageId);
    if (act.invoiceNumber !== null) form.append('invoiceNumber', act.invoiceNumber);
    form.append('file', new Blob([act.bytes], { type: act.type }), `fatura.${extensionOf(act.type)}`);
    assertDone(await client.tellForm(`/sellers/${sellerId}/seller-invoice-file`, form, signal));
    return;
  }
  if (act.act === 'invoice_link') {
    const body = {
      invoiceLink: act.url,
      shipmentPackageId: wholeOf(packageId),
      ...(act.invoicedAt === null ? {} : { invoiceDateTime: Date.parse(act.invoicedAt) }),
      ...(act.invoiceNumber === null ? {} : { invoiceNumber: act.invoiceNumber }),
    };
    assertDone(await client.tell('POST', `/sellers/${sellerId}/seller-invoice-links`, body, signal));
    return;
  }
  const { method = 'PUT', path, body } = requestOf(act);
  const at = `/order/sellers/${sellerId}/shipment-packages/${encodeURIComponent(packageId)}${path}`;
  assertDone(await client.tell(method, at, body, signal));
}

interface Request {
  readonly method?: 'POST' | 'PUT';
  /** The path below the path of the package. */
  readonly path: string;
  readonly body: unknown;
}

function requestOf(act: Exclude<PackageAct, { readonly act: 'invoice_link' | 'invoice_file' }>): Request {
  switch (act.act) {
    case 'preparing':
      return { path: '', body: { lines: act.lines.map(lineOf), params: {}, status: 'Picking' } };
    case 'invoiced':
      return {
        path: '',
        body: { lines: act.lines.map(lineOf), params: { invoiceNumber: act.invoiceNumber }, status: 'Invoiced' },
      };
    case 'unsupplied':
      return { path: '/items/unsupplied', body: { lines: act.lines.map(lineOf), reasonId: reasonOf(act.reason) } };
    case 'split':
      return {
        method: 'POST',
        path: '/split-packages',
        body: {
          splitPackages: act.groups.map((group) => ({
            packageDetails: group.map(({ lineId, quantity }) => ({
              orderLineId: wholeOf(lineId),
              quantities: quantity,
            })),
          })),
        },
      };
    case 'carrier':
      return { path: '/cargo-providers', body: { cargoProvider: act.carrier } };
    case 'box':
      return {
        path: '/box-info',
        body: { boxQuantity: act.boxes, ...(act.deci === null ? {} : { deci: act.deci }) },
      };
    case 'warehouse':
      return { path: '/warehouse', body: { warehouseId: wholeOf(act.warehouseId) } };
    case 'extend':
      return { path: '/extended-agreed-delivery-date', body: { extendedDayCount: act.days } };
    case 'own_carrier':
      return {
        path: '/alternative-delivery',
        body: { isPhoneNumber: false, trackingInfo: act.tracking, params: {} },
      };
  }
}

const lineOf = ({ lineId, quantity }: { readonly lineId: string; readonly quantity: number }) => ({
  lineId: wholeOf(lineId),
  quantity,
});

/** @throws {ProviderRefused} when the id is no number of Trendyol's: it would refuse it */
function wholeOf(id: string): WholeNumber {
  if (!/^\d{1,30}$/.test(id)) throw new ProviderRefused(400, 'invalid.id', 'Trendyol knows things by numbers alone.');
  return new WholeNumber(id);
}

function reasonOf(reason: string): number {
  const known = unsuppliedReasons[reason] ?? (/^\d{1,6}$/.test(reason) ? Number(reason) : undefined);
  if (known !== undefined) return known;
  throw new ProviderRefused(
    400,
    'invalid.reason',
    `Trendyol knows the reasons ${Object.keys(unsuppliedReasons).join(', ')}.`,
  );
}
