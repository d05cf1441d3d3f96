import { Refusal } from '../../kernel/errors';
import { kurusOfLira } from '../../kernel/money';
import { nullable, oneLine, type Static, t } from '../../kernel/schema/schema';
import { assertStorable, schemaErrors } from '../../kernel/schema/validation';
import type {
  ClaimAccepter,
  ClaimFault,
  ClaimLimits,
  ClaimRow,
  ClaimState,
  RemoteClaim,
  RemoteClaimItem,
} from '../channel/claim';
import type { UnreadableRow } from '../channel/unreadable';
import { changedMs } from '../reading';
import { storable } from '../text';

const HOUR_MS = 3_600_000;
const TIME_MAX = 253_402_300_799_999;
const ITEMS_MAX = 1_000;

/** providers.md §2.8; developers.trendyol.com, "İade talebi oluşturma" and "İade paketi red nedenleri". */
export const claimLimits: ClaimLimits = {
  patienceMs: 48 * HOUR_MS,
  reasons: {
    1: { tr: 'Ürün sahte', en: 'counterfeit' },
    51: { tr: 'Ürün kullanılmış', en: 'used' },
    101: { tr: 'Fazla ürün gelmiş', en: 'surplus item' },
    151: { tr: 'Parçası eksik', en: 'part missing' },
    201: { tr: 'Yanlış ürün gelmiş', en: 'wrong item' },
    301: { tr: 'Ürün bana ait değil', en: 'not a product of the shop' },
    351: { tr: 'Paket boş geldi', en: 'empty parcel' },
    401: { tr: 'Adet eksik', en: 'quantity missing' },
    451: { tr: 'Analize gönderilsin', en: 'to be analysed' },
    1651: { tr: 'Paket elime ulaşmadı', en: 'not received' },
  },
  reasonsWithoutFile: ['451', '1651', '2101'],
  reasonsNotBeforeMs: { 1651: 24 * HOUR_MS },
  descriptionLength: 500,
  claimsAsked: 50,
};

const id = t.Union([
  t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  t.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
]);
const time = t.Integer({ minimum: 0, maximum: TIME_MAX });
const unread = t.Optional(t.Unknown());

const itemSchema = t.Object({
  id,
  orderLineItemId: unread,
  customerClaimItemReason: unread,
  trendyolClaimItemReason: unread,
  claimItemStatus: unread,
  customerNote: unread,
  acceptDetail: unread,
  autoAccepted: unread,
  acceptedBySeller: unread,
  autoApproveDate: unread,
});

/** A row with these fields is a claim; all else is read as far as it can be. It comes under either name. */
const claimSchema = t.Object({
  claimId: t.Optional(nullable(id)),
  id: t.Optional(nullable(id)),
  orderNumber: id,
  claimDate: time,
  lastModifiedDate: t.Optional(nullable(time)),
  items: t.Array(t.Object({ orderLine: unread, claimItems: t.Array(itemSchema, { maxItems: ITEMS_MAX }) }), {
    maxItems: ITEMS_MAX,
  }),
});

type ClaimAnswer = Static<typeof claimSchema> & Readonly<Record<string, unknown>>;
type Item = Static<typeof itemSchema>;

const states: Readonly<Record<string, ClaimState>> = {
  Created: 'created',
  WaitingInAction: 'waiting_action',
  WaitingFraudCheck: 'fraud_check',
  InAnalysis: 'in_analysis',
  Accepted: 'accepted',
  Rejected: 'rejected',
  Cancelled: 'cancelled',
  Unresolved: 'unresolved',
};

/** Faults by the reasons of buyers (providers.md §2.8); what a reason leaves open stays open. */
const faults: Readonly<Record<string, ClaimFault>> = {
  251: 'seller',
  301: 'seller',
  351: 'seller',
  1651: 'seller',
  401: 'buyer',
  501: 'buyer',
  551: 'buyer',
  51: 'marketplace',
  101: 'marketplace',
  151: 'marketplace',
  201: 'marketplace',
  751: 'marketplace',
  1701: 'marketplace',
};
const CARRIER_CODES: readonly unknown[] = ['UNDELIVERED'];

const accepters: Readonly<Record<string, ClaimAccepter>> = {
  SUPPLIER: 'seller',
  DISPUTE: 'marketplace',
  SYSTEM: 'deadline',
};

/** A row in the platform's words, or why it cannot be read. Never throws. */
export function readClaim(row: unknown): ClaimRow {
  const [error] = schemaErrors(claimSchema, row);
  if (error) return unreadable(row, `${error.pointer || 'The row'} ${error.message}.`);
  const claim = row as ClaimAnswer;
  const claimId = claim.claimId ?? claim.id ?? null;
  if (claimId === null) return unreadable(row, '/claimId is missing.');
  const read = claimOf(claim, String(claimId));
  if (read.items.length === 0) return unreadable(row, '/items are none.');
  try {
    assertStorable(read);
    return read;
  } catch (flaw) {
    if (flaw instanceof Refusal) return unreadable(row, flaw.detail);
    throw flaw;
  }
}

function unreadable(row: unknown, message: string): UnreadableRow {
  const { claimId, id: own, orderNumber } = (row ?? {}) as Readonly<Record<string, unknown>>;
  return { remoteId: words(claimId ?? own, 64), title: words(orderNumber, 64), message: storable(message) };
}

function claimOf(told: ClaimAnswer, claimId: string): RemoteClaim {
  const modifiedMs = changedMs(told.lastModifiedDate ?? told.claimDate);
  const items = told.items.flatMap(({ orderLine, claimItems }) =>
    claimItems.map((item) => itemOf(item, orderLine, modifiedMs)),
  );
  return {
    claimId,
    orderNumber: String(told.orderNumber),
    claimedAt: isoOf(changedMs(told.claimDate)),
    modifiedAt: isoOf(modifiedMs),
    carrier: words(told.cargoProviderName, 60),
    trackingNumber: words(told.cargoTrackingNumber, 100),
    // A row that is told twice is one row.
    items: [...new Map(items.map((item) => [item.itemId, item])).values()],
  };
}

function itemOf(item: Item, orderLine: unknown, modifiedMs: number): RemoteClaimItem {
  const line = record(orderLine);
  const stateWord = words(record(item.claimItemStatus).name, 100) ?? '';
  const state = Object.hasOwn(states, stateWord) ? (states[stateWord] as ClaimState) : 'unknown';
  const reason = record(item.customerClaimItemReason);
  return {
    itemId: String(item.id),
    state,
    stateWord,
    fault: faultOf(reason, record(item.trendyolClaimItemReason)),
    reasonCode: words(reason.id, 40),
    reason: words(reason.name, 200),
    note: words(item.customerNote, 1_000),
    // One that does not say so waits since it was changed, or for longer.
    deadline: momentIn(item.autoApproveDate) ?? (state === 'waiting_action' ? after(modifiedMs) : null),
    acceptedBy: state === 'accepted' ? accepterOf(item) : null,
    pieceId: words(item.orderLineItemId, 64),
    lineId: words(line.id, 64),
    barcode: words(line.barcode, 64),
    title: words(line.productName, 200),
    price: amountIn(line.price),
  };
}

function faultOf(...reasons: readonly Readonly<Record<string, unknown>>[]): ClaimFault {
  for (const { id: number, code } of reasons) {
    if (CARRIER_CODES.includes(code)) return 'carrier';
    const name = words(number, 40) ?? '';
    if (Object.hasOwn(faults, name)) return faults[name] as ClaimFault;
    if (/^20(0\d|1[0-57])$/.test(name)) return 'marketplace';
  }
  return 'unknown';
}

function accepterOf({ acceptDetail, autoAccepted, acceptedBySeller }: Item): ClaimAccepter | null {
  const detail = words(acceptDetail, 40) ?? '';
  if (Object.hasOwn(accepters, detail)) return accepters[detail] as ClaimAccepter;
  if (autoAccepted === true) return 'deadline';
  return acceptedBySeller === true ? 'seller' : null;
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** A text or a number as a line that can be stored; null of none, and of an empty one. */
function words(value: unknown, lengthMax: number): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? storable(oneLine(value), lengthMax).trim() || null : null;
}

const after = (ms: number): string => isoOf(Math.min(ms + claimLimits.patienceMs, TIME_MAX));

const amountIn = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100_000_000_000 ? kurusOfLira(value) : null;

const momentIn = (value: unknown): string | null =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= TIME_MAX ? isoOf(value as number) : null;

const isoOf = (ms: number): string => new Date(ms).toISOString();
