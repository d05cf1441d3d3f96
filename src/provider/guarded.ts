/** Makes a call of an adapter, whichever it is. */
export type Guard = <T>(call: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;

type Call = (...input: unknown[]) => Promise<unknown>;

interface Guarding<A> {
  /** What the port of its kind has. */
  readonly operations: readonly (keyof A & string)[];
  /** Those of them that the provider offers. */
  readonly offered: readonly (keyof A & string)[];
  readonly guard: Guard;
  /** Refuses. */
  lacking(operation: keyof A & string): never;
}

/**
 * An adapter of every operation: those that the provider offers are called through the guard, and the others are refused, as are those
 * that it declares and its adapter has not.
 */
export function guarded<A extends object>(
  adapter: Partial<A>,
  { operations, offered, guard, lacking }: Guarding<A>,
): A {
  const callOf = (operation: keyof A & string): Call => {
    const call = offered.includes(operation) ? (adapter[operation] as Call | undefined) : undefined;
    if (!call) return async () => lacking(operation);
    return (...input) =>
      guard((signal) => call.apply(adapter, [...input.slice(0, -1), signal]), input.at(-1) as AbortSignal);
  };
  return Object.fromEntries(operations.map((operation) => [operation, callOf(operation)])) as unknown as A;
}
