import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync, randomUUID } from 'node:crypto';

/**
 * Names one request wherever it leads: its command, the effects of that, their workflow and its activities, their requests to a
 * provider, and each line of the log (docs/decisions/0044).
 */
export interface Correlation {
  readonly requestId: string;
  /** Trace of the present work, as W3C Trace Context has it. A caller's own trace goes on. */
  readonly traceparent: string;
  /** The part of the trace that this one was begun by; missing of a trace that begins here. */
  readonly parentId?: string;
}

const current = new AsyncLocalStorage<Correlation | undefined>();
/** Work that runs as a part of a request. */
let underWay = 0;

/** @returns the request that the running work belongs to; undefined for work that nobody asked for, e.g. a sweep */
export const correlation = (): Correlation | undefined => current.getStore();

/**
 * Runs `work` as a part of a request; undefined: of none, whoever set it going. While any work runs so, every promise of the process is
 * followed, which calls pay for that are none of it: so calls are told by whom they belong to, and this is for who cannot be.
 */
export async function correlated<T>(of: Correlation | undefined, work: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await current.run(of, work);
  } finally {
    underWay -= 1;
    if (underWay === 0) current.disable();
  }
}

/** Bounded, and without what could break out of a line of a log or a header. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

const TRACEPARENT =
  /^(?!ff)(?<version>[0-9a-f]{2})-(?<trace>(?!0{32})[0-9a-f]{32})-(?<parentId>(?!0{16})[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

/** Takes what a caller names a request by; what he does not name, or not in its form, is made. */
export function correlationOf(requestId: unknown, traceparent: unknown): Correlation {
  const { version, trace, parentId, flags, rest } = TRACEPARENT.exec(String(traceparent))?.groups ?? {};
  const named = typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : randomUUID();
  if (!trace || (version === '00' && rest !== undefined)) {
    const begun = newTrace();
    return { requestId: named, traceparent: `00-${begun}-${newPart()}-${samples(begun) ? '01' : '00'}` };
  }
  const sampled = Number.parseInt(flags as string, 16) % 2 === 1;
  return {
    requestId: named,
    traceparent: `00-${trace}-${newPart()}-${sampled ? '01' : '00'}`,
    parentId: parentId as string,
  };
}

/** The next part of the same, e.g. what somebody else is asked for it. */
export const nextOf = ({ requestId, traceparent }: Correlation): Correlation => correlationOf(requestId, traceparent);

/** Decides by the id of a new trace whether it is sampled. Without a collector none is. */
let samples: (traceId: string) => boolean = () => false;

/** @param by undefined: nobody records traces */
export function samplesBy(by: ((traceId: string) => boolean) | undefined): void {
  samples = by ?? (() => false);
}

/** Kept in stock as Node does for UUIDs: asking the system at each call takes several times as long. */
const stock = Buffer.alloc(4_096);
let taken = stock.length;

/** @returns so many random bytes in hex; none of them is given out twice */
function randomHex(bytes: number): string {
  if (taken + bytes > stock.length) {
    randomFillSync(stock);
    taken = 0;
  }
  taken += bytes;
  return stock.toString('hex', taken - bytes, taken);
}

/** All zeros name nothing; that they are drawn is as likely as that two traces have one name. */
const newTrace = (): string => randomHex(16);
const newPart = (): string => randomHex(8);

/** The names of a correlation for lines of the log. */
export const namesOf = (of: Correlation | undefined): { readonly requestId?: string; readonly traceId?: string } =>
  of ? { requestId: of.requestId, traceId: of.traceparent.split('-')[1] as string } : {};

/** The part of a correlation that later work goes on from, here or elsewhere. */
export const handedOn = ({ requestId, traceparent }: Correlation): Correlation => ({ requestId, traceparent });

/** The headers that tell a correlation to other programs. */
export const headersOf = (of: Correlation | undefined): Readonly<Record<string, string>> =>
  of ? { 'X-Request-Id': of.requestId, traceparent: of.traceparent } : {};
