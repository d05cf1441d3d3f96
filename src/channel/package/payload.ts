import { oneLine } from '../../kernel/schema/schema';
import type { ImportHead, PackagePayload } from '../../order/package/payload';
import type { RemoteAddress, RemotePackage } from '../../provider/channel/package';
import { excerpt } from '../../provider/text';

/*
 * A package as a marketplace tells it, made what commands are told. Texts that are too long are cut, and addresses that are none are left
 * out, so no package is dropped for them.
 */

/** A text of somebody else as a line of this length; null where nothing is left of it. */
export const lineOf = (text: string | null, most: number): string | null =>
  (text === null ? '' : excerpt(oneLine(text.toWellFormed()), most).trim()) || null;

/** The names of all pieces of a line; none where one of them cannot be kept. */
function pieceIdsOf(names: readonly string[] = []): { pieceIds?: string[] } {
  const ids = names.flatMap((name) => lineOf(name, 100) ?? []);
  return names.length > 0 && ids.length === names.length ? { pieceIds: ids } : {};
}

const urlOf = (text: string | null): string | null =>
  text !== null && text.length <= 2_048 && /^https?:\/\//.test(text) && URL.canParse(text) ? text : null;

function addressOf(address: RemoteAddress) {
  const { country } = address;
  return {
    name: lineOf(address.name, 120),
    company: lineOf(address.company, 200),
    line: lineOf(address.line, 500),
    district: lineOf(address.district, 100),
    city: lineOf(address.city, 100),
    postalCode: lineOf(address.postalCode, 20),
    country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
    phone: lineOf(address.phone, 30),
  };
}

/** Turns a marketplace's package into the payload of a command. */
export const packagePayloadOf = (remote: RemotePackage): PackagePayload => ({
  packageId: remote.packageId,
  originPackageIds: [...remote.originPackageIds],
  state: remote.state,
  stateWord: lineOf(remote.stateWord, 100) ?? remote.state,
  modifiedAt: remote.modifiedAt,
  shipUntil: remote.shipUntil,
  total: remote.total,
  currency: remote.currency,
  carrier: lineOf(remote.carrier, 60),
  trackingNumber: lineOf(remote.trackingNumber, 100),
  trackingUrl: urlOf(remote.trackingUrl),
  invoiceNumber: lineOf(remote.invoiceNumber, 100),
  invoiceUrl: urlOf(remote.invoiceUrl),
  lines: remote.lines.map((each) => ({
    lineId: each.lineId,
    barcode: lineOf(each.barcode, 64),
    sku: lineOf(each.sku, 100),
    title: lineOf(each.title, 200) ?? each.lineId,
    quantity: each.quantity,
    unitPrices: [...each.unitPrices],
    ...pieceIdsOf(each.pieceIds),
    vatRate: each.vatRate,
    commissionPercent: each.commissionPercent,
  })),
});

const NOBODY = '-';

/** Reads the facts of the order in a package. */
const importHeadOf = (remote: RemotePackage): ImportHead => ({
  externalNumber: remote.orderNumber,
  orderedAt: remote.orderedAt,
  customer: {
    remoteId: lineOf(remote.customer.remoteId, 100),
    name: lineOf(remote.customer.name, 120) ?? NOBODY,
    email: lineOf(remote.customer.email, 254),
    identityNumber: lineOf(remote.customer.identityNumber, 20),
  },
  shippingAddress: remote.shippingAddress && addressOf(remote.shippingAddress),
  billingAddress: remote.billingAddress && {
    ...addressOf(remote.billingAddress),
    taxNumber: lineOf(remote.billingAddress.taxNumber, 20),
    taxOffice: lineOf(remote.billingAddress.taxOffice, 100),
  },
});

/** Reads what packages of one order say of it together: the first word counts, and fills nothing that a later one knows. */
function headOf(remotes: readonly [RemotePackage, ...RemotePackage[]]): ImportHead {
  const heads = remotes.map(importHeadOf);
  const [first] = heads as [ImportHead];
  return {
    ...first,
    customer: heads.find(({ customer }) => customer.name !== NOBODY)?.customer ?? first.customer,
    shippingAddress: heads.find(({ shippingAddress }) => shippingAddress)?.shippingAddress ?? null,
    billingAddress: heads.find(({ billingAddress }) => billingAddress)?.billingAddress ?? null,
  };
}

/**
 * Makes the payload of `channel.package.upsert`.
 * @param beganMs when the marketplace was installed, in ms
 * @param others packages of the same order that are told with it
 */
export const upsertPayloadOf = (
  extension: string,
  remote: RemotePackage,
  beganMs = 0,
  others: readonly RemotePackage[] = [],
) => ({
  extension,
  soldBefore: Date.parse(remote.orderedAt) < beganMs,
  ...headOf([remote, ...others]),
  package: packagePayloadOf(remote),
  ...(others.length > 0 ? { others: others.map(packagePayloadOf) } : {}),
});
