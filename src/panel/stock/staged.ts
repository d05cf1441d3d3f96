import { useMemo, useState } from 'react';
import type { StockItem } from '../api/types';
import { count } from '../text/format';
import type { Texts } from '../text/tr';
import { piecesIn } from './pieces';

/** A stock that somebody has typed and not saved yet. */
export interface Staged {
  /** The item as its reader has seen it: what is written is held against that stock. */
  readonly item: StockItem;
  readonly text: string;
  /** The stock that it has come to meanwhile; undefined: none is known. */
  readonly moved?: number | null;
  /** Several numbers were pasted for it, and somebody has to choose. */
  readonly isRepeated?: boolean;
}

/** Numbers of one item as a cell shows them. It is no number of pieces, so nothing is saved before one is chosen. */
export const SEVERAL = ' / ';

export type StagedById = ReadonlyMap<string, Staged>;

const NONE: StagedById = new Map();

/** The stock as it is typed. */
export const typedStock = ({ stock }: Pick<StockItem, 'stock'>): string => (stock === null ? '' : String(stock));

/** Names the fault of a typed stock. @returns undefined: it can be saved */
export function faultOf({ text, moved, isRepeated }: Staged, texts: Texts): string | undefined {
  if (isRepeated) return texts.stock.repeated;
  if (piecesIn(text) === undefined) return texts.stock.noNumber;
  return moved === undefined
    ? undefined
    : texts.stock.moved(moved === null ? texts.stock.uncounted : count(moved, texts));
}

/** The stocks that are typed and not saved. */
export function useStaged() {
  const [staged, setStaged] = useState<StagedById>(NONE);
  return useMemo(
    () => ({
      staged,
      /** Notes what was typed. A stock that is as it was seen, or an empty cell, is no change. */
      type: (changes: readonly Pick<Staged, 'item' | 'text' | 'isRepeated'>[]) =>
        setStaged((before) => {
          const next = new Map(before);
          for (const { item, text, isRepeated = false } of changes)
            if (text === '' || text === typedStock(item)) next.delete(item.id);
            else next.set(item.id, { item: before.get(item.id)?.item ?? item, text, isRepeated });
          return next;
        }),
      forget: (ids: readonly string[]) =>
        setStaged((before) => {
          const next = new Map(before);
          for (const id of ids) next.delete(id);
          return next;
        }),
      /** Notes that a stock moved before it was saved. Its cell says so, so the next try is held against that stock. */
      move: (id: string, moved: number | null) =>
        setStaged((before) => {
          const row = before.get(id);
          return row ? new Map(before).set(id, { ...row, item: { ...row.item, stock: moved }, moved }) : before;
        }),
      clear: () => setStaged(NONE),
    }),
    [staged],
  );
}
