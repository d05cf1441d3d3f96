import { correlation } from '../correlation';
import type { Command } from '../declaration/command';
import type { BatchContext, BatchItem } from '../declaration/context';
import { assertDeclared } from '../declaration/declared';
import { identityOf } from '../declaration/doors';
import { type Problem, problemOf, Refusal } from '../errors';
import { assertInnerKey } from '../ids';
import { commands } from '../metrics';
import { openPersonal } from '../personal/personal-store';
import type { Answer, Static, TSchema } from '../schema/schema';
import { newAuditId, writeTraces } from '../trace/audit-store';
import { ChangeRecorder } from '../trace/recorder';
import type { EffectQueue } from '../work/outbox';
import type { Inspect, Keeping } from './call';
import { usedForAnother } from './claim';
import { type Facts, fingerprintOf, isSameCall } from './fingerprint';
import { noteInverse } from './inverse';
import { keepingsOf, keptRefusal } from './keeping';
import { bumps } from './manner';
import type { BusOptions } from './options';
import { assertQuotesNobody, assertReferred, assertSaysWhatAsks } from './referred';
import { outcomesOf, type StoredOutcome } from './store';
import { keptOfRefused, namesOfDone, namesOfRefused, tracedPayload } from './trace';

export interface BatchEntry<Payload = unknown> {
  readonly key: string;
  readonly payload: Payload;
}

/** The result of one batch entry: what it answered now, or when the same call ran before. */
export type BatchOutcome<Result = unknown> = { readonly key: string; readonly replayed: boolean } & (
  | { readonly refusal: null; readonly result: Result }
  | { readonly refusal: Problem; readonly result: null }
);

/** Context of a running batch: effects are held until it is known whether they are written. */
interface Running extends BatchContext {
  readonly effects: EffectQueue;
}

/** Facts that the entries of a batch share beside their context. */
interface Shared {
  readonly cause: Readonly<Record<string, string>>;
  /** True if a bump was due when the batch began. The batch leaves none itself: it moves the generation where one is due. */
  readonly generationDue: boolean;
  /** Judges the changes of one command's entries together. When it refuses, all of them are refused: see `Batch.parts`. */
  readonly inspect: Inspect | undefined;
}

/** Runs those entries whose key has no outcome yet, all at once, and leaves a trace of each. A key of another call is refused. */
export async function runMany<P extends TSchema, R extends TSchema>(
  options: BusOptions,
  context: Running,
  command: Command<P, R>,
  entries: readonly BatchEntry<Static<P>>[],
  shared: Shared,
): Promise<BatchOutcome<Answer<R>>[]> {
  for (const { key } of entries) assertInnerKey(key);
  const keys = entries.map(({ key }) => key);
  const { tx, storeId } = context;
  const found = await openPersonal(tx, options.services.secretBox, storeId, await outcomesOf(tx, storeId, keys));
  const stored = new Map(found.map((row) => [row.key, row]));
  const factsOf = ({ payload }: BatchEntry): Facts => ({
    command: command.id,
    payload: identityOf(command, payload),
    actor: context.principal.id,
    deferBump: false,
    expectedRev: null,
  });
  const fresh = entries.filter(({ key }) => !stored.has(key));
  const ran = await runFresh(options, context, command, fresh, factsOf, shared);
  return entries.map((entry) => {
    const before = stored.get(entry.key);
    return before
      ? replayed<Answer<R>>(options, before, factsOf(entry))
      : (ran.get(entry.key) as BatchOutcome<Answer<R>>);
  });
}

/** Runs the entries, all at once, and leaves the trace of each. @returns their outcomes by key */
async function runFresh<P extends TSchema, R extends TSchema>(
  options: BusOptions,
  context: Running,
  command: Command<P, R>,
  entries: readonly BatchEntry<Static<P>>[],
  factsOf: (entry: BatchEntry) => Facts,
  { cause, generationDue, inspect }: Shared,
): Promise<ReadonlyMap<string, BatchOutcome<Answer<R>>>> {
  if (!command.runMany) throw new Error(`${command.id} cannot run in a batch`);
  if (entries.length === 0) return new Map();
  const { tx, principal, now } = context;
  const recorders = entries.map(() => new ChangeRecorder(options.services.capabilities));
  const items = entries.map(({ payload }, index) =>
    itemOf(options, command, payload, recorders[index] as ChangeRecorder),
  );
  const queuedBefore = context.effects.queued.length;
  const answers = await command.runMany(context, items);
  if (options.strict) assertSaysWhatAsks(command, context.effects.queued.slice(queuedBefore));
  const changes = recorders.flatMap((recorder, index) => (answers[index] instanceof Error ? [] : recorder.changes));
  await inspect?.(tx, changes, now);
  const ran = entries.map(({ payload }, index) => ({ payload, recorder: recorders[index] as ChangeRecorder }));
  const done = ran.filter((_, index) => !(answers[index] instanceof Error));
  const keepings = (await keepingsOf(options, tx, principal.storeId, command, done)).values();
  const outcomes = new Map<string, BatchOutcome<Answer<R>>>();
  const traces = entries.map((entry, index) => {
    const { key } = entry;
    const answer = answers[index];
    const left = { auditId: newAuditId(), key, fingerprint: fingerprintOf(options.fingerprintKey, factsOf(entry)) };
    if (answer instanceof Refusal) {
      if (options.strict) {
        assertDeclared(command, answer);
        assertQuotesNobody({ mutation: command, payload: entry.payload }, answer);
      }
      // The caller of a batch stores the refusal, so it gets the form that may be kept.
      const problem = problemOf(keptRefusal(options.services.capabilities.personal, command, answer));
      outcomes.set(key, { key, replayed: false, refusal: problem, result: null });
      return { ...left, ...refusedEntry(options, command, entry.payload, answer), body: problem };
    }
    if (answer instanceof Error) throw answer;
    outcomes.set(key, { key, replayed: false, refusal: null, result: answer as Answer<R> });
    const recorder = recorders[index] as ChangeRecorder;
    if (options.strict) {
      const { changes } = recorder;
      const known = { mutation: command, payload: entry.payload, result: answer, changes };
      assertReferred(options.services.capabilities.entities, known, context.effects);
    }
    const keeping = keepings.next().value as Keeping;
    return {
      ...left,
      status: 200,
      body: keeping.body(answer),
      code: null,
      entityIds: namesOfDone(command, entry.payload, recorder),
      payload: keeping.payload(tracedPayload(command, entry.payload)),
      changes: keeping.changes(recorder.changes),
      inverse: keeping.inverse(recorder.takenBackBy),
    };
  });
  const due = traces.some(({ code, changes }) => code === null && bumps(command, changes));
  const shared = { principal, command: command.id, requestId: correlation()?.requestId ?? null, cause };
  const bump = { due, defer: !due };
  const [{ auditId }] = traces as [(typeof traces)[0]];
  const left = {
    storeId: principal.storeId,
    auditId,
    changes,
    bump,
    generationDue,
  };
  await options.projection.follow(tx, left, () => writeTraces(tx, shared, traces, bump, now));
  const refused = traces.filter(({ code }) => code !== null).length;
  tx.onceKept(() => {
    const ran = { command: command.id, by: 'job' };
    commands.inc({ ...ran, outcome: 'done' }, traces.length - refused);
    commands.inc({ ...ran, outcome: 'refused' }, refused);
  });
  return outcomes;
}

const refusedEntry = (
  options: BusOptions,
  command: Pick<Command, 'redact' | 'payload' | 'subject'>,
  payload: unknown,
  refusal: Refusal,
) => ({
  status: refusal.status,
  code: refusal.code,
  entityIds: namesOfRefused(command, payload, refusal),
  payload: keptOfRefused(options, command, payload, refusal),
  changes: [],
  inverse: null,
});

const itemOf = <Payload>(
  options: BusOptions,
  mutation: Pick<Command, 'id' | 'irreversible'>,
  payload: Payload,
  recorder: ChangeRecorder,
): BatchItem<Payload> => ({
  payload,
  newId: (prefix) => recorder.newId(prefix),
  record: (...change) => recorder.record(...change),
  inverse: (command, payload) => noteInverse(options, mutation, recorder, { command, payload }),
});

/** Gives the earlier answer of a key, or the refusal of a key that another call has used. */
function replayed<Result>(
  { fingerprintKey }: BusOptions,
  { key, fingerprint, status, body, command, actor }: StoredOutcome,
  facts: Facts,
): BatchOutcome<Result> {
  if (!isSameCall(fingerprint, fingerprintOf(fingerprintKey, facts))) {
    const first = command === null || actor === null ? undefined : { command, actor };
    const refusal = problemOf(usedForAnother(fingerprintKey, fingerprint, first, facts));
    return { key, replayed: false, refusal, result: null };
  }
  return status < 400
    ? { key, replayed: true, refusal: null, result: body as Result }
    : { key, replayed: true, refusal: body as Problem, result: null };
}
