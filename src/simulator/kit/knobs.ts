import { isInteger, type Resources, record } from './control';

export const isFlag = (value: unknown): boolean => typeof value === 'boolean';
/** Milliseconds, a day at most. */
export const isWait = (value: unknown): boolean => isInteger(value) && value >= 0 && value <= 86_400_000;
/** Times that a wait is shorter. */
export const isScale = (value: unknown): boolean => typeof value === 'number' && value > 0;
export const isOneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

/**
 * A test turns these: behaviour that the documents of a provider leave open, or that seldom happens.
 * @param knobs as they stand, which is changed @param changed is told after each change
 */
export function knobsResource<Knobs extends object>(
  knobs: Knobs,
  usual: Readonly<Knobs>,
  checks: Readonly<Record<keyof Knobs & string, (value: unknown) => boolean>>,
  changed: () => void = () => {},
): Resources[string] {
  return {
    GET: () => knobs,
    PUT: (body) => {
      const wanted = record(body, 'The body', Object.keys(checks));
      for (const [name, value] of Object.entries(wanted))
        if (!checks[name as keyof Knobs & string](value)) throw new RangeError(`${name} is not what it can be.`);
      Object.assign(knobs, wanted);
      changed();
      return knobs;
    },
    DELETE: () => {
      Object.assign(knobs, usual);
      changed();
      return knobs;
    },
  };
}
