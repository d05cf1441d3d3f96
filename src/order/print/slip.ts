import { nameOf } from '../../extension/provider/providers';
import { momentText } from '../../kernel/shop-time';
import { addressOf, type PrintedAddress, phoneText } from './address';
import { codesOf, goodsText, holdText, type PackedOrder, sentOf, toPack } from './packing';
import type { PrintedLine, PrintedOrder } from './store';

/** Goods that lie in a parcel, as its slip lists them. */
export interface SlipRow {
  readonly title: string;
  readonly variant: string | null;
  readonly codes: string;
  readonly quantity: number;
}

/** The contents of the paper that lies in a parcel. It names no price: a parcel may be a gift. */
export interface Slip {
  readonly shop: string;
  readonly number: string;
  /** The day of the order, and the name and the number that its marketplace has for it. */
  readonly origin: string;
  /** Words about goods that are not to leave; null: they may. */
  readonly warning: string | null;
  readonly buyer: { readonly name: string; readonly phone: string | null };
  readonly to: PrintedAddress;
  readonly rows: readonly SlipRow[];
  /** Words in place of goods, where there are none. */
  readonly none: string;
  /** Lists of goods of the order that are not in the parcel, each with its heading. */
  readonly others: readonly { readonly heading: string; readonly items: readonly string[] }[];
  readonly note: string | null;
}

export interface Slips {
  readonly kind: 'packingSlips';
  readonly slips: readonly Slip[];
}

/** The name of the channel on which an order was sold, with its number there; undefined: it was sold in the shop. */
const channelText = ({ channel, externalNumber }: PrintedOrder): string | undefined =>
  channel === 'store' ? undefined : [nameOf(channel), externalNumber].filter(Boolean).join(' ');

/** Makes the paper of an order: of the pieces that are to be packed; once all have left, of those that have. */
export function slipOf({ order, lines }: PackedOrder, shop: string): Slip {
  const isPacked = lines.some((line) => toPack(line) > 0);
  const countOf = isPacked ? toPack : sentOf;
  const goods = lines.filter(({ requiresShipping }) => requiresShipping);
  const hold = holdText(order);
  return {
    shop,
    number: order.number,
    origin: [momentText(order.placedAt), channelText(order)].filter(Boolean).join(' · '),
    warning: hold === null ? null : `Göndermeyin: ${hold}.`,
    buyer: { name: order.buyerName, phone: order.buyerPhone === null ? null : phoneText(order.buyerPhone) },
    to: addressOf(order),
    rows: goods.filter((line) => countOf(line) > 0).map((line) => rowOf(line, countOf(line))),
    none: 'Bu siparişte gönderilecek ürün yok.',
    others: [
      ...(isPacked ? listed('Daha önce gönderildi', goods, sentOf) : []),
      ...listed(
        'Kargosuz teslim edilir',
        lines.filter(({ requiresShipping }) => !requiresShipping),
        ({ quantity, keptUnits }) => quantity - keptUnits.length,
      ),
    ],
    note: order.buyerNote,
  };
}

const rowOf = (line: PrintedLine, quantity: number): SlipRow => ({
  title: line.title,
  variant: line.variantTitle,
  codes: codesOf(line).join(' · '),
  quantity,
});

function listed(heading: string, lines: readonly PrintedLine[], countOf: (line: PrintedLine) => number) {
  const items = lines
    .map((line) => ({ line, count: countOf(line) }))
    .filter(({ count }) => count > 0)
    .map(({ line, count }) => `${count} × ${goodsText(line)}`);
  return items.length === 0 ? [] : [{ heading, items }];
}
