import { correlation } from '../correlation';
import { inParts, type Parts } from '../database/parts';
import type { Transaction } from '../database/queryable';
import type { Command } from '../declaration/command';
import type { Principal } from '../declaration/principal';
import type { Capability } from '../declaration/route';
import { Refusal } from '../errors';
import { newId } from '../ids';
import type { Answer, Static, TSchema } from '../schema/schema';
import { EffectQueue } from '../work/outbox';
import { dated } from './clock';
import { type BatchEntry, type BatchOutcome, runMany } from './many';
import type { BusOptions } from './options';
import { retrying, unavailableIfDown } from './retry';
import { awaitBatch, checkConstraints } from './store';

export interface Batch {
  readonly tx: Transaction;
  run<P extends TSchema, R extends TSchema>(
    command: Command<P, R>,
    entries: readonly BatchEntry<Static<P>>[],
  ): Promise<readonly BatchOutcome<Answer<R>>[]>;
  /**
   * Runs `work` over the items, all at once. When that made the batch fail, the batch runs again and `work` gets smaller and
   * smaller parts, so that a bad item fails alone and the others stay.
   */
  parts<Item, Result>(
    items: readonly Item[],
    work: (part: readonly Item[]) => Promise<Result>,
  ): Promise<Parts<Item, Result>>;
}

/** The terms under which the commands of a batch run. */
export interface BatchTerms {
  readonly principal: Principal;
  /** Id of the owner or token that asked for the work: its limits hold for what the work does, as they would for a call of its own. */
  readonly askedBy: string;
  /** Capability that asked for the work: only the commands that it declares run for it. */
  readonly issuer: Pick<Capability, 'id' | 'issues'>;
  /** Serialises batches that could race for the same rows. */
  readonly lockName: string;
  readonly cause: Readonly<Record<string, string>>;
}

/** Runs a batch. Its first attempt takes no savepoint: only a batch that failed pays for the search for the item that made it fail. */
export async function batch<T>(options: BusOptions, terms: BatchTerms, work: (batch: Batch) => Promise<T>): Promise<T> {
  try {
    return await batchOnce(options, terms, work, false);
  } catch (error) {
    if (!isOfItem(error)) throw error;
    return batchOnce(options, terms, work, true);
  }
}

async function batchOnce<T>(
  options: BusOptions,
  { principal, askedBy, issuer, lockName, cause }: BatchTerms,
  work: (batch: Batch) => Promise<T>,
  divide: boolean,
): Promise<T> {
  const { storeId } = principal;
  let effectsQueued = false;
  const value = await retrying(() =>
    options.database.transaction(storeId, async (tx) => {
      const { now: asked, generationDue } = await awaitBatch(tx, storeId, lockName);
      const now = dated(options, asked);
      const inspect = await options.limitOfWork?.(tx, storeId, askedBy);
      const effects = new EffectQueue();
      const context = { principal, storeId, now, tx, effects, services: options.services, newId };
      const answer = await work({
        tx,
        run: <P extends TSchema, R extends TSchema>(
          command: Command<P, R>,
          entries: readonly BatchEntry<Static<P>>[],
        ) => {
          if (!issuer.issues?.some((issued) => issued === command))
            throw new Error(`${issuer.id} does not declare that it issues ${command.id}`);
          return runMany(options, context, command, entries, { cause, generationDue, inspect });
        },
        parts: async (items, part) =>
          divide
            ? inParts(items, (some) => ofOwn(tx, effects, () => part(some)), isOfItem)
            : { results: [await part(items)], failed: [] },
      });
      effects.write(tx, storeId, correlation());
      effectsQueued = effects.queued.length > 0;
      return { keep: true, value: answer };
    }),
  );
  if (effectsQueued) options.onEffects?.();
  return value;
}

/** Runs a part of a batch so that its writes and effects can be given up alone; what is checked at commit is checked here. */
function ofOwn<T>(tx: Transaction, effects: EffectQueue, part: () => Promise<T>): Promise<T> {
  const queued = effects.queued.length;
  return tx.savepoint(async () => {
    try {
      const value = await part();
      await checkConstraints(tx);
      return { keep: true, value };
    } catch (error) {
      effects.queued.length = queued;
      throw error;
    }
  });
}

/** True if an item may have made its batch fail. Postgres may instead be away or busy, or want the batch repeated. */
function isOfItem(error: unknown): boolean {
  const said = unavailableIfDown(error);
  return !(said instanceof Refusal) || said.status < 500;
}
