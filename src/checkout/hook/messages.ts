/** One hook that a thread is to run. Texts alone: nothing else is shared with it. */
export interface Call {
  /** An expression in JavaScript whose value is the hook: `(cart, config) => [operation, …]`. */
  readonly code: string;
  /** JSON: the cart but for its lines. */
  readonly rest: string;
  /** The hook's own config as JSON. */
  readonly config: string;
}

/**
 * Hooks that a thread runs one after another. Each is shown what it is shown if those before it say nothing, so the trip ends with the
 * first that says something or fails.
 */
export interface Trip {
  /** JSON: the lines of the cart, which take longest to read and are the same for all of them. */
  readonly lines: string;
  /** The calls of this trip, at least one. */
  readonly calls: readonly Call[];
}

/** The outcome of a call. `unasked`: it had no time to answer, which is the fault of this process and not the hook's. */
export type HookOutcome =
  | { readonly kind: 'answered' /** The operations as JSON, not checked yet. */; readonly operations: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'unasked' };

/** The answer of a hook that has nothing to say. */
export const NOTHING = '[]';

/** A trip goes on behind it. */
export const saysNothing = (outcome: HookOutcome): boolean =>
  outcome.kind === 'answered' && outcome.operations === NOTHING;

export type FromThread =
  | {
      readonly kind: 'ready';
      /** The thread's name in the kernel, as `kernel/process/own-time.ts` reads it. */
      readonly thread: string;
      /** The memory in which `progress.ts` counts this thread's hooks. */
      readonly progress: SharedArrayBuffer;
    }
  | {
      readonly kind: 'back';
      /** The outcomes of the calls in their order, as many as were run. */
      readonly outcomes: readonly HookOutcome[];
      /** The thread runs nothing more. */
      readonly spent: boolean;
    };
