import type { Waiting } from './waiting';

/** The end of a conversation. `unknown`: the provider was asked, and does not say what became of it. */
export type Ending<Done> =
  | { readonly outcome: 'done'; readonly done: Done }
  | { readonly outcome: 'failed' | 'unknown'; readonly failure: string; readonly cause?: unknown };

/** The answer of a provider that knows of nothing that it would have done. */
export interface Missing<Ground = undefined> {
  readonly missing: true;
  /** The facts that the look has seen, and that the request needs. */
  readonly ground: Ground;
  /** Looks once more right before it is asked for. @returns why it is not to be asked for after all; undefined: it is */
  unfit?(): Promise<string | undefined>;
}

/** The outcome of a look at the provider. */
export type Seen<Done, Ground = undefined> = Ending<Done> | Waiting | Missing<Ground>;
/** The outcome of a step. */
export type StepOutcome<Done> = Ending<Done> | Waiting;

export const missing = <Ground>(ground: Ground): Missing<Ground> => ({ missing: true, ground });
export const MISSING: Missing = missing(undefined);
export const done = <Done>(what: Done): Ending<Done> => ({ outcome: 'done', done: what });
export const failed = (failure: string, cause?: unknown): Ending<never> => ({ outcome: 'failed', failure, cause });
export const unknown = (failure: string): Ending<never> => ({ outcome: 'unknown', failure });
