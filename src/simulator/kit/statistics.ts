import { type FaultKind, faultKinds } from './faults';
import { SlidingWindow } from './rate-limit';

const WINDOW_MS = 10_000;

export interface EndpointStats {
  /** Requests that arrived, refused ones too. */
  requests: number;
  /** Requests that were carried out, whether or not the answer reached the caller. */
  processed: number;
  /** Answers sent, by HTTP status. A destroyed socket sends none. */
  statuses: Record<string, number>;
  /** Most arrivals within any ten seconds. */
  requestsPer10sMax: number;
}

export interface Stats {
  requests: number;
  processed: number;
  statuses: Record<string, number>;
  /** The busiest endpoint's most arrivals within any ten seconds; compare it with a limit. */
  requestsPer10sMax: number;
  /** By `METHOD /path/with/{placeholders}`; whatever matches no endpoint is under `unknown`. */
  endpoints: Record<string, EndpointStats>;
  faults: Record<FaultKind, number>;
}

/** Counts what happened, since the start or the last reset. */
export class Statistics {
  private endpoints = new Map<string, EndpointStats & { window: SlidingWindow }>();
  private faults = noFaults();

  arrived(endpoint: string, atMs: number): void {
    const counts = this.of(endpoint);
    counts.requests++;
    counts.window.add(atMs);
    counts.requestsPer10sMax = Math.max(counts.requestsPer10sMax, counts.window.countAt(atMs));
  }

  processed(endpoint: string): void {
    this.of(endpoint).processed++;
  }

  answered(endpoint: string, status: number): void {
    const { statuses } = this.of(endpoint);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }

  faulted(kind: FaultKind): void {
    this.faults[kind]++;
  }

  reset(): void {
    this.endpoints = new Map();
    this.faults = noFaults();
  }

  read(): Stats {
    const stats: Stats = {
      requests: 0,
      processed: 0,
      statuses: {},
      requestsPer10sMax: 0,
      endpoints: {},
      faults: { ...this.faults },
    };
    for (const [endpoint, { window: _, ...counts }] of this.endpoints) {
      stats.endpoints[endpoint] = { ...counts, statuses: { ...counts.statuses } };
      stats.requests += counts.requests;
      stats.processed += counts.processed;
      stats.requestsPer10sMax = Math.max(stats.requestsPer10sMax, counts.requestsPer10sMax);
      for (const [status, count] of Object.entries(counts.statuses)) {
        stats.statuses[status] = (stats.statuses[status] ?? 0) + count;
      }
    }
    return stats;
  }

  private of(endpoint: string): EndpointStats & { window: SlidingWindow } {
    const known = this.endpoints.get(endpoint);
    if (known) return known;
    const fresh = {
      requests: 0,
      processed: 0,
      statuses: {},
      requestsPer10sMax: 0,
      window: new SlidingWindow(WINDOW_MS),
    };
    this.endpoints.set(endpoint, fresh);
    return fresh;
  }
}

const noFaults = (): Record<FaultKind, number> =>
  Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
