import { crc32 } from 'node:zlib';
import type { ScheduleSpec } from '@temporalio/client';
import { shopTimeZone } from '../shop-time';

/** The times of something that runs by the clock, as Temporal takes them. */
export type ClockSpec = ScheduleSpec;

/** A workflow that runs by the clock, declared once. A run that is due while the last one still runs is skipped. */
export interface Scheduled {
  /** The name in one word, without a slash; it stands in the ids of its schedules. */
  readonly name: string;
  readonly workflow: string;
  /** One line for operators who look at its runs. */
  readonly summary: string;
  /** Period for which missed runs are made up after an absence of Temporal. */
  readonly catchUp: '10 minutes' | '12 hours';
}

/** Runs once for the whole product. */
export interface ScheduledOnce extends Scheduled {
  readonly spec: ScheduleSpec;
}

/** Runs for every store, with `{ storeId }` as its input. */
export interface ScheduledPerStore extends Scheduled {
  spec(storeId: string): ScheduleSpec;
}

/**
 * Runs at a second of each interval that is the place's own, so that places do not come all at once.
 * @param place the store or other place that the schedule runs for
 */
export function every(minutes: number, jitter: '3 seconds' | '1 minute'): (...place: string[]) => ScheduleSpec {
  return (...place) => ({
    intervals: [{ every: `${minutes} minutes`, offset: `${crc32(place.join(' ')) % (60 * minutes)} seconds` }],
    jitter,
  });
}

/** Runs once a night in the time of the shop. The second within this hour is the store's own, so that stores do not come all at once. */
export function nightly(hour: number): (storeId: string) => ScheduleSpec {
  return (storeId) => {
    const second = crc32(storeId) % 3600;
    return {
      calendars: [{ hour, minute: Math.floor(second / 60), second: second % 60 }],
      timezone: shopTimeZone,
    };
  };
}
