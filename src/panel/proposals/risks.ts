import { fieldOf, labelOf, type Meanings, type Place, unitOf } from '../../kernel/schema/meaning';
import type { Words } from '../../kernel/schema/schema';
import { directionMarksIn } from '../../kernel/schema/visible';
import { isSame } from '../../kernel/trace/difference';
import type { FieldChange, Item } from '../api/types';

/** A change of an amount by this much is drawn to the eye. */
export const PERCENT_WARNED = 20;

/** Something of an item that a reviewer must not overlook. */
export type Risk =
  | { readonly kind: 'irreversible' | 'archives' | 'stockZero' }
  | { readonly kind: 'removes'; readonly count: number }
  | { readonly kind: 'amount'; readonly field: Words | undefined; readonly percent: number }
  | { readonly kind: 'marks'; readonly names: readonly string[] }
  | { readonly kind: 'pauses'; readonly reason: string; readonly why: string | null }
  | { readonly kind: 'alike'; readonly titles: readonly string[] };

/** What the values of an item's changes come to. */
export interface Facts {
  readonly risks: readonly Risk[];
  /** By how much amounts change, in percent: the smallest and the largest. */
  readonly percents: readonly number[];
}

interface Found {
  removed: number;
  archives: boolean;
  stockZero: boolean;
  readonly marks: Set<string>;
  readonly amounts: { readonly field: Words | undefined; readonly percent: number }[];
}

/** Reads what is declared of the values, never how they look. @param told what the server knows beside them */
export function factsOf(
  item: Pick<Item, 'irreversible' | 'preview' | 'currentPreview'>,
  meanings: Meanings,
  told: readonly Risk[] = [],
): Facts {
  const { changes } = item.currentPreview ?? item.preview;
  const found: Found = { removed: 0, archives: false, stockZero: false, marks: new Set(), amounts: [] };
  for (const fields of Map.groupBy(changes, ({ entity, id }) => `${entity} ${id}`).values()) {
    if (isRemoval(fields)) found.removed += 1;
    else
      for (const { entity, field, before, after } of fields) look(meanings(entity, field), field, before, after, found);
  }
  const { removed, archives, stockZero, marks, amounts } = found;
  const steepest = amounts.toSorted((left, right) => Math.abs(right.percent) - Math.abs(left.percent))[0];
  const risks: Risk[] = [
    ...told,
    ...(item.irreversible ? [{ kind: 'irreversible' } as const] : []),
    ...(archives ? [{ kind: 'archives' } as const] : []),
    ...(removed > 0 ? [{ kind: 'removes', count: removed } as const] : []),
    ...(stockZero ? [{ kind: 'stockZero' } as const] : []),
    ...(steepest && Math.abs(steepest.percent) >= PERCENT_WARNED ? [{ kind: 'amount', ...steepest } as const] : []),
    ...(marks.size > 0 ? [{ kind: 'marks', names: [...marks] } as const] : []),
  ];
  return { risks, percents: amounts.map(({ percent }) => percent) };
}

/** Nothing is there afterwards, and something was before. */
const isRemoval = (fields: readonly FieldChange[]): boolean =>
  fields.every(({ after }) => after === null) && fields.some(({ field, before }) => field === 'id' && before !== null);

function look(place: Place, name: string, before: unknown, after: unknown, found: Found): void {
  if (isSame(before, after)) return;
  if (typeof after === 'string') for (const mark of directionMarksIn(after)) found.marks.add(mark);
  if (name === 'status' && after === 'archived' && before !== null) found.archives = true;
  if (typeof before === 'number' && typeof after === 'number') lookAtNumbers(place, name, before, after, found);
  else if (Array.isArray(after) || Array.isArray(before)) lookAtList(place, name, listOf(before), listOf(after), found);
  else if (typeof after === 'object' && after !== null)
    for (const [part, value] of Object.entries(after))
      look(fieldOf(place, part), part, (before as Record<string, unknown> | null)?.[part] ?? null, value, found);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function lookAtNumbers(place: Place, name: string, before: number, after: number, found: Found): void {
  if (name === 'stock' && before > 0 && after <= 0) found.stockZero = true;
  if (unitOf(place) === 'kuruş' && before > 0)
    found.amounts.push({ field: labelOf(place), percent: ((after - before) / before) * 100 });
}

const idOf = (value: unknown): unknown => (value as { id?: unknown } | null)?.id;

/** Things of a list by their ids; others have nothing to be compared with. */
function lookAtList(
  place: Place,
  name: string,
  before: readonly unknown[],
  after: readonly unknown[],
  found: Found,
): void {
  const was = new Map(before.flatMap((value) => (typeof idOf(value) === 'string' ? [[idOf(value), value]] : [])));
  const stays = new Set(after.map(idOf));
  for (const id of was.keys()) if (!stays.has(id)) found.removed += 1;
  for (const value of after) look(place, name, was.get(idOf(value)) ?? null, value, found);
}

/** The percentage that two amounts differ by; undefined where there is none to speak of. */
export const percentOf = (before: unknown, after: unknown): number | undefined =>
  typeof before === 'number' && typeof after === 'number' && before > 0 && before !== after
    ? ((after - before) / before) * 100
    : undefined;
