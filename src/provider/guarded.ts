import type { Blank, Telling } from './discreet';
import { storableAnswer } from './storable-answer';

/** Makes a call of an adapter. @param operation its name, where the guard tells operations apart */
export type Guard = <T>(
  call: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  operation?: string,
) => Promise<T>;

type Call = (...input: unknown[]) => Promise<unknown>;

interface Guarding<A> {
  /** The operations of the port. */
  readonly operations: readonly (keyof A & string)[];
  /** The operations that the provider offers. */
  readonly offered: readonly (keyof A & string)[];
  readonly guard: Guard;
  /** The texts of answers that are the provider's words, and in which secrets are blanked. */
  readonly telling: Telling<A>;
  readonly blank: Blank;
  /** Refuses an operation that the adapter lacks. */
  lacking(operation: keyof A & string): never;
}

/**
 * An adapter of every operation: those that the provider offers are called through the guard, and the others are refused, as are those
 * that it declares and its adapter has not.
 */
export function guarded<A extends object>(
  adapter: Partial<A>,
  { operations, offered, guard, telling, blank, lacking }: Guarding<A>,
): A {
  const callOf = (operation: keyof A & string): Call => {
    const call = offered.includes(operation) ? (adapter[operation] as Call | undefined) : undefined;
    if (!call) return async () => lacking(operation);
    const told = telling[operation] as (answer: unknown, blank: Blank) => unknown;
    return async (...input) => {
      const made = (signal: AbortSignal) => call.apply(adapter, [...input.slice(0, -1), signal]);
      const answer = storableAnswer(await guard(made, input.at(-1) as AbortSignal, operation));
      return told(answer, blank);
    };
  };
  return Object.fromEntries(operations.map((operation) => [operation, callOf(operation)])) as unknown as A;
}
