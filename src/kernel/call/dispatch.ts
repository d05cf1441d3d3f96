import type { CommandBus } from '../bus';
import { type Call, NotPermitted, type Outcome, type Proof, type UnkeyedCall } from '../bus/call';
import { draftOf } from '../bus/draft';
import { unavailableIfDown } from '../bus/retry';
import { STATED_REV } from '../bus/rev';
import type { NamedCall } from '../bus/trace';
import type { Correlation } from '../correlation';
import type { Database } from '../database/database';
import type { StoreReader } from '../database/queryable';
import { assertMayState, denial, statesNeeding } from '../declaration/authority';
import type { CapabilityIndex } from '../declaration/capability-index';
import { declaredOnly } from '../declaration/declared';
import { undeclaredOf } from '../declaration/file';
import { nearestName } from '../declaration/near-names';
import type { Principal } from '../declaration/principal';
import type { Capability, ReadRoute, Route, WorkRoute } from '../declaration/route';
import type { WorkServices } from '../declaration/services';
import { type Patience, type Settled, settled } from '../declaration/settling';
import { isEnvelope, isWork, producedBy, settlingOf, statusOf } from '../declaration/traits';
import { nextStep, type Problem, Refusal, refuse } from '../errors';
import { newUlid } from '../ids';
import { JsonText, textOf } from '../json-text';
import { isGone } from '../personal/personal';
import { object } from '../schema/schema';
import { assertStorable, schemaErrors } from '../schema/validation';
import type { Preview } from '../trace/recorder';
import { type Sight, sightOf } from '../trace/sight';
import { cursorsOf } from './cursor';
import type { Envelope } from './envelope';
import { type Beside, type Incoming, inEnvelope, throughRoute } from './incoming';
import { checkInput, type Input, invalid } from './input-check';
import {
  assertNothingStated,
  type Controls,
  type Door,
  httpDoor,
  type Locate,
  located,
  locatedProblem,
  locateInRoute,
  type Stated,
} from './stated';

/** The controls are those that stand beside the input: headers, or arguments of a tool. */
export interface RouteInput extends Input, Controls {
  /** @default httpDoor */
  readonly door?: Door;
  /** Patience of a caller who wants to wait for the work of the call. */
  readonly patience?: Patience | undefined;
  /** Ends when the caller leaves. */
  readonly gone?: AbortSignal | undefined;
  /** The request that the call came with. @default what the work that is under way belongs to */
  readonly origin?: Correlation | undefined;
  /** Proof to wait for, while the caller is only taken for the principal. A read begins regardless: whoever tells its answer waits. */
  readonly proof?: Proof | undefined;
}

/** Controls that come with a command beside its envelope. */
type BesideEnvelope = Controls & Pick<RouteInput, 'door' | 'patience' | 'origin' | 'proof'>;

export interface Reply {
  readonly status: number;
  /** The answer's value, or a {@link JsonText} of it, or the file that the route answers. */
  readonly body: unknown;
  /** Rev of the one thing that the answer is about. */
  readonly rev?: number | undefined;
  readonly replayed?: boolean;
  readonly auditId?: string;
  /** The caller's wish to wait was honoured: for so long at most, in ms. */
  readonly waitedMs?: number;
  /** The state of the call's work, for a caller who wished to wait for its end. */
  readonly work?: Settled<unknown>['state'];
}

/** Takes a live change by an agent, and records it into a proposal. The kernel knows the gate, not the proposals. */
export interface ProposalGate {
  record(call: Call): Promise<Reply>;
  /** Previews the recording of a call, on top of the items in its proposal and within the token's limits. */
  preview(call: UnkeyedCall): Promise<Previewed>;
  /** Judges in the call's own transaction what the call of a limited token has changed. */
  limiting(principal: Principal): Pick<Call, 'inspect'>;
}

interface Previewed {
  /** The live call would be recorded, and not run. */
  readonly wouldPropose?: true;
  readonly preview: Preview;
}

/** The part of a reply that tells how a wait for work ended. */
type Answered = Pick<Reply, 'work' | 'waitedMs'>;

const DELIVERY_DEADLINE_MS = 4_000;

interface DispatcherOptions {
  readonly database: Database;
  readonly bus: CommandBus;
  readonly services: WorkServices;
  readonly proposals: ProposalGate;
  /** Waits until effects have reached their workflow. */
  readonly delivered: (storeId: string, effectIds: readonly string[], deadlineMs: number) => Promise<boolean>;
  /** Holds every handler against what it declares; for tests and development. */
  readonly strict?: boolean;
}

/** The only way in: policy, scope, schema, then the handler. Surfaces bring a principal and an input, and carry the reply out. */
export class Dispatcher {
  constructor(private readonly options: DispatcherOptions) {}

  async route(route: Route, principal: Principal, input: RouteInput): Promise<Reply> {
    const door = input.door ?? httpDoor;
    for (const [place, value] of [
      [door.path, input.params],
      [door.query, input.query],
      [door.body, input.body],
    ] as const)
      assertStorable(value, place);
    const throughDoor = { ...input, door };
    try {
      if (!route.writes) return await this.read(route, principal, throughDoor);
      if (!isEnvelope(route)) return await this.change(throughRoute(route, principal, throughDoor), input);
      await this.authorise(route, principal);
      checkInput(route, input, locateInRoute(door));
      return await this.command(principal, input.body as Envelope, throughDoor);
    } catch (error) {
      throw unavailableIfDown(error);
    }
  }

  /** `POST /v1/commands`, and every other place that names a command. */
  async command(principal: Principal, envelope: Envelope, beside: BesideEnvelope = {}): Promise<Reply> {
    const door = beside.door ?? httpDoor;
    if (principal.kind === 'anonymous') refuse('unauthenticated');
    assertStorable(envelope.payload, `${door.body}/payload`);
    const { capabilities } = this.options.services;
    const isNamed = ({ id }: Capability): boolean => id === envelope.command;
    // Commands that only the product issues are found here as well: the refusal leaves an audit row that names the caller.
    const command = capabilities.command(envelope.command) ?? capabilities.runtimeCommands.find(isNamed);
    if (!command) noCommand(`${door.body}/command`, envelope.command, capabilities);
    if (envelope.storeId !== principal.storeId) refuse('not_found', 'There is no such store.');
    return this.change(inEnvelope(command, principal, envelope, { ...beside, door }), beside);
  }

  private async read(
    route: ReadRoute | WorkRoute,
    principal: Principal,
    input: Input & Beside & Pick<RouteInput, 'gone'>,
  ): Promise<Reply> {
    const call = route.audited && callOfRead(route, principal, input);
    if (!route.anonymous) await this.authorise(route, principal, call);
    const locate = locateInRoute(input.door);
    checkInput(route, input, locate);
    assertMayState(principal, route.body, input.body);
    assertNothingStated(input.door, isWork(route) && route.keyed ? { ...input, idempotencyKey: undefined } : input);
    const run = () =>
      route.run({
        principal,
        storeId: principal.storeId,
        db: this.readerFor(route, principal.storeId),
        services: this.options.services,
        cursors: cursorsOf(route.id, input),
        key: input.idempotencyKey,
        gone: input.gone,
        params: input.params,
        query: input.query,
        body: input.body,
      });
    const answerCall = () => relocating(locate, () => (this.options.strict ? declaredOnly(route, run) : run()));
    const body = await (call ? this.auditingRefusals(call, answerCall) : answerCall());
    this.checkResult(route, body);
    const told = {
      status: route.status,
      body: this.sightOf(principal).value(route.result, body),
      rev: revOf(body, route.about),
    };
    return call ? { ...told, auditId: await this.options.bus.auditRead(call) } : told;
  }

  private async auditingRefusals<T>(call: NamedCall, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) await this.options.bus.auditRefusal(call, error);
      throw error;
    }
  }

  private readerFor(route: ReadRoute | WorkRoute, storeId: string): StoreReader {
    const reader = this.options.database.reader(storeId);
    // Work goes back to the database after an answer from elsewhere: it cannot be of one moment.
    return this.options.strict && !isWork(route) ? ofOneMoment(reader, route.id) : reader;
  }

  /** Previews, runs or records a change; a key that has an outcome answers it, whatever would become of the call today. */
  private async change(
    incoming: Incoming,
    { patience, proof }: Pick<RouteInput, 'patience' | 'proof'>,
  ): Promise<Reply> {
    const { answers, call: unread } = incoming;
    // Only what the bus carries out, which waits for the proof itself, begins before it.
    if (proof && !mayRun(unread)) await proof();
    await this.authorise(unread.mutation, unread.principal, unread);
    const { payload, stated, locate: inPayload } = incoming.read();
    assertRevOfSomething(unread.mutation, stated);
    const call = { ...unread, payload, expectedRev: stated.expectedRev };
    if (statesNeeding(call.mutation.payload))
      await this.auditingRefusals(call, async () => assertMayState(call.principal, call.mutation.payload, payload));
    const locate: Locate = (pointer) => (pointer === STATED_REV ? stated.expectedRevAt : inPayload(pointer));
    return relocating(locate, async () => {
      if (call.mutation.workspace)
        await this.auditingRefusals(call, async () => draftOf(call.mutation, call.principal, payload));
      if (stated.dryRun) {
        await proof?.();
        return this.preview(answers, call);
      }
      const key = stated.idempotencyKey ?? newUlid();
      const reply = await this.runOrRecord(incoming, { ...call, key, proof }, patience);
      return reply.status < 400 ? reply : { ...reply, body: locatedProblem(reply.body as Problem, locate) };
    });
  }

  /** Says what the live call would meet: it takes the same way to its end, which is rolled back. */
  private async preview(capability: Capability, call: UnkeyedCall): Promise<Reply> {
    const { bus, proposals } = this.options;
    const previewed = await this.runOrPropose<UnkeyedCall, Previewed>(
      call,
      async (limited) => ({ preview: await bus.dryRun(limited) }),
      () => proposals.preview(call),
    );
    const named = capability.kind === 'command' ? { command: capability.id } : {};
    const preview = this.sightOf(call.principal).preview(call, previewed.preview);
    return { status: 200, body: { ...named, dryRun: true, ...previewed, preview } };
  }

  private sightOf(principal: Principal): Sight {
    return sightOf(principal, this.options.services.capabilities.entities);
  }

  private runOrRecord({ answers, shape }: Incoming, call: Call, patience: Patience | undefined): Promise<Reply> {
    const { bus, proposals } = this.options;
    const sight = this.sightOf(call.principal);
    const seen: typeof shape = (result, outcome) => shape(sight.value(answers.result, result), outcome);
    return this.runOrPropose(
      call,
      async (limited) =>
        this.replyOf(answers, await this.settled(answers, call, await bus.execute(limited), patience), seen),
      async () => proposedIn(sight, call, await proposals.record(call)),
    );
  }

  /** An agent's live changes are proposed, and those of a developer token that go beyond its limits. */
  private async runOrPropose<C extends UnkeyedCall, T>(
    call: C,
    run: (limited: C) => Promise<T>,
    propose: () => Promise<T>,
  ): Promise<T> {
    if (call.mutation.policy !== 'propose') return run(call);
    if (call.principal.kind === 'agent') return propose();
    try {
      return await run({ ...call, ...this.options.proposals.limiting(call.principal) });
    } catch (error) {
      if (error instanceof NotPermitted) return propose();
      throw error;
    }
  }

  /** Policy × kind of credential, then scope (design §2). Refused changes are audited: a denied attempt is news. */
  private async authorise(capability: Capability, principal: Principal, call?: NamedCall): Promise<void> {
    if (principal.kind === 'anonymous') refuse('unauthenticated');
    const refusal = denial(capability, principal);
    if (!refusal) return;
    if (call) await this.options.bus.auditRefusal(call, refusal);
    throw refusal;
  }

  private async replyOf(
    capability: Capability,
    outcome: Outcome & Answered,
    shape: (result: unknown, outcome: Outcome) => unknown,
  ): Promise<Reply> {
    const { status, body, replayed, auditId, once, work, waitedMs } = outcome;
    // A refusal, or a recording whose key is sent again.
    if (status !== 200) return { status, body, replayed, auditId };
    if (capability.awaitsEffects) await this.assertDelivered(outcome);
    this.checkResult(capability, body);
    const answer = {
      ...(shape(body, outcome) as object),
      ...once,
      ...(replayed && capability.answersOnce ? { replayed: true } : {}),
    };
    const isOver = work === 'done' || work === 'failed' || settlingOf(capability)?.begins?.(body) === false;
    const own = isOver ? status : statusOf(capability);
    const waited = { ...(waitedMs === undefined ? {} : { waitedMs }), ...(work === undefined ? {} : { work }) };
    return { status: own, body: answer, rev: revOf(body), replayed, auditId, ...waited };
  }

  /**
   * An outcome of which a caller with patience is told how its work stands in the end. A replay waits like the first call.
   * @throws {Refusal} unauthenticated when the credential was revoked while he waited, and what the work ended with
   */
  private async settled(
    capability: Capability,
    { principal, key }: Call,
    outcome: Outcome,
    patience: Patience | undefined,
  ): Promise<Outcome & Answered> {
    const settles = settlingOf(capability);
    if (!settles || !patience || outcome.status !== 200) return outcome;
    const { storeId, body } = outcome;
    const db = this.options.database.reader(storeId);
    const waiter = { storeId, principalId: principal.id, key };
    const { state, result, honoured } = await settled(
      () => settles.look(db, storeId, body, this.options.services),
      patience,
      waiter,
    )
      // Whatever was seen happened after the call: it is told to nobody who might not ask for it now.
      .finally(() => this.options.bus.assertLive(principal));
    return { ...outcome, body: result, work: state, ...(honoured ? { waitedMs: patience.ms } : {}) };
  }

  private async assertDelivered({ effectIds, storeId }: Outcome): Promise<void> {
    if (effectIds.length === 0 || (await this.options.delivered(storeId, effectIds, DELIVERY_DEADLINE_MS))) return;
    refuse(
      'unavailable',
      'It is decided and kept, but no worker has taken it up yet; the first that runs does. The same call answers what was decided.',
      {
        retryAfterSeconds: 5,
      },
    );
  }

  private checkResult(capability: Capability, result: unknown): void {
    // A stored answer about a person who was forgotten since fits no schema any more.
    if (!this.options.strict || isGone(result)) return;
    const errors = schemaErrors(capability.result, JSON.parse(textOf(result ?? null)));
    if (errors.length > 0)
      throw new Error(`${capability.id} answered outside of its schema: ${JSON.stringify(errors)}`);
    const produces = capability.kind === 'route' ? producedBy(capability) : undefined;
    const undeclared = produces && undeclaredOf(produces, result);
    if (undeclared) throw new Error(`${capability.id} answered what it does not declare: ${undeclared}`);
  }
}

/**
 * Tells whether a call is carried out as it came in, as far as can be seen before. Such a call is not refused, proposed, or looked at for
 * its draft.
 */
const mayRun = ({ mutation, principal }: UnkeyedCall): boolean =>
  !(mutation.policy === 'propose' && principal.kind === 'agent') &&
  mutation.workspace === undefined &&
  denial(mutation, principal) === undefined;

/** A read as the audit names it. */
const callOfRead = (
  { id, params: inPath, query: inQuery, body: inBody }: ReadRoute | WorkRoute,
  principal: Principal,
  { params, query, body, origin }: Input & Beside,
): NamedCall => ({
  principal,
  origin,
  mutation: { id, payload: object({ params: inPath, query: inQuery, ...(inBody ? { body: inBody } : {}) }) },
  payload: { params, query, ...(inBody ? { body } : {}) },
});

/** Fails a read that asks twice without a snapshot. */
function ofOneMoment(reader: StoreReader, routeId: string): StoreReader {
  let asked = false;
  const once = <A extends unknown[], T>(ask: (...input: A) => Promise<T>) => {
    return async (...input: A): Promise<T> => {
      if (asked) throw new Error(`${routeId} asks the database twice: it needs one statement or db.snapshot`);
      asked = true;
      return ask(...input);
    };
  };
  return { query: once(reader.query), rowByKey: once(reader.rowByKey), snapshot: once(reader.snapshot) } as StoreReader;
}

/** Answers a recorded call, with its preview as the caller may see it. */
function proposedIn(sight: Sight, call: Call, reply: Reply): Reply {
  const { preview, ...told } = reply.body as { readonly preview?: Preview };
  return preview ? { ...reply, body: { ...told, preview: sight.preview(call, preview) } } : reply;
}

/** @throws {Refusal} invalid_request, with the command that was perhaps meant */
function noCommand(pointer: string, id: string, { commands }: Pick<CapabilityIndex, 'commands'>): never {
  const message = `there is no command ${id}`;
  const near = nearestName(
    id,
    commands.map((command) => command.id),
  );
  const facts = near
    ? nextStep(`Bunu mu istediniz: ${near}?`, `Did you mean ${near}?`)
    : nextStep('Bütün komutlar GET /v1/commands yanıtındadır.', 'GET /v1/commands answers all commands.');
  return refuse('invalid_request', `${pointer} ${message}`, { errors: [{ pointer, message }], facts: { ...facts } });
}

/**
 * Refuses rev 0 for a thing that cannot be missing: only a thing that may not be there yet is at rev 0.
 * @throws {Refusal} invalid_request
 */
function assertRevOfSomething({ subject }: Call['mutation'], { expectedRev, expectedRevAt }: Stated): void {
  if (expectedRev === 0 && !subject?.optional) invalid(expectedRevAt, 'must be a rev, the first of which is 1');
}

/** @param about see {@link ReadRoute.about} */
function revOf(result: unknown, about?: string): number | undefined {
  if (result instanceof JsonText) return result.rev;
  if (about !== undefined) {
    const thing = (result as Readonly<Record<string, unknown>>)[about];
    return thing === null ? 0 : revOf(thing);
  }
  const rev = (result as { rev?: unknown } | null | undefined)?.rev;
  return typeof rev === 'number' ? rev : undefined;
}

/** Runs the work, and gives its refusals pointers into the request. */
async function relocating<T>(locate: Locate, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? located(error, locate) : error;
  }
}
