/** What a thread is to run. Texts alone: nothing else is shared with it. */
export interface Call {
  /** An expression in JavaScript whose value is the hook: `(cart, config) => [operation, …]`. */
  readonly code: string;
  /** JSON. */
  readonly snapshot: string;
  /** JSON. */
  readonly config: string;
}

/** What came of it. `unasked`: it had no time to answer, which is the fault of this process and not the hook's. */
export type HookOutcome =
  | { readonly kind: 'answered' /** JSON, not checked yet. */; readonly operations: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'unasked' };

export type FromThread =
  | { readonly kind: 'ready' /** See `own-time.ts`. */; readonly thread: string }
  | { readonly kind: 'began' }
  /** spent: the thread runs nothing more. */
  | (HookOutcome & { readonly spent?: true });
