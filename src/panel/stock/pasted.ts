import { withoutLineEnds } from '../../kernel/lines';

/** Cells that somebody has copied from a spreadsheet. */
export type Pasted =
  | { readonly kind: 'column'; readonly cells: readonly string[] }
  | { readonly kind: 'pairs'; readonly pairs: readonly CodedCell[] };

/** A cell beside the code of its item. */
export interface CodedCell {
  /** The barcode or the SKU of the item. */
  readonly code: string;
  readonly text: string;
}

/** Most rows of one paste: as many as one bulk act takes. */
export const PASTED_MAX = 5_000;

/** Reads copied cells: one column, or codes with their numbers beside them. */
export function pastedCells(text: string): Pasted {
  const rows = withoutLineEnds(text)
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()));
  if (rows.every((cells) => cells.length === 1)) return { kind: 'column', cells: rows.map(([cell = '']) => cell) };
  const pairs = rows.flatMap(([code = '', text = '']) => (code === '' ? [] : [{ code, text }]));
  return { kind: 'pairs', pairs };
}

/** Finds the one item that has a code. A code of several items is of none. */
export function itemByCode<Item extends { readonly sku: string | null; readonly barcode: string | null }>(
  items: readonly Item[],
): (code: string) => Item | undefined {
  const byCode = new Map<string, Item | undefined>();
  for (const item of items)
    for (const code of new Set([item.barcode, item.sku]))
      if (code !== null) byCode.set(code, byCode.has(code) ? undefined : item);
  return (code) => byCode.get(code);
}

/** Pasted numbers for one item. */
export interface PastedItem<Item> {
  readonly item: Item;
  /** The numbers in the order of the list: of a code that stands there twice, or of SKU and barcode, there are several. */
  readonly texts: readonly [string, ...string[]];
}

/** Brings pasted cells together by the items of their codes. Cells of unknown codes are left out. */
export function byItem<Item extends { readonly id: string }>(
  pairs: readonly CodedCell[],
  of: (code: string) => Item | undefined,
): readonly PastedItem<Item>[] {
  const items = new Map<string, PastedItem<Item>>();
  for (const { code, text } of pairs) {
    const item = of(code);
    if (item)
      items.set(item.id, { item, texts: [...(items.get(item.id)?.texts ?? []), text] as [string, ...string[]] });
  }
  return [...items.values()];
}
