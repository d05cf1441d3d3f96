import type { Transaction } from '../database/queryable';
import type { Command } from '../declaration/command';
import { withoutPlaces } from '../declaration/content';
import { idsNamed, subjectIn } from '../declaration/subject';
import { problemOf, type Refusal } from '../errors';
import { sealedBy, WITHHELD } from '../personal/personal';
import { secrets, withoutSecrets } from '../schema/secret';
import { newAuditId, type Trace, writeTrace } from '../trace/audit-store';
import { refusedPayload, unreadPayload } from '../trace/excerpt';
import type { Keeping } from './call';
import { type Call, type Outcome, originOf, type UnkeyedCall } from './call';
import { claim, lookAhead, type Seen } from './claim';
import { timeOf } from './clock';
import { keptRefusal } from './keeping';
import type { Manner } from './manner';
import type { BusOptions } from './options';
import { retrying } from './retry';
import type { Run } from './run';

/** A call as far as an audit row names it. */
export type NamedCall = Omit<UnkeyedCall, 'mutation'> & { readonly mutation: Pick<Command, 'id' | 'payload'> };

/** Writes audit row, outcome and effects into the transaction of the run, and what is projected of it. @returns the generation after a bump */
export async function leaveTrace(
  { projection }: Pick<BusOptions, 'projection'>,
  tx: Transaction,
  call: Call,
  manner: Manner,
  fingerprint: string,
  { result, recorder, effects }: Run,
  keeping: Keeping,
  { now, generationDue, livesNow }: Seen,
  auditId: string,
): Promise<number | null> {
  const { mutation, payload, principal } = call;
  effects.write(tx, principal.storeId, originOf(call));
  const trace: Trace = {
    ...headOf(call),
    payload: keeping.payload(tracedPayload(mutation, payload)),
    auditId,
    key: call.key,
    fingerprint,
    changes: keeping.changes(recorder.changes),
    entityIds: namesOfDone(mutation, payload, recorder),
    code: null,
    outcome: manner.outcome,
    status: manner.status,
    body: keeping.body(result),
    inverse: keeping.inverse(recorder.takenBackBy),
    holdsCredential: livesNow,
  };
  const bump = manner.bump(recorder.changes);
  const left = { storeId: principal.storeId, auditId, changes: recorder.changes, bump, generationDue };
  return projection.follow(tx, left, () => writeTrace(tx, trace, bump, now));
}

/**
 * Writes down that a call was refused, and with which answer, unless its key has an outcome meanwhile. The caller, who has just said
 * what is quoted, is answered the whole refusal.
 */
export function recordRefusal(
  options: BusOptions,
  call: Call,
  fingerprint: string,
  refusal: Refusal,
): Promise<Outcome> {
  return options.database.transaction(call.principal.storeId, async (tx) => {
    const { stored, now } = await claim(options, tx, call, fingerprint);
    if (stored) return { keep: false, value: stored };
    const payload = keptOfRefused(options, call.mutation, call.payload, refusal);
    const found = { payload, entityIds: namesOfRefused(call.mutation, call.payload, refusal) };
    const kept = keptRefusal(options.services.capabilities.personal, call.mutation, refusal);
    const trace = refusedTrace(call, found, { key: call.key, fingerprint }, kept);
    await writeTrace(tx, trace, { due: false, defer: true }, now);
    const value: Outcome = {
      status: trace.status,
      body: problemOf(refusal),
      generation: null,
      auditId: trace.auditId,
      replayed: false,
      once: null,
      storeId: call.principal.storeId,
      effectIds: [],
    };
    return { keep: true, value };
  });
}

/** Writes down a call that was refused before its payload was read. */
export async function auditRefusal(options: BusOptions, call: NamedCall, refusal: Refusal): Promise<void> {
  await options.database.transaction(call.principal.storeId, async (tx) => {
    const now = await timeOf(options, tx);
    const entityIds = idsKept(call.mutation, call.payload);
    const payload = unreadPayload(options.fingerprintKey, call.payload, entityIds);
    const trace = refusedTrace(call, { payload, entityIds }, { key: null, fingerprint: null }, refusal);
    await writeTrace(tx, trace, { due: false, defer: true }, now);
    return { keep: true, value: undefined };
  });
}

/**
 * Writes down that something was looked at. What was seen stands nowhere.
 * @returns the audit row's id
 * @throws {Refusal} unauthenticated when the credential was revoked meanwhile
 */
export async function auditRead(options: BusOptions, call: NamedCall): Promise<string> {
  const { principal, mutation, payload } = call;
  return retrying(() =>
    options.database.transaction(principal.storeId, async (tx) => {
      const { now } = await lookAhead(options, tx, principal);
      const trace: Trace = {
        ...headOf(call),
        auditId: newAuditId(),
        key: null,
        fingerprint: null,
        payload: withoutPersonal(mutation, payload),
        changes: [],
        entityIds: idsKept(mutation, payload),
        code: null,
        outcome: 'done',
        status: 200,
        body: null,
        holdsCredential: true,
      };
      await writeTrace(tx, trace, { due: false, defer: true }, now);
      return { keep: true, value: trace.auditId };
    }),
  );
}

/** More than these are not kept of what a call names and has not changed: nobody may fill the log with names. */
const IDS_MAX = 20;

const idsKept = (mutation: Pick<Command, 'payload'>, payload: unknown): string[] =>
  idsNamed(mutation.payload, payload, IDS_MAX);

/** Collects the ids by which a call is found, whatever became of it: its subject, and all else that it names by an identifier. */
const namesKept = (mutation: Pick<Command, 'payload' | 'subject' | 'redact'>, payload: unknown): string[] => [
  ...new Set([
    ...subjectIn(mutation, payload),
    ...idsKept(mutation, mutation.redact ? mutation.redact(payload) : payload),
  ]),
];

/** Shows a payload that fits its schema to people, without the places of its files. */
export const tracedPayload = (mutation: Pick<Command, 'redact' | 'payload' | 'files'>, payload: unknown): unknown =>
  withoutPlaces(mutation.files, shownPayload(mutation, payload));

/** Shows a payload that fits its schema to people. */
export const shownPayload = (
  { redact, payload: schema }: Pick<Command, 'redact' | 'payload'>,
  payload: unknown,
): unknown => withoutSecrets(schema, redact ? redact(payload) : payload);

/** True if people may not read the whole payload of such a call. */
export const hidesPayload = ({ redact, payload }: Pick<Command, 'redact' | 'payload'>): boolean =>
  redact !== undefined || secrets.holds(payload);

/** Shows a refused payload to people. Nobody knows whose its personal values are, so none is kept. */
export const keptOfRefused = (
  { fingerprintKey }: Pick<BusOptions, 'fingerprintKey'>,
  mutation: Pick<Command, 'redact' | 'payload' | 'files'>,
  payload: unknown,
  { options }: Refusal,
): unknown => {
  if (options.undeclared) return unreadPayload(fingerprintKey, payload, idsKept(mutation, payload));
  const kept = tracedPayload(mutation, payload);
  return refusedPayload(fingerprintKey, withoutPersonal(mutation, kept), idsKept(mutation, kept));
};

const withoutPersonal = (mutation: Pick<Command, 'payload'>, payload: unknown): unknown =>
  sealedBy(mutation.payload, payload, () => WITHHELD);

/** Collects the ids by which a successful call is found: things that it touched, and things that it named and left unchanged. */
export const namesOfDone = (
  mutation: Pick<Command, 'payload' | 'subject' | 'redact'>,
  payload: unknown,
  { touched }: Pick<Run['recorder'], 'touched'>,
): readonly string[] => [...new Set([...touched, ...namesKept(mutation, payload)])];

/**
 * Collects the ids by which a refused call is found: things that it named, and things that its run came to. An undeclared value may be a secret in the wrong field,
 * whatever the field is for.
 */
export const namesOfRefused = (
  mutation: Pick<Command, 'payload' | 'subject' | 'redact'>,
  payload: unknown,
  { options }: Refusal,
): readonly string[] => {
  const named = options.undeclared ? idsKept(mutation, payload) : namesKept(mutation, payload);
  return [...new Set([...named, ...(options.cameTo ?? [])])];
};

const headOf = (call: NamedCall) => ({
  principal: call.principal,
  command: call.mutation.id,
  requestId: originOf(call)?.requestId ?? null,
  cause: call.cause ?? null,
});

function refusedTrace(
  call: NamedCall,
  found: Pick<Trace, 'payload' | 'entityIds'>,
  keyed: Pick<Trace, 'key' | 'fingerprint'>,
  refusal: Refusal,
): Trace {
  return {
    ...headOf(call),
    ...keyed,
    ...found,
    auditId: newAuditId(),
    changes: [],
    outcome: 'refused',
    code: refusal.code,
    status: refusal.status,
    body: problemOf(refusal),
  };
}
