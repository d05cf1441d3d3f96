import type { Gated } from './gate';

/** To a thread: a style sheet to look at. */
export interface GateRequest {
  readonly css: string;
  readonly bytesMax: number;
}

/** From a thread: it has begun under this name of the system's, or what it has found. */
export type FromThread =
  | { readonly kind: 'ready'; readonly thread: string }
  | { readonly kind: 'found'; readonly gated: Gated };
