/** Makes a call of an adapter, whichever it is. */
export type Guard = <T>(call: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;

type Call = (...input: unknown[]) => Promise<unknown>;

/**
 * An adapter of every operation: those that the provider offers are called through the guard, and the others are refused, as are those
 * that it declares and its adapter has not.
 * @param all that its port has @param lacking refuses
 */
export function guarded<A extends object, O extends keyof A & string>(
  adapter: Partial<A>,
  all: readonly O[],
  offered: readonly O[],
  guard: Guard,
  lacking: (operation: O) => never,
): A {
  const callOf = (operation: O): Call => {
    const call = offered.includes(operation) ? (adapter[operation] as Call | undefined) : undefined;
    if (!call) return async () => lacking(operation);
    return (...input) =>
      guard((signal) => call.apply(adapter, [...input.slice(0, -1), signal]), input.at(-1) as AbortSignal);
  };
  return Object.fromEntries(all.map((operation) => [operation, callOf(operation)])) as A;
}
