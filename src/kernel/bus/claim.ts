import type { Transaction } from '../database/queryable';
import { identityOf } from '../declaration/doors';
import type { Principal } from '../declaration/principal';
import { Refusal, refuse } from '../errors';
import { ulidTime } from '../ids';
import { openPersonal } from '../personal/personal-store';
import type { Call, Outcome } from './call';
import { dated } from './clock';
import { differences, type Facts, fingerprintOf, isSameCall } from './fingerprint';
import type { BusOptions } from './options';
import { claimKey, firstCall, look } from './store';

/*
 * The claim of a key is an advisory lock on it followed by a look-up: a concurrent twin waits for the lock and then finds the
 * stored outcome. Against a placeholder row that is filled in at the end it saves one row version per command, and the unique
 * index still refuses a second outcome.
 */

/** A key whose own time is older is refused. */
export const KEY_LIFE_MS = 30 * 24 * 3_600_000;
const CLOCK_SKEW_MS = 24 * 3_600_000;

/**
 * The time that an outcome is kept after it was written. A key may be stamped a day ahead, and then outlives its outcome's age by a day.
 * The second day is for differences between the clocks of this process and of Postgres.
 */
export const OUTCOME_LIFE_MS = KEY_LIFE_MS + 2 * CLOCK_SKEW_MS;

/** State that a call finds before it runs. */
export interface Seen {
  readonly now: Date;
  /** A bump is due that an earlier call has left. */
  readonly generationDue: boolean;
  /** The credential was asked for, and lived: what follows holds good only if it lives at COMMIT, too. */
  readonly livesNow: boolean;
}

/**
 * The credential is asked for again: it may have been revoked since the request began. What is revoked from here on is found
 * by the COMMIT.
 * @returns the outcome that the key has already, what time it is, and whether a bump is due that an earlier call left
 * @throws {Refusal} unauthenticated, idempotency_key_expired, idempotency_conflict
 */
export async function claim(
  options: BusOptions,
  tx: Transaction,
  call: Call,
  fingerprint: string,
): Promise<{ readonly stored: Outcome | undefined } & Seen> {
  const { storeId } = call.principal;
  const found = await claimKey(tx, call.principal, call.key);
  const { live, fingerprint: known, status, body, generation, auditId, now: asked, generationDue } = found;
  assertLive(live);
  const now = dated(options, asked);
  // The product's own work names its keys by what it is about, which may be older: a proposal is approved months after it was recorded.
  if (call.principal.kind !== 'system') assertFresh(call.key, now);
  if (known === null) return { stored: undefined, now, generationDue, livesNow: live };
  if (!isSameCall(known, fingerprint)) await refuseOtherCall(options, tx, call, known, auditId);
  const opened = await openPersonal(tx, options.services.secretBox, storeId, body);
  const stored = { status, body: opened, generation, auditId, replayed: true, once: null, storeId, effectIds: [] };
  return { stored, now, generationDue, livesNow: live };
}

/**
 * Looks at the store for a call that has no key to claim.
 * @returns whether a bump is due that an earlier call deferred, and the present time @throws {Refusal} unauthenticated
 */
export async function lookAhead(options: BusOptions, tx: Transaction, principal: Principal): Promise<Seen> {
  const { live, generationDue, now } = await look(tx, principal);
  assertLive(live);
  return { generationDue, livesNow: live, now: dated(options, now) };
}

export const fingerprintOfCall = ({ fingerprintKey }: Pick<BusOptions, 'fingerprintKey'>, call: Call): string =>
  fingerprintOf(fingerprintKey, factsOf(call));

const factsOf = ({ mutation, payload, principal, deferBump, expectedRev }: Call): Facts => ({
  command: mutation.id,
  payload: identityOf(mutation, payload),
  actor: principal.id,
  deferBump: deferBump ?? false,
  expectedRev: expectedRev ?? null,
});

async function refuseOtherCall(
  { fingerprintKey }: BusOptions,
  tx: Transaction,
  call: Call,
  stored: string,
  auditId: string,
): Promise<never> {
  const first = await firstCall(tx, call.principal.storeId, auditId);
  throw usedForAnother(fingerprintKey, stored, first, factsOf(call));
}

/** @param first undefined when it is no longer known @returns the refusal of a key that was used before, saying how the calls differ */
export function usedForAnother(
  fingerprintKey: Buffer,
  stored: string,
  first: Pick<Facts, 'command' | 'actor'> | undefined,
  now: Facts,
): Refusal {
  const found = first ? differences(fingerprintKey, stored, first, now) : [];
  const how = found.length > 0 ? `: ${found.map(({ told }) => told).join('; ')}` : '';
  return new Refusal('idempotency_conflict', `The idempotency key was used for another call${how}.`, {
    facts: { differs: found.map(({ of }) => of) },
  });
}

function assertLive(live: boolean): void {
  if (!live) refuse('unauthenticated', 'The credential was revoked or has expired meanwhile.');
}

function assertFresh(key: string, now: Date): void {
  const age = now.getTime() - ulidTime(key);
  if (age > KEY_LIFE_MS || age < -CLOCK_SKEW_MS) {
    refuse(
      'idempotency_key_expired',
      'The time inside the idempotency key is more than 30 days old, or in the future.',
    );
  }
}
