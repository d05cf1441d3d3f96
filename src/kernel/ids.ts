import { decodeTime, monotonicFactory } from 'ulid';

/** Monotonic within a millisecond: rows of one transaction keep their order, and index inserts stay at the right edge. */
export const newUlid = monotonicFactory();

export const newId = (prefix: string): string => `${prefix}_${newUlid()}`;

/** The time that a ULID carries, in ms since 1970. */
export const ulidTime = (ulid: string): number => decodeTime(ulid);
