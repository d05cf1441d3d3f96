import type { Transaction } from '../database/queryable';
import type { Preview } from '../trace/recorder';
import { onTrial, untilThrough } from '../trial/trial';
import type { Rehearsal, UnkeyedCall } from './call';
import { lookAhead } from './claim';
import { keepRun } from './keep';
import { bumps, type Recording, recordingIt, running } from './manner';
import type { BusOptions } from './options';
import { retrying } from './retry';
import { type Run, run } from './run';

/** Runs a mutation in a transaction that is rolled back. It holds no live command up. */
export function dryRun(options: BusOptions, call: UnkeyedCall): Promise<Preview> {
  return tryOut(options, call.principal.storeId, seenBy(options, call), async (trial, { generationDue, now }) => {
    const { preview } = await rehearse(options, trial, call, now);
    const bumpsGeneration = preview.bumpsGeneration || (generationDue && !call.deferBump);
    return { ...preview, bumpsGeneration };
  });
}

/** Runs a recording in a transaction that is rolled back. @returns the answer of the recording */
export function dryRecord<Result>(
  options: BusOptions,
  call: UnkeyedCall,
  recording: Recording<Result>,
): Promise<Result> {
  return tryOut(options, call.principal.storeId, seenBy(options, call), async (trial, { now }) => {
    const { result } = await run(options, trial, call, recordingIt(recording), now);
    return result;
  });
}

const seenBy =
  (options: BusOptions, { principal }: UnkeyedCall) =>
  (tx: Transaction) =>
    lookAhead(options, tx, principal);

/**
 * Runs work in a transaction of its own, of which nothing stays, again as long as it gives way.
 * @param look reads the facts that the work needs, before anything of it is tried
 * @throws {GaveWay}
 */
export function tryOut<Seen, T>(
  { database }: Pick<BusOptions, 'database'>,
  storeId: string,
  look: (tx: Transaction) => Promise<Seen>,
  work: (trial: Transaction, seen: Seen) => Promise<T>,
): Promise<T> {
  const once = () =>
    database.transaction<T>(storeId, async (tx) => {
      const seen = await look(tx);
      return { keep: false, value: await onTrial(tx, (trial) => work(trial, seen)) };
    });
  return untilThrough(() => retrying(once));
}

/** Runs a mutation in its caller's transaction. */
export async function rehearse(options: BusOptions, tx: Transaction, call: UnkeyedCall, now: Date): Promise<Rehearsal> {
  const manner = running(call);
  const ran = await run(options, tx, call, manner, now);
  const { recorder } = ran;
  return {
    result: ran.result,
    // An item that only runs below another one shows nothing.
    get preview() {
      return previewOf(options, call, ran, now);
    },
    bumpDue: bumps(call.mutation, recorder.changes),
    reservedIds: recorder.mintedIds,
    readRevs: recorder.readRevs,
    writtenNames: recorder.writtenNames,
    touched: recorder.touched,
    persons: recorder.persons,
    keep: (key, cause, by) => keepRun(options, tx, call, manner, ran, now, { key, cause, by }),
  };
}

function previewOf(
  { services }: BusOptions,
  { mutation, principal: { storeId }, deferBump, hashManner }: UnkeyedCall,
  { result, recorder, effects }: Run,
  now: Date,
): Preview {
  const bumpsGeneration = bumps(mutation, recorder.changes) && !deferBump;
  const { unitsOf, keptByShop } = services.capabilities;
  return recorder.preview({
    effects: effects.previews,
    bumpsGeneration,
    result,
    now,
    unitsOf,
    keptByShop,
    keyed: (text) => services.digests.fingerprint(text, `preview ${storeId}`).toString('hex'),
    hashManner,
  });
}
