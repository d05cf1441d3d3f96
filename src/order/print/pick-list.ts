import { groupedBy } from '../../kernel/grouped';
import { codesOf, holdText, type PackedOrder, toPack } from './packing';
import type { PrintedLine } from './store';

/** Goods that are taken from one place on the shelves. */
export interface PickRow {
  readonly title: string;
  readonly variant: string | null;
  readonly codes: readonly string[];
  readonly quantity: number;
  /** The numbers of the orders, with the quantity where it is more than one. */
  readonly orders: readonly string[];
}

/** The contents of the list by which goods are taken from the shelves. */
export interface PickList {
  readonly kind: 'pickList';
  readonly shop: string;
  readonly printedAt: string;
  readonly rows: readonly PickRow[];
  readonly sum: string;
  /** Orders of which nothing is taken, each with the reason. */
  readonly leftOut: readonly string[];
}

interface Take {
  readonly line: PrintedLine;
  readonly number: string;
  readonly placedAt: string;
  readonly quantity: number;
}

const { compare } = new Intl.Collator('tr', { numeric: true });

/** Goods of one variant lie together; a marketplace may have sold something that no product here is. */
const keyOf = ({ line }: Take): string => {
  const { productId, variantId, title, variantTitle, sku, barcode } = line;
  return JSON.stringify(productId === null ? [title, variantTitle, sku, barcode] : [productId, variantId]);
};

/** Makes the list of the goods of some orders. @param shop the name of the store @param printedAt a moment, in words */
export function pickListOf(orders: readonly PackedOrder[], shop: string, printedAt: string): PickList {
  const leftOut: string[] = [];
  const takes: Take[] = [];
  for (const each of orders) {
    const hold = holdText(each.order);
    const taken = hold === null ? takesOf(each) : [];
    takes.push(...taken);
    if (taken.length === 0) leftOut.push(`${each.order.number} (${hold ?? 'alınacak ürünü yok'})`);
  }
  const rows = [...groupedBy(takes, keyOf).values()].map(rowOf);
  const pieces = rows.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    kind: 'pickList',
    shop,
    printedAt,
    rows: rows.toSorted(inShelfOrder),
    sum: `Toplam: ${pieces} parça · ${rows.length} çeşit ürün · ${orders.length - leftOut.length} sipariş`,
    leftOut,
  };
}

const takesOf = ({ order: { number, placedAt }, lines }: PackedOrder): Take[] =>
  lines.map((line) => ({ line, number, placedAt, quantity: toPack(line) })).filter(({ quantity }) => quantity > 0);

/** Lines keep the words of the day they were sold on: the newest say it as the shelf does. */
function rowOf(takes: readonly Take[]): PickRow {
  const [{ line }] = takes.toSorted((a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt)) as [Take, ...Take[]];
  const byNumber = groupedBy(takes, ({ number }) => number);
  const sum = (some: readonly Take[]): number => some.reduce((total, { quantity }) => total + quantity, 0);
  return {
    title: line.title,
    variant: line.variantTitle,
    codes: codesOf(line),
    quantity: sum(takes),
    orders: [...byNumber].map(([number, some]) => (sum(some) === 1 ? number : `${number}×${sum(some)}`)),
  };
}

const inShelfOrder = (a: PickRow, b: PickRow): number =>
  compare(a.title, b.title) || compare(a.variant ?? '', b.variant ?? '') || compare(a.codes.join(), b.codes.join());
