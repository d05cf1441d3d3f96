import type { Transaction } from '../database/queryable';
import type { MutationContext } from '../declaration/context';
import { declaredOnly } from '../declaration/declared';
import { Refusal, withNames } from '../errors';
import { assertRoomFor } from '../limits/waiting-files';
import { endPersonal } from '../personal/personal-store';
import { ChangeRecorder } from '../trace/recorder';
import { sightOf } from '../trace/sight';
import { EffectQueue } from '../work/outbox';
import type { UnkeyedCall } from './call';
import { draftOf } from './draft';
import { elsewhere } from './elsewhere';
import { noteInverse } from './inverse';
import type { Manner } from './manner';
import type { BusOptions } from './options';
import { assertQuotesNobody, assertReferred, assertSaysWhatAsks } from './referred';
import { assertStatedRev, refuseUncheckedRev, revKnown } from './rev';

/** Work of a handler in its caller's transaction. */
export interface Run<Result = unknown> {
  readonly result: Result;
  readonly recorder: ChangeRecorder;
  readonly effects: EffectQueue;
  readonly once: Readonly<Record<string, unknown>> | null;
}

/** A call that has sent its first question, and waits for nothing yet. */
export interface Begun {
  readonly recorder: ChangeRecorder;
  readonly first: Promise<unknown>;
}

/** Sends the first question of a call, see `Command.first`. The run of the call waits for the answer. */
export function begin({ services }: BusOptions, tx: Transaction, call: UnkeyedCall, manner: Manner): Begun {
  const { payload, principal } = call;
  const recorder = new ChangeRecorder(services.capabilities, call.reservedIds);
  const newId = (prefix: string): string => recorder.newId(prefix);
  const first = Promise.resolve(manner.first?.({ storeId: principal.storeId, tx, newId, payload }));
  first.catch(() => {});
  return { recorder, first };
}

/** Carries a call out. Nothing tells of it yet, and no effect is written. @param begun with the same manner, in the same transaction */
export async function run<Result>(
  options: BusOptions,
  tx: Transaction,
  call: UnkeyedCall,
  manner: Manner<Result>,
  now: Date,
  { recorder, first }: Begun = begin(options, tx, call, manner),
): Promise<Run<Result>> {
  const { services, strict } = options;
  const { principal } = call;
  const effects = new EffectQueue();
  let once: Readonly<Record<string, unknown>> | null = null;
  let guarded: string | undefined;
  const context: MutationContext & { payload: unknown; first: Promise<unknown> } = {
    principal,
    storeId: principal.storeId,
    now,
    tx,
    effects,
    services,
    payload: call.payload,
    statedRev: call.expectedRev ?? call.heldRev,
    first,
    newId: (prefix) => recorder.newId(prefix),
    record: (...change) => recorder.record(...change),
    guardRev: (id, currentRev, facts) => {
      if (!call.mutation.subject) throw new Error(`${call.mutation.id} guards ${id} and declares no subject`);
      if (guarded !== undefined && guarded !== id)
        throw new Error(`${call.mutation.id} guards ${guarded} and ${id}, and a call states one rev`);
      guarded = id;
      recorder.readRevs[id] = currentRev;
      const sight = sightOf(principal, services.capabilities.entities);
      const seesAll = sight.seesAll(call.mutation.subject.entity);
      assertStatedRev(call, id, revKnown(call, id, currentRev, seesAll), facts);
    },
    draft: () => draftOf(call.mutation, principal, call.payload),
    concerns: (ids) => recorder.concerns(ids),
    later: (ms) => recorder.later(now, ms),
    about: (persons) => recorder.about(persons),
    forget: (person) => {
      if (call.mutation.forgets === undefined)
        throw new Error(`${call.mutation.id} forgets a person, and does not declare of which kind`);
      recorder.about([person]);
      endPersonal(tx, principal.storeId, person, now);
    },
    tokensEnd: () => {
      if (!call.mutation.endsTokens) throw new Error(`${call.mutation.id} ends tokens, and does not declare it`);
    },
    elsewhere: (...there) => elsewhere({ options, tx, call, now, carryOut: run }, ...there),
    once: (secret) => {
      once = secret;
    },
    inverse: (command, payload) => noteInverse(options, call.mutation, recorder, { command, payload }),
  };
  const { subject } = call.mutation;
  if (manner.guardsRev && call.expectedRev !== undefined && !subject) refuseUncheckedRev(call.mutation.id);
  const { files } = call.mutation;
  if (files) await assertRoomFor(tx, services.tables, { ...context, files });
  const handle = async () => manner.handle(context);
  const handled = strict && manner.outcome === 'done' ? declaredOnly(call.mutation, handle) : handle();
  const result = await handled.catch((error: unknown) => {
    // Subclasses of Refusal, e.g. Contention, are tried again: they are never an answer.
    if (!(error instanceof Refusal) || error.constructor !== Refusal) throw error;
    if (strict) assertQuotesNobody(call, error);
    throw withNames(error, recorder.cameTo);
  });
  if (strict) {
    const { changes } = recorder;
    assertReferred(services.capabilities.entities, { ...call, result, changes }, effects);
    assertSaysWhatAsks(call.mutation, effects.queued);
  }
  if (manner.guardsRev && subject && guarded === undefined)
    throw new Error(`${call.mutation.id} did not guard the rev of the ${subject.entity}`);
  await call.inspect?.(tx, recorder.changes, now);
  return { result, recorder, effects, once };
}
