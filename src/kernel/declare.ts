import type { Config } from '../config';
import type { Queryable, Transaction } from './database';
import type { ProblemCode } from './errors';
import type { Job } from './job';
import type { Principal } from './principal';
import type { Static, TSchema } from './schema';
import type { Scope } from './scopes';
import type { SecretBox } from './secret-box';

/** Spec §4.1. What a handler is given follows from it: a read that writes does not compile. */
export type Policy = 'read' | 'quote' | 'workspace' | 'propose' | 'owner';
export type Flag = 'destructive' | 'bumps generation';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type HttpPath = `${HttpMethod} /v1/${string}`;

/** What the composition root lends to every handler. */
export interface Services {
  readonly config: Config;
  readonly secretBox: SecretBox;
  readonly capabilities: CapabilityIndex;
}

/** The registry as handlers may see it; the registry itself imports every handler, so they cannot import it. */
export interface CapabilityIndex {
  readonly routes: readonly Route[];
  readonly commands: readonly Command[];
  /** SHA-256 over every declaration: equal hashes promise an equal interface. */
  readonly hash: string;
  command(id: string): Command | undefined;
  /** Field errors of a payload against a command's schema; empty when it fits. */
  payloadErrors(command: Command, payload: unknown): readonly { pointer: string; message: string }[];
}

export interface ReadContext {
  readonly principal: Principal;
  readonly storeId: string;
  readonly now: Date;
  readonly db: Queryable;
  readonly services: Services;
}

/** One aggregate as it was and as it is now; null is "does not exist". The fields are those that callers see. */
export type Snapshot = Readonly<Record<string, unknown>> | null;

/** Collects what one mutation changes. It becomes the preview of a dry run and the audit row of a real one. */
export interface Recorder {
  /** @param entity resource word, e.g. `product` @param id its identifier. The first one recorded is the audit row's entity. */
  record(entity: string, id: string, before: Snapshot, after: Snapshot): void;
}

export interface Reversal {
  /** Names the command that would take this one back; the audit row keeps it. */
  inverse(command: string, payload: Readonly<Record<string, unknown>>): void;
}

/** Effects wait in the outbox of the same transaction and are dispatched after commit, so a dry run cannot leak one. */
export interface Effects {
  startWorkflow<Input, Output>(job: Job<Input, Output>, input: Input): void;
  /** Sends an Update to a running workflow; one that has ended needs it no more. */
  updateWorkflow(workflowId: string, update: string, input: unknown): void;
  cancelWorkflow(workflowId: string): void;
}

interface WriteContext {
  readonly principal: Principal;
  readonly storeId: string;
  readonly now: Date;
  readonly tx: Transaction;
  readonly effects: Effects;
  readonly services: Services;
  newId(prefix: string): string;
}

export interface MutationContext extends WriteContext, Recorder, Reversal {
  /** Refuses with rev_conflict when the caller stated another rev (`If-Match` or `expectedRev`), and notes the rev that was read. */
  guardRev(id: string, currentRev: number): void;
  /** Values that the answer carries once and that nothing stores: a replay shows `replayed: true` without them. */
  once(secret: Readonly<Record<string, unknown>>): void;
}

/** One command of a batch; its recorder is its own, so it has an audit row of its own. */
export interface BatchItem<Payload> extends Recorder, Reversal {
  readonly payload: Payload;
  newId(prefix: string): string;
}

export interface BatchContext extends WriteContext {}

interface Declaration {
  readonly id: string;
  /** One sentence: the docs, the tool and the command line show it. */
  readonly summary: string;
  readonly policy: Policy;
  readonly scope: Scope | null;
  readonly result: TSchema;
  readonly refuses: readonly ProblemCode[];
  /** An input that is valid against the demo store: a payload, or `{ params, query, body }` of a route. */
  readonly example?: unknown;
  /** The answer waits a few seconds until its effects have reached the workflow; without a worker it is 503, and nothing is lost. */
  readonly awaitsEffects?: true;
  /** No command takes it back; reviewers are told. */
  readonly irreversible?: true;
  /** What the first answer carries beside its result and no replay shows again, e.g. a token's plaintext. */
  readonly answersOnce?: Readonly<Record<string, TSchema>>;
}

/** A second, HTTP-shaped door to a command: no second handler exists that could drift (house-style §3.1). */
export interface Alias {
  readonly id: string;
  readonly http: HttpPath;
  readonly status?: 200 | 201 | 202;
  readonly params?: TSchema;
  readonly body?: TSchema;
  payload(input: { readonly params: Record<string, string>; readonly body: unknown }): unknown;
}

export interface Command<P extends TSchema = TSchema, R extends TSchema = TSchema> extends Declaration {
  readonly kind: 'command';
  readonly policy: 'workspace' | 'propose' | 'owner';
  readonly flags: readonly Flag[];
  readonly payload: P;
  readonly result: R;
  readonly alias?: Alias;
  /** Scope with which a developer token may run an owner command (spec §5). */
  readonly developerOptIn?: Scope;
  /** What the audit row keeps of the payload. @default all of it */
  redact?(payload: Static<P>): unknown;
  run(context: MutationContext & { readonly payload: Static<P> }): Promise<Static<R>>;
  /** Many at once in one transaction with set-based SQL; an item that is refused is answered with its refusal. */
  runMany?(context: BatchContext, items: readonly BatchItem<Static<P>>[]): Promise<readonly (Static<R> | Error)[]>;
}

interface RouteDeclaration<A extends TSchema, Q extends TSchema, R extends TSchema> extends Declaration {
  readonly kind: 'route';
  readonly http: HttpPath;
  readonly params: A;
  readonly query: Q;
  readonly result: R;
  readonly status: 200 | 201 | 202;
}

export interface ReadRoute<
  A extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> extends RouteDeclaration<A, Q, R> {
  /** Owner reads exist too (spec: tokens.list). */
  readonly policy: 'read' | 'quote' | 'owner';
  readonly writes: false;
  /** Public reads need no credential (spec §4.2: meta, commands, checks). */
  readonly anonymous?: true;
  readonly body?: B;
  run(
    context: ReadContext & { readonly params: Static<A>; readonly query: Static<Q>; readonly body: Static<B> },
  ): Promise<Static<R>>;
}

/** A route that changes the store and is no command: it runs through the same bus, keyed by the `Idempotency-Key` header. */
export interface WriteRoute<
  A extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> extends RouteDeclaration<A, Q, R> {
  readonly policy: 'workspace' | 'propose' | 'owner';
  readonly writes: true;
  readonly flags: readonly Flag[];
  readonly body: B;
  run(context: MutationContext & { readonly params: Static<A>; readonly body: Static<B> }): Promise<Static<R>>;
}

/** A route whose work is a command: an alias, or `commands.run` itself, whose command is named in the body. */
export interface CommandRoute extends RouteDeclaration<TSchema, TSchema, TSchema> {
  readonly policy: 'workspace' | 'propose' | 'owner';
  readonly writes: true;
  readonly body: TSchema;
  readonly delegates: { readonly command: Command; readonly alias: Alias } | 'envelope';
}

export type Route = ReadRoute | WriteRoute | CommandRoute;
export type Capability = Command | Route;

const empty = { type: 'object', properties: {}, additionalProperties: false } as const as TSchema;

type Draft<T, Optional extends keyof T> = Omit<T, 'kind' | 'writes' | Optional> & Partial<Pick<T, Optional>>;

/** Declares a command. The handler's payload type and its result's type follow from the schemas. */
export function command<P extends TSchema, R extends TSchema>(draft: Draft<Command<P, R>, 'flags'>): Command<P, R> {
  return { kind: 'command', flags: [], ...draft };
}

/** Declares a route that reads, or asks a provider, and changes nothing. */
export function readRoute<A extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  draft: Draft<ReadRoute<A, Q, B, R>, 'params' | 'query' | 'status'>,
): ReadRoute<A, Q, B, R> {
  return { kind: 'route', writes: false, params: empty as A, query: empty as Q, status: 200, ...draft };
}

/** Declares a route that changes the store without being a command. */
export function writeRoute<A extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  draft: Draft<WriteRoute<A, Q, B, R>, 'params' | 'query' | 'status' | 'flags' | 'body'>,
): WriteRoute<A, Q, B, R> {
  return {
    kind: 'route',
    writes: true,
    params: empty as A,
    query: empty as Q,
    body: empty as B,
    status: 200,
    flags: [],
    ...draft,
  };
}

/** The route that a command's alias stands for. */
export function aliasRoute(command: Command, alias: Alias): CommandRoute {
  return {
    kind: 'route',
    writes: true,
    id: alias.id,
    http: alias.http,
    summary: command.summary,
    policy: command.policy,
    scope: command.scope,
    params: alias.params ?? empty,
    query: empty,
    body: alias.body ?? empty,
    result: command.result,
    status: alias.status ?? 200,
    refuses: command.refuses,
    ...(command.answersOnce ? { answersOnce: command.answersOnce } : {}),
    ...(command.awaitsEffects ? { awaitsEffects: true } : {}),
    ...(command.irreversible ? { irreversible: true } : {}),
    delegates: { command, alias },
  };
}

/** A write route as the bus runs it. */
export function routeMutation(route: WriteRoute): Mutation {
  return {
    id: route.id,
    policy: route.policy,
    flags: route.flags,
    ...(route.irreversible ? { irreversible: true } : {}),
    run: (context) => route.run({ ...context, ...(context.payload as { params: object; body: object }) }),
  };
}

/** What the bus runs: a command, or a write route as if it were one. */
export interface Mutation {
  readonly id: string;
  readonly policy: 'workspace' | 'propose' | 'owner';
  readonly flags: readonly Flag[];
  readonly irreversible?: true;
  /** What the audit row calls a success. @default done */
  readonly success?: 'done' | 'proposed';
  redact?(payload: unknown): unknown;
  run(context: MutationContext & { readonly payload: unknown }): Promise<unknown>;
}

export const isRead = (route: Route): route is ReadRoute => !route.writes;
