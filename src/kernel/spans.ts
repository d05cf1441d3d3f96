import { type Correlation, samplesBy } from './correlation';

/** A piece of the work of a request that has ended. Its own id is the part of the trace that its correlation names. */
export interface Span {
  readonly name: string;
  /** `server`: was asked; `client`: asked somebody else; `producer`: handed work on; `consumer`: did what was handed on. */
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly of: Correlation;
  readonly durationMs: number;
  readonly failed: boolean;
  /** Ids, names and numbers that stand in lines of the log as well: never a secret, a body, a path or a query. */
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

export interface Recorder {
  /** Takes a span that ends now. It must not throw, nor make its caller wait. */
  record(span: Span): void;
  /** True if a trace that begins here is recorded, by its id. */
  samples(traceId: string): boolean;
}

let recorder: Recorder | undefined;

/** Begins to record the spans of this process; undefined: ends that. No span is recorded until somebody wants it: see src/telemetry.ts. */
export function recordSpans(by: Recorder | undefined): void {
  recorder = by;
  samplesBy(by && ((traceId) => by.samples(traceId)));
}

/**
 * Tells of a piece of work that has just ended, where its trace is sampled.
 * @param part its place in a trace; undefined: it belongs to none
 * @param span asked only then: naming spans is not free, and calls are many
 */
export function tellSpan(part: Correlation | undefined, span: () => Span): void {
  if (recorder && part?.traceparent.endsWith('-01')) recorder.record(span());
}
