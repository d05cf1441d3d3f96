import type { Queryable } from '../database/queryable';
import type { Words } from '../schema/schema';
import { bothLanguages, object, oneOf, type Static, t } from '../schema/schema';

/** One fact about a thing that a proposed call acts upon: its name, its money, what somebody has asked. */
export const uponSchema = object({
  label: bothLanguages,
  kind: oneOf(['text', 'money', 'count', 'time'], {
    description: 'money: `value` is in kuruş; count: a number of pieces; time: ISO 8601, UTC.',
  }),
  value: t.Union([t.String(), t.Integer()]),
  moves: t.Optional(
    t.Literal(true, { description: 'The call moves this money: of many calls, it is what their sum is of.' }),
  ),
});
export type Upon = Static<typeof uponSchema>;

/** The call of a proposal, with the parts that say which things it acts upon. */
export interface UponCall<P = unknown, R = unknown> {
  readonly db: Queryable;
  readonly storeId: string;
  readonly payload: P;
  /** The answer of a call that has run: it acted upon what that says. Null: it has not run. */
  readonly result: R | null;
}

/** Facts of one item: a review shows many items. */
const FACTS_MAX = 40;

/** Collects facts, and leaves out those that nobody knows. Beyond the most that are shown it says how many more there are. */
export class Facts {
  private readonly facts: Upon[] = [];

  /** @param value in kuruş, a number of pieces, a moment, or a text; null: it is not known */
  add(kind: Upon['kind'], label: Words, value: string | number | null | undefined): this {
    if (value !== null && value !== undefined && value !== '') this.facts.push({ label, kind, value });
    return this;
  }

  /** Adds the money that the call moves. @param amount in kuruş; null: it is not known */
  move(label: Words, amount: number | null | undefined): this {
    if (amount !== null && amount !== undefined) this.facts.push({ label, kind: 'money', value: amount, moves: true });
    return this;
  }

  get all(): readonly Upon[] {
    if (this.facts.length <= FACTS_MAX) return this.facts;
    const shown = this.facts.slice(0, FACTS_MAX - 1);
    const more = this.facts.length - shown.length;
    return [...shown, { label: { tr: `ve ${more} tane daha`, en: `and ${more} more` }, kind: 'count', value: more }];
  }
}

/** Names of facts that several nouns tell. */
export const uponWords = {
  buyer: { tr: 'Alıcı', en: 'Buyer' },
  deadline: { tr: 'Son işlem zamanı', en: 'Deadline' },
  goods: { tr: 'Ürün', en: 'Goods' },
  money: { tr: 'Tutar', en: 'Money' },
  order: { tr: 'Sipariş', en: 'Order' },
} as const satisfies Readonly<Record<string, Words>>;
