import { type Correlation, correlation } from '../correlation';
import type { Transaction } from '../database/queryable';
import type { Command } from '../declaration/command';
import type { Principal } from '../declaration/principal';
import type { RunBy } from '../metrics';
import type { Change } from '../trace/change';
import type { HashManner } from '../trace/preview-hash';
import type { Inverse, Preview } from '../trace/recorder';

/** Looks at the changes of a call, in its own transaction. An error of it takes the changes back. */
export type Inspect = (tx: Transaction, changes: readonly Change[], now: Date) => Promise<void>;

/** A call as it is tried out: no key makes it one that is answered once. */
export interface UnkeyedCall {
  readonly principal: Principal;
  readonly mutation: Command;
  readonly payload: unknown;
  readonly deferBump?: boolean;
  readonly expectedRev?: number | undefined;
  /** The rev that was stated when the call was recorded. It was held against the store then, and is not held again. */
  readonly heldRev?: number | undefined;
  /**
   * Revs that the store has, where the transaction is already ahead of it: what a caller has read there may be stated, too.
   * null: the store does not have the thing.
   */
  readonly storeRevs?: Readonly<Record<string, number | null>>;
  /** The request that it is a part of. @default what the work that is under way belongs to */
  readonly origin?: Correlation | undefined;
  readonly cause?: Readonly<Record<string, string>>;
  readonly reservedIds?: readonly string[];
  /** Manner of the preview's hash. @default HASH_MANNER */
  readonly hashManner?: HashManner;
  /** Asked at its end; {@link NotPermitted} means that it may be proposed. */
  readonly inspect?: Inspect;
}

/**
 * Asks whether a caller is who he was taken for: a call may begin with whom its credential let in before, and nothing of it stays, or
 * is written down, before this has answered. Asked again it answers the same.
 * @throws {NotProven}
 */
export type Proof = () => Promise<void>;

/** The caller is not the principal that the call was begun for, or is let in by nobody. Whoever let it begin decides about it. */
export class NotProven extends Error {}

/** Finds the request that a call, its effects and its trail belong to: the one that it came with, or that of the present work. */
export const originOf = ({ origin }: Pick<UnkeyedCall, 'origin'>): Correlation | undefined => origin ?? correlation();

/** One call of one mutation. */
export interface Call extends UnkeyedCall {
  /** The caller's ULID: the same key answers the same outcome for 30 days. */
  readonly key: string;
  /** Missing where it is known who calls. */
  readonly proof?: Proof | undefined;
}

/** The work of a call was taken back because it may not run on its own; nothing records the attempt. */
export class NotPermitted extends Error {}

export interface Outcome {
  readonly status: number;
  /** The result, or the problem of a refusal. */
  readonly body: unknown;
  readonly generation: number | null;
  readonly auditId: string;
  readonly replayed: boolean;
  /** Values that only the first answer carries; nothing stores them. */
  readonly once: Readonly<Record<string, unknown>> | null;
  readonly storeId: string;
  /** Effects that were queued with it and may still be on their way. */
  readonly effectIds: readonly string[];
}

/**
 * The key of a call inside of another transaction: the product's own, see assertInnerKey, or the one under which the log serves the undo of
 * a row. A row is taken back once under that one, whoever sends it.
 */
export type InnerKey = string | { readonly served: string };

/** A mutation that has run inside somebody's transaction: what it did, and how to leave its trace if it stays. */
export interface Rehearsal {
  readonly result: unknown;
  readonly preview: Preview;
  /** True if the call makes a bump of the generation due, whoever carries it out. */
  readonly bumpDue: boolean;
  /** Ids that it minted, in order; running it again with them creates the same things. */
  readonly reservedIds: readonly string[];
  readonly readRevs: Readonly<Record<string, number>>;
  readonly writtenNames: readonly string[];
  /** Ids that find the audit row. */
  readonly touched: readonly string[];
  /** Persons that the call is about. */
  readonly persons: readonly string[];
  /** Writes audit row, outcome and effects into the same transaction. @returns the audit row's id */
  keep(key: InnerKey, cause: Readonly<Record<string, string>>, by: RunBy): Promise<string>;
}

/** Forms in which the parts of a call are kept: personal values are sealed for the person that they are about. */
export interface Keeping {
  payload(payload: unknown): unknown;
  changes(changes: readonly Change[]): readonly Change[];
  inverse(inverse: Inverse | null): Inverse | null;
  preview(preview: Preview): Preview;
  /** Seals the answer as a whole: nobody reads a part of it. */
  body(body: unknown): unknown;
}
