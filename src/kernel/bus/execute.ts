import { type Correlation, nextOf } from '../correlation';
import { Contention, Refusal } from '../errors';
import { commands } from '../metrics';
import { type Span, tellSpan } from '../spans';
import { newAuditId } from '../trace/audit-store';
import { awaitTurn } from '../trial/turn-store';
import { type Call, NotProven, type Outcome, originOf } from './call';
import { claim, fingerprintOfCall } from './claim';
import { leasesOver } from './credential-lease';
import { keepingOf } from './keeping';
import type { Manner } from './manner';
import type { BusOptions } from './options';
import { retrying } from './retry';
import { begin, type Run, run } from './run';
import { leaveTrace, recordRefusal } from './trace';

/** Refusals that say nothing of the call itself: with its key it may still run. */
const UNRECORDED: ReadonlySet<string> = new Set(['idempotency_conflict', 'idempotency_key_expired', 'unauthenticated']);

/**
 * Carries a call out once per key, in one transaction that claims the key, runs the handler and leaves the trace. A refusal rolls
 * all of it back and is recorded in a new one; against a savepoint that saves every successful command a round trip.
 */
export class Execution {
  private readonly flights = new Map<string, { readonly fingerprint: string; readonly outcome: Promise<Outcome> }>();

  constructor(private readonly options: BusOptions) {}

  async execute(call: Call, manner: Manner): Promise<Outcome> {
    const startedAt = performance.now();
    const end = (outcome: string): void => {
      const command = call.mutation.id;
      commands.inc({ command, outcome, by: 'call' });
      const origin = originOf(call);
      tellSpan(origin, () => spanOf(command, nextOf(origin as Correlation), startedAt, outcome));
    };
    try {
      const outcome = await this.executeKeyed(call, manner);
      // Replays and refusals as well: another call may have ended them a moment ago, and died before the time was over.
      if (call.mutation.endsTokens) await leasesOver();
      if (outcome.replayed) end('replayed');
      else end(outcome.status < 400 ? manner.outcome : 'refused');
      return outcome;
    } catch (error) {
      // It is begun anew for whoever calls, or is no call of anybody.
      if (!(error instanceof NotProven)) end(error instanceof Refusal && error.status < 500 ? 'refused' : 'failed');
      throw error;
    }
  }

  private async executeKeyed(call: Call, manner: Manner): Promise<Outcome> {
    const fingerprint = fingerprintOfCall(this.options, call);
    const flightId = `${call.principal.storeId} ${call.key}`;
    const flight = this.flights.get(flightId);
    if (flight?.fingerprint === fingerprint) {
      // A thousand twins of one key wait here for the first one, not on a thousand connections.
      const outcome = await flight.outcome.catch(() => undefined);
      if (outcome) return { ...outcome, replayed: true, once: null };
    }
    const running = { fingerprint, outcome: this.executeOnce(call, manner, fingerprint) };
    this.flights.set(flightId, running);
    try {
      return await running.outcome;
    } finally {
      if (this.flights.get(flightId) === running) this.flights.delete(flightId);
    }
  }

  private async executeOnce(call: Call, manner: Manner, fingerprint: string): Promise<Outcome> {
    const own = new Map<string, Run>();
    const outcome = await retrying((contended) => this.attempt(call, manner, fingerprint, own, contended));
    const ran = own.get(outcome.auditId);
    if (!ran) return outcome;
    if (ran.effects.queued.length > 0) this.options.onEffects?.();
    return { ...outcome, replayed: false, once: ran.once };
  }

  /**
   * @param own runs of this call by audit id: when COMMIT succeeded but its answer was lost, the next attempt finds its own outcome
   * @param contended the subject of the contention in which the last attempt gave way
   */
  private async attempt(
    call: Call,
    manner: Manner,
    fingerprint: string,
    own: Map<string, Run>,
    contended: string | undefined,
  ): Promise<Outcome> {
    const { options } = this;
    // Asked before the transaction begins, so that the question leaves together with its first statements.
    const proven = call.proof?.();
    proven?.catch(() => {});
    try {
      return await options.database.transaction(call.principal.storeId, async (tx) => {
        if (contended !== undefined && manner.queues) awaitTurn(tx, call.principal.storeId, contended);
        const claimed = claim(options, tx, call, fingerprint);
        const begun = begin(options, tx, call, manner);
        claimed.catch(() => {});
        await proven;
        const { stored, ...seen } = await claimed;
        if (stored) return { keep: false, value: stored };
        const ran = await run(options, tx, call, manner, seen.now, begun);
        const keeping = await keepingOf(options, tx, call, ran.recorder);
        const auditId = newAuditId();
        own.set(auditId, ran);
        const effectIds = ran.effects.queued.map(({ id }) => id);
        const value = leaveTrace(options, tx, call, manner, fingerprint, ran, keeping, seen, auditId).then(
          (generation): Outcome => ({
            status: manner.status,
            body: ran.result,
            generation,
            auditId,
            replayed: false,
            once: ran.once,
            storeId: call.principal.storeId,
            effectIds,
          }),
        );
        return { keep: true, value };
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Contention) throw error;
      if (UNRECORDED.has(error.code) || error.status >= 500) throw error;
      return recordRefusal(options, call, fingerprint, error);
    }
  }
}

const spanOf = (command: string, of: Correlation, startedAt: number, outcome: string): Span => ({
  name: command,
  kind: 'internal',
  of,
  durationMs: performance.now() - startedAt,
  failed: outcome === 'failed',
  attributes: { 'tezgah.outcome': outcome },
});
