import { beginOfDay } from '../shop-time';
import { propertiesOf, type TSchema } from './schema';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A time whose plus has become a blank: in a query a plus is one, unless it is encoded. */
const BLANK_FOR_PLUS = /^(.{10}[Tt ]\S+) (\d{2}:\d{2})$/;

/** Names of the times of a schema, with the days that stand between the beginning of a stated day and what it means. */
const timesOf = new WeakMap<TSchema, readonly (readonly [name: string, days: number])[]>();

/**
 * Reads the times that a list is asked for as people and clients write them: a day alone, or an offset whose plus was not encoded. They
 * are written into `asked`. What is no time stays, for the schema to refuse.
 */
export function readTimes(schema: TSchema, asked: Record<string, unknown>): void {
  let times = timesOf.get(schema);
  if (!times) {
    times = Object.entries(propertiesOf(schema)).flatMap(([name, { 'x-day': day }]) =>
      day ? [[name, day === 'ends' ? 1 : 0] as const] : [],
    );
    timesOf.set(schema, times);
  }
  for (const [name, days] of times) {
    const text = asked[name];
    if (typeof text !== 'string') continue;
    asked[name] = DAY.test(text) ? (beginOfDay(text, days) ?? text) : text.replace(BLANK_FOR_PLUS, '$1+$2');
  }
}
