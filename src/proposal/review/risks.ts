import type { Command } from '../../kernel/declaration/command';
import { groupedBy } from '../../kernel/grouped';
import { fieldOf, type Meanings, riskOf, riskOfNew, unitOf, type ValuePlace } from '../../kernel/schema/meaning';
import { object, oneOf, type Static, t, typeNamed, type ValueRisk, valueRisks } from '../../kernel/schema/schema';
import { directionMarksIn } from '../../kernel/schema/visible';
import type { Titled } from '../../kernel/table/references';
import type { FieldChange } from '../../kernel/trace/change';
import { isSame } from '../../kernel/trace/difference';
import type { Preview } from '../../kernel/trace/recorder';
import { ALIKE_MAX } from './alike';

/** An amount that changes by this much is a risk. The contract has no setting of a store for it. */
const PERCENT_WARNED = 20;

const kinds = ['irreversible', 'removes', ...valueRisks, 'amount', 'alike', 'marks'] as const;

export const riskKindSchema = oneOf(kinds);

const riskSchema = typeNamed('ProposalRisk')(
  object({
    kind: riskKindSchema,
    count: t.Optional(t.Integer({ description: 'Of `removes`.' })),
    entity: t.Optional(t.String({ description: 'Of `amount`.' })),
    field: t.Optional(t.String({ description: 'Of `amount`: e.g. `variants/price`.' })),
    percent: t.Optional(
      t.Number({
        description: 'Of `amount`: the largest; in a review, from what it was before the first item that moves it.',
      }),
    ),
    things: t.Optional(
      t.Array(object({ id: t.String(), title: t.String() }), {
        maxItems: ALIKE_MAX,
        description: 'Of `alike`.',
      }),
    ),
    names: t.Optional(t.Array(t.String(), { description: 'Of `marks`.' })),
  }),
);

/** The list of an item's risks. */
export const risksSchema = t.Array(riskSchema, {
  description: `What a reviewer must not overlook; \`amount\`: one moves by ${PERCENT_WARNED} % or more.`,
});
export type Risk = Static<typeof riskSchema>;

/** The change of one amount, in percent. */
export interface AmountMove {
  readonly entity: string;
  readonly field: string;
  readonly percent: number;
}

/** An amount that is another one afterwards, or is one only before or afterwards. */
export interface AmountChange {
  readonly entity: string;
  /** The id of the thing or part with the amount. */
  readonly id: string;
  /** The field in that thing or part. */
  readonly own: string;
  /** The field as seen from the whole thing, e.g. `variants/price`. */
  readonly field: string;
  readonly before: number | null;
  readonly after: number | null;
  /** True if the thing is new. */
  readonly created: boolean;
}

/** The risks that the changed values of an item carry. */
export interface Facts {
  removed: number;
  /** The declared risks of the changed values. */
  readonly values: Set<ValueRisk>;
  readonly marks: Set<string>;
  readonly amounts: AmountChange[];
}

interface At {
  readonly entity: string;
  /** The id of the thing, or of its part that is looked at. */
  readonly id: string;
  /** The way from the thing with the id to the value. */
  readonly own: readonly string[];
  /** The way from the thing. */
  readonly path: readonly string[];
  readonly place: ValuePlace;
  /** True if the thing is new: no value of it is lost. */
  readonly isNew: boolean;
}

/** Reads what is declared of the values: never what they look like. */
export function factsOf(meanings: Meanings, changes: readonly FieldChange[]): Facts {
  const found: Facts = { removed: 0, values: new Set(), marks: new Set(), amounts: [] };
  for (const fields of thingsIn(changes)) {
    if (isRemoval(fields)) found.removed += 1;
    else
      for (const { entity, id, field, before, after, created = false } of fields) {
        const at = { entity, id, own: [field], path: [field], isNew: created, place: meanings(entity, field) };
        look(at, before, after, found);
        lookForNew(at.place, before, after, found);
      }
  }
  return found;
}

/** Tells whether no command takes an item back: its preview says so, or, in a preview of an earlier release, its command. */
export const isIrreversible = (shown: Pick<Preview, 'irreversible'>, command: Command | undefined): boolean =>
  shown.irreversible ?? command?.irreversible ?? false;

/** Computes the moves of amounts that are numbers before and afterwards. */
export const movesIn = ({ amounts }: Pick<Facts, 'amounts'>): AmountMove[] =>
  amounts.flatMap(({ entity, field, before, after }) => {
    const percent = before === null || after === null ? null : percentOf(before, after);
    return percent === null ? [] : [{ entity, field, percent }];
  });

/** The change in percent; null: from nothing there is no percentage. */
export const percentOf = (before: number, after: number): number | null =>
  before <= 0 ? null : Math.round(((after - before) / before) * 10_000) / 100;

interface Beside {
  /** The moves of the item's amounts. */
  readonly moves: readonly AmountMove[];
  readonly irreversible: boolean;
  readonly alike: readonly Titled[];
}

/** Lists the risks in the changes of an item that a reviewer must not overlook. */
export function risksOf(
  { removed, values, marks }: Omit<Facts, 'amounts'>,
  { moves, irreversible, alike }: Beside,
): Risk[] {
  const steepest = moves.toSorted((left, right) => Math.abs(right.percent) - Math.abs(left.percent))[0];
  const risks: Risk[] = [];
  if (irreversible) risks.push({ kind: 'irreversible' });
  if (values.has('archives')) risks.push({ kind: 'archives' });
  if (removed > 0) risks.push({ kind: 'removes', count: removed });
  if (values.has('stockZero')) risks.push({ kind: 'stockZero' });
  if (values.has('payee')) risks.push({ kind: 'payee' });
  if (steepest && Math.abs(steepest.percent) >= PERCENT_WARNED) risks.push({ kind: 'amount', ...steepest });
  if (alike.length > 0) risks.push({ kind: 'alike', things: [...alike] });
  if (marks.size > 0) risks.push({ kind: 'marks', names: [...marks] });
  return risks;
}

/** Collects the similar titles that these risks name. */
export const alikeAmong = (risks: readonly Risk[]): readonly Titled[] =>
  risks.flatMap(({ kind, things = [] }) => (kind === 'alike' ? things : []));

/** The changes of one thing each. */
export const thingsIn = (changes: readonly FieldChange[]): FieldChange[][] => [
  ...groupedBy(changes, ({ entity, id }) => `${entity} ${id}`).values(),
];

/** Tells whether a thing is removed. A thing that is made and removed again was never there. */
export const isRemoval = (fields: readonly FieldChange[]): boolean =>
  fields.some(({ removed, created }) => removed && !created);

function look(at: At, before: unknown, after: unknown, found: Facts): void {
  if (isSame(before, after)) return;
  if (typeof after === 'string') for (const mark of directionMarksIn(after)) found.marks.add(mark);
  const comesTo = at.isNew ? undefined : riskOf(at.place, before, after);
  if (comesTo) found.values.add(comesTo);
  if (isNumberOrNone(before) && isNumberOrNone(after)) lookAtNumbers(at, before, after, found);
  else if (Array.isArray(after) || Array.isArray(before)) lookAtList(at, listOf(before), listOf(after), found);
  else if (typeof after === 'object' && after !== null)
    for (const [part, value] of Object.entries(after)) {
      if (!isOwn(before, part)) for (const mark of directionMarksIn(part)) found.marks.add(mark);
      look(within(at, part), partOf(before, part), value, found);
    }
}

/** Texts that stand nowhere in the field yet: what is moved within a list, or of which the words beside it change, is as new as it was. */
function lookForNew(place: ValuePlace, before: unknown, after: unknown, found: Facts): void {
  const had = new Set(textsAtRisk(place, before).map(([text]) => text));
  for (const [text, risk] of textsAtRisk(place, after)) if (!had.has(text)) found.values.add(risk);
}

function textsAtRisk(place: ValuePlace, value: unknown): (readonly [text: string, risk: ValueRisk])[] {
  if (typeof value === 'string') {
    const risk = riskOfNew(place);
    return risk ? [[value, risk]] : [];
  }
  if (Array.isArray(value)) return value.flatMap((each) => textsAtRisk(place, each));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([part, each]) => textsAtRisk(fieldOf(place, part), each));
}

const isNumberOrNone = (value: unknown): value is number | null => typeof value === 'number' || value === null;

const within = ({ own, path, place, ...at }: At, part: string): At => ({
  ...at,
  own: [...own, part],
  path: [...path, part],
  place: fieldOf(place, part),
});

const isOwn = (value: unknown, part: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part);

const partOf = (value: unknown, part: string): unknown =>
  (value as Readonly<Record<string, unknown>> | null)?.[part] ?? null;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function lookAtNumbers(at: At, before: number | null, after: number | null, found: Facts): void {
  const { entity, id, own, path, place, isNew } = at;
  if (unitOf(place) === 'kuruş')
    found.amounts.push({ entity, id, own: own.join('/'), field: path.join('/'), before, after, created: isNew });
}

const idOf = (value: unknown): unknown => (value as { id?: unknown } | null)?.id;

/** Things of a list by their ids; others have nothing to be compared with. */
function lookAtList(at: At, before: readonly unknown[], after: readonly unknown[], found: Facts): void {
  const was = new Map(before.flatMap((value) => (typeof idOf(value) === 'string' ? [[idOf(value), value]] : [])));
  const stays = new Set(after.map(idOf));
  for (const id of was.keys()) if (!stays.has(id)) found.removed += 1;
  for (const value of after) {
    const id = idOf(value);
    const isNew = at.isNew || !was.has(id);
    const part = typeof id === 'string' ? { ...at, id, own: [], isNew } : { ...at, isNew: true };
    look(part, was.get(id) ?? null, value, found);
  }
}
