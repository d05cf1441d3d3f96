import type { ChannelAdapter, Operation } from './port';
import { operations } from './port';

/** Makes a call of an adapter, whichever it is. */
export type Guard = <T>(call: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;

type Call = (...input: unknown[]) => Promise<unknown>;

/**
 * An adapter of every operation: those that the provider offers are called through the guard, and the others are refused, as are those
 * that it declares and its adapter has not.
 * @param lacking refuses
 */
export function guarded(
  adapter: Partial<ChannelAdapter>,
  offered: readonly Operation[],
  guard: Guard,
  lacking: (operation: Operation) => never,
): ChannelAdapter {
  const callOf = (operation: Operation): Call => {
    const call = offered.includes(operation) ? (adapter[operation] as Call | undefined) : undefined;
    if (!call) return async () => lacking(operation);
    return (...input) =>
      guard((signal) => call.apply(adapter, [...input.slice(0, -1), signal]), input.at(-1) as AbortSignal);
  };
  return Object.fromEntries(operations.map((operation) => [operation, callOf(operation)])) as unknown as ChannelAdapter;
}
