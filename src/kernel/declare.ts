import type { OpenSettings } from '../config';
import { type Accepts, type FormFiles, identityOfContent, identityOfForm } from './content';
import type { Cursors } from './cursor';
import type { Queryable, StoreReader, Transaction } from './database';
import type { ConcernedBy, Entity, KeptByShop, UnitsOf } from './entity';
import type { ProblemCode } from './errors';
import { type FileAnswer, fileSchema, type Produces } from './file';
import type { Job } from './job';
import type { JsonText } from './json-text';
import type { Meanings } from './meaning';
import type { Objects } from './objects';
import type { PersonalFields } from './personal';
import type { Principal } from './principal';
import { type Answer, object, type Static, type TSchema, type Words } from './schema';
import type { Scope } from './scopes';
import type { SecretBox } from './secret-box';
import type { Settling } from './settling';
import type { SignedPaths } from './signed-paths';
import type { Subject } from './subject';

/** Spec §4.1. What a handler is given follows from it: a read that writes does not compile. */
export type Policy = 'read' | 'quote' | 'workspace' | 'propose' | 'owner';
export type Flag = 'destructive' | 'bumps generation';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type HttpPath = `${HttpMethod} /v1/${string}`;

/** What the composition root lends to every handler. */
export interface Services {
  readonly settings: OpenSettings;
  readonly secretBox: SecretBox;
  readonly objects: Objects;
  readonly signedPaths: SignedPaths;
  readonly capabilities: CapabilityIndex;
  /**
   * Writes down what the product itself does for a store and no command tells of, e.g. that it has asked a provider: a read has no
   * other way to write. See Database.writer.
   */
  bookkeeping(storeId: string): Queryable;
}

/** The registry as handlers may see it; the registry itself imports every handler, so they cannot import it. */
export interface CapabilityIndex {
  readonly routes: readonly Route[];
  /** Those that callers may name. */
  readonly commands: readonly Command[];
  /** Those that the product alone issues. */
  readonly runtimeCommands: readonly Command[];
  /** SHA-256 over every declaration: equal hashes promise an equal interface. */
  readonly hash: string;
  command(id: string): Command | undefined;
  readonly entities: readonly Entity[];
  readonly unitsOf: UnitsOf;
  readonly meanings: Meanings;
  readonly concernedBy: ConcernedBy;
  readonly personal: PersonalFields;
  readonly keptByShop: KeptByShop;
  /** Field errors of a payload against a command's schema; empty when it fits. */
  payloadErrors(command: Command, payload: unknown): readonly { pointer: string; message: string }[];
}

export interface ReadContext {
  readonly principal: Principal;
  readonly storeId: string;
  /** One statement, or one snapshot: what is answered is of one moment. */
  readonly db: StoreReader;
  readonly services: Services;
  /** Of a list: bound to its filters and its sort. */
  readonly cursors: Cursors;
}

/** One aggregate as it was and as it is now; null is "does not exist". The fields are those that callers see. */
export type Snapshot = Readonly<Record<string, unknown>> | null;

/** Collects what one mutation changes. It becomes the preview of a dry run and the audit row of a real one. */
export interface Recorder {
  /**
   * @param entity resource word, e.g. `product` @param id its identifier. The first one recorded is the audit row's entity.
   * @param within the wholes that it is a part of, as far as its snapshots do not name them
   */
  record(
    entity: string,
    id: string,
    before: Snapshot,
    after: Snapshot,
    within?: Readonly<Record<string, unknown>>,
  ): void;
}

export interface Reversal {
  /** Names the command that would take this one back; the audit row keeps it. */
  inverse(command: string, payload: Readonly<Record<string, unknown>>): void;
}

/** Effects wait in the outbox of the same transaction and are dispatched after commit, so a dry run cannot leak one. */
export interface Effects {
  startWorkflow<Input, Output, Facts extends Input>(job: Job<Input, Output, Facts>, facts: Facts): void;
  /** Sends an Update to a running workflow; one that has ended needs it no more. */
  updateWorkflow<Input, Output, Facts extends Input>(
    job: Job<Input, Output, Facts>,
    facts: Facts,
    update: string,
    input: unknown,
  ): void;
  cancelWorkflow<Input, Output, Facts extends Input>(job: Job<Input, Output, Facts>, facts: Facts): void;
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
  /**
   * Refuses with rev_conflict when the caller stated another rev (`If-Match` or `expectedRev`), and notes the rev that was read. Of
   * the subject of the call, or of the whole that this is a part of; a run that has a subject and does not guard it is a bug.
   */
  guardRev(id: string, currentRev: number): void;
  /**
   * The draft that the call works on, `main` or a workspace, of a capability that says where it is named: the one named, or the
   * caller's own. See {@link Drafting}.
   */
  draft(): string;
  /** Names what the audit row is found by beside what changed. */
  concerns(ids: readonly string[]): void;
  /** A time counted from now, in ms: of a deadline that is written, a preview knows that it is the same however late it is made. */
  later(ms: number): Date;
  /** Names whom the call is about, where no change of personal data does. */
  about(persons: readonly string[]): void;
  /** Ends what is kept of a person beside the rows: nobody opens it any more. The rows themselves are the handler's to empty. */
  forget(person: string): void;
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
  /** What people call a call of it, where it changes something. */
  readonly label?: Words;
  /** One sentence: the docs, the tool and the command line show it. */
  readonly summary: string;
  readonly policy: Policy;
  readonly scope: Scope | null;
  /** Scope with which a developer token may call what is the owner's (spec §5). */
  readonly developerOptIn?: Scope;
  readonly result: TSchema;
  readonly refuses: readonly ProblemCode[];
  /** The answer waits a few seconds until its effects have reached the workflow; without a worker it is 503, and nothing is lost. */
  readonly awaitsEffects?: true;
  /** No command takes any call of it back. Else a call names its inverse, or its preview says that this call has none; reviewers are told. */
  readonly irreversible?: true;
  /**
   * Commands that the work which it starts runs as the system. Whoever may not run one of them may not start that work: a limit or
   * a missing scope must not end where a job begins. The bus runs no other command for it.
   */
  readonly issues?: readonly Command[];
  /** What the first answer carries beside its result and no replay shows again, e.g. a token's plaintext. */
  readonly answersOnce?: Readonly<Record<string, TSchema>>;
}

/** What works on drafts. */
interface Drafting {
  /**
   * Where a call names the draft that it works on: names joined by slashes, e.g. `workspaceId`, `params/ws`. Only of the policy
   * `workspace`: what is proposed runs later and as somebody else. An agent that names another than its own is refused with
   * agent_workspace_only before anything runs.
   */
  readonly workspace?: string;
}

/**
 * What is declared of a change, whichever door leads to it.
 * @typeParam I where its handler finds the input: a command's `payload`, a route's `params` and `body`
 */
interface Changing<I, R extends TSchema, F> extends Declaration, Drafting {
  readonly label: Words;
  readonly policy: 'workspace' | 'propose' | 'owner';
  readonly flags: readonly Flag[];
  readonly result: R;
  /** Moving the generation is its purpose: a call that asks to defer the bump is refused. */
  readonly bumpsAtOnce?: true;
  readonly subject?: Subject;
  /**
   * Whoever waits (`Prefer: wait=…`) is answered 200 once the work that it starts has ended; all others at once, on every door with
   * the status of work that goes on.
   */
  readonly settles?: Settling<Answer<R>>;
  /**
   * What it asks before all else, and for which the input is enough. It travels with the claim of the key, which saves every call a
   * round trip; when the key has an outcome already, its answer is thrown away. It may lock, and write what a rollback takes back.
   */
  first?(context: FirstContext & I): Promise<F>;
  /** @param context `first` is what {@link Changing.first} answers, or fails with */
  run(context: MutationContext & I & { readonly first: Promise<F> }): Promise<Answer<R>>;
}

/** An input of a route, by the places where it stands. */
export interface RouteExample<A = unknown, Q = unknown, B = unknown> {
  readonly params?: A;
  readonly query?: Q;
  readonly body?: B;
}

/** A second, HTTP-shaped door to a command: no second handler exists that could drift (house-style §3.1). */
export interface Alias {
  readonly id: string;
  readonly http: HttpPath;
  /** @default 202 where its command settles, else 200 */
  readonly status?: 200 | 201 | 202;
  readonly params?: TSchema;
  readonly body?: TSchema;
  /** @default the command's, as the body */
  readonly example?: RouteExample;
  payload(input: { readonly params: Record<string, string>; readonly body: unknown }): unknown;
}

/** What a call knows before its key has decided that it runs. */
export type FirstContext = Pick<WriteContext, 'storeId' | 'tx' | 'newId'>;

export interface Command<P extends TSchema = TSchema, R extends TSchema = TSchema, F = unknown>
  extends Changing<{ readonly payload: Static<P> }, R, F> {
  readonly kind: 'command';
  readonly payload: P;
  /** A payload that succeeds in the demo store: docs show it, tests run it. */
  readonly example: Static<P>;
  readonly alias?: Alias;
  /**
   * The product alone issues it, from a workflow, a webhook or a sweep (see `bus/issue.ts`): it is offered to nobody, and refused to
   * whoever names it. Its policy and scope are those that whoever starts such work needs, see `issues`.
   */
  readonly runtimeOnly?: true;
  /**
   * What of the payload makes two calls with one key the same call: without what the product found out by itself, which may be another
   * when it looks again. @default all of it
   */
  identity?(payload: Static<P>): unknown;
  /** What the audit row keeps of the payload. @default all of it */
  redact?(payload: Static<P>): unknown;
  /** Many at once in one transaction with set-based SQL; an item that is refused is answered with its refusal. */
  runMany?(context: BatchContext, items: readonly BatchItem<Static<P>>[]): Promise<readonly (Answer<R> | Error)[]>;
}

interface RouteDeclaration<A extends TSchema, Q extends TSchema, R extends TSchema> extends Declaration {
  readonly kind: 'route';
  readonly http: HttpPath;
  readonly params: A;
  readonly query: Q;
  readonly result: R;
  readonly status: 200 | 201 | 202;
  /** An input that succeeds in the demo store: docs show it, tests run it. */
  readonly example: RouteExample<Static<A>, Static<Q>>;
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
  /** "(owner-only)" in spec §4.2: no agent reads it, whatever its scopes. */
  readonly closedToAgents?: true;
  /**
   * Each answer stands in the audit log before it is told, under the {@link Declaration.label}, and nothing keeps it: who looked at
   * what, and not what was seen. A refusal stands there as well.
   */
  readonly audited?: true;
  /** It answers a file; see {@link fileRoute}. */
  readonly produces?: Produces;
  readonly body?: B;
  readonly example: RouteExample<Static<A>, Static<Q>, Static<B>>;
  run(
    context: ReadContext & { readonly params: Static<A>; readonly query: Static<Q>; readonly body: Static<B> },
  ): Promise<Answer<R> | JsonText>;
}

/** A route that changes the store and is no command: it runs through the same bus, keyed by the `Idempotency-Key` header. */
export interface WriteRoute<
  A extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
  F = unknown,
> extends RouteDeclaration<A, Q, R>,
    Changing<InRoute<A, B>, R, F> {
  readonly label: Words;
  readonly policy: 'workspace' | 'propose' | 'owner';
  readonly result: R;
  readonly writes: true;
  readonly body: B;
  readonly example: RouteExample<Static<A>, Static<Q>, Static<B>>;
  /** Callers send these bytes and no JSON; the body that the handler gets says what became of them: `contentSchema`. */
  readonly accepts?: Accepts;
  /** Callers send a form with these files and no JSON. */
  readonly form?: FormFiles;
  /** What the audit row keeps of the input. @default all of it */
  redact?(input: InRoute<A, B>): unknown;
}

/** Where a write route's handler finds its input; its subject is found there, too. */
interface InRoute<A extends TSchema, B extends TSchema> {
  readonly params: Static<A>;
  readonly body: Static<B>;
}

/** A route whose work is a command. */
interface CommandDoor<Delegates> extends RouteDeclaration<TSchema, TSchema, TSchema> {
  readonly policy: 'workspace' | 'propose' | 'owner';
  readonly writes: true;
  readonly body: TSchema;
  readonly delegates: Delegates;
}
/** A command under another name. */
export type AliasRoute = CommandDoor<{ readonly command: Command; readonly alias: Alias }> &
  Pick<Command, 'flags' | 'workspace' | 'settles'>;
/** `commands.run` itself, whose command is named in the body. */
export type EnvelopeRoute = CommandDoor<'envelope'>;
export type CommandRoute = AliasRoute | EnvelopeRoute;

export type Route = ReadRoute | WriteRoute | CommandRoute;
export type Capability = Command | Route;

const empty = { type: 'object', properties: {}, additionalProperties: false } as const as TSchema;

type Draft<T, Optional extends keyof T> = Omit<T, 'kind' | 'writes' | Optional> & Partial<Pick<T, Optional>>;

/** Declares a command. The handler's payload type and its result's type follow from the schemas. */
export function command<P extends TSchema, R extends TSchema, F>(
  draft: Draft<Command<P, R, F>, 'flags'>,
): Command<P, R> {
  return { kind: 'command', flags: [], ...draft };
}

/** Declares a route that reads, or asks a provider, and changes nothing. */
export function readRoute<A extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  draft: Draft<ReadRoute<A, Q, B, R>, 'params' | 'query' | 'status' | 'example'>,
): ReadRoute<A, Q, B, R> {
  // A body that nobody reads is refused, except where there can be none.
  const body = draft.http.startsWith('GET ') ? {} : { body: empty as B };
  return {
    kind: 'route',
    writes: false,
    params: empty as A,
    query: empty as Q,
    status: 200,
    example: {},
    ...body,
    ...draft,
  };
}

type FileRoute<A extends TSchema, Q extends TSchema, B extends TSchema> = ReadRoute<A, Q, B, typeof fileSchema>;

/** Declares a route that answers a file, or asks a provider for one. */
export function fileRoute<A extends TSchema, Q extends TSchema, B extends TSchema>(
  draft: Omit<Parameters<typeof readRoute<A, Q, B, typeof fileSchema>>[0], 'result' | 'produces' | 'run'> & {
    readonly produces: Produces;
    run(...input: Parameters<FileRoute<A, Q, B>['run']>): Promise<FileAnswer>;
  },
): FileRoute<A, Q, B> {
  return readRoute({ ...draft, result: fileSchema });
}

/** Declares a route that changes the store without being a command. */
export function writeRoute<A extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, F>(
  draft: Draft<WriteRoute<A, Q, B, R, F>, 'params' | 'query' | 'status' | 'flags' | 'body'>,
): WriteRoute<A, Q, B, R> {
  return {
    kind: 'route',
    writes: true,
    params: empty as A,
    query: empty as Q,
    body: empty as B,
    status: startedStatus(draft),
    flags: [],
    ...draft,
  };
}

/** The route that a command's alias stands for. It is the command's own declaration, but for the form of its input. */
export function aliasRoute(command: Command, alias: Alias): AliasRoute {
  const { payload: _payload, alias: _alias, first: _first, run: _run, runMany: _runMany, ...shared } = command;
  return {
    ...shared,
    kind: 'route',
    writes: true,
    id: alias.id,
    http: alias.http,
    params: alias.params ?? empty,
    query: empty,
    body: alias.body ?? empty,
    status: alias.status ?? startedStatus(command),
    example: alias.example ?? { body: command.example },
    delegates: { command, alias },
  };
}

/** A write route as the bus runs it. */
export function routeMutation(route: WriteRoute): Mutation {
  const { first, redact } = route;
  return {
    id: route.id,
    policy: route.policy,
    flags: route.flags,
    refuses: route.refuses,
    payload: object({ params: route.params, body: route.body }),
    result: route.result,
    ...(route.subject ? { subject: route.subject } : {}),
    ...(route.workspace ? { workspace: route.workspace } : {}),
    ...(route.irreversible ? { irreversible: true } : {}),
    ...(route.accepts ? { identity: identityOfContent } : {}),
    ...(route.form ? { identity: identityOfForm(route.form) } : {}),
    ...(route.bumpsAtOnce ? { bumpsAtOnce: true } : {}),
    ...(redact ? { redact: (payload) => redact(inRoute(payload)) } : {}),
    ...(first ? { first: ({ payload, ...context }) => first({ ...context, ...inRoute(payload) }) } : {}),
    run: (context) => route.run({ ...context, ...inRoute(context.payload) }),
  };
}

/** The payload of {@link routeMutation}, which its schema has been held against. */
const inRoute = (payload: unknown): InRoute<TSchema, TSchema> => payload as InRoute<TSchema, TSchema>;

/** What the bus runs: a command, or a write route as if it were one. */
export interface Mutation extends Drafting {
  readonly id: string;
  readonly policy: 'workspace' | 'propose' | 'owner';
  readonly flags: readonly Flag[];
  readonly refuses: readonly ProblemCode[];
  readonly bumpsAtOnce?: true;
  readonly irreversible?: true;
  /** What of the payload makes two calls with one key the same call. @default all of it */
  identity?(payload: unknown): unknown;
  /** Of what callers send: what the product does by itself has none. */
  readonly payload?: TSchema;
  readonly result?: TSchema;
  readonly subject?: Subject;
  redact?(payload: unknown): unknown;
  /** See {@link Changing.first}. */
  first?(context: FirstContext & { readonly payload: unknown }): Promise<unknown>;
  run(context: MutationContext & { readonly payload: unknown; readonly first: Promise<unknown> }): Promise<unknown>;
}

/** What a route takes as bytes; undefined: its body is JSON. */
export const acceptedBy = (route: Route): Accepts | undefined => ('accepts' in route ? route.accepts : undefined);

/** The files of the form that a route takes; undefined: it takes none. */
export const formOf = (route: Route): FormFiles | undefined => ('form' in route ? route.form : undefined);

/** What a route answers as a file; undefined: it answers JSON. */
export const producedBy = (route: Route): Produces | undefined => ('produces' in route ? route.produces : undefined);

/** How the work stands that calls of it start; undefined: with the answer all is done. */
export const settlingOf = (capability: Capability): Settling<unknown> | undefined =>
  'settles' in capability ? capability.settles : undefined;

/** Whether a caller who would wait may be let wait. In the envelope that is up to the command. */
export const waits = (capability: Capability, commands: readonly Command[]): boolean =>
  capability.kind === 'route' && isEnvelope(capability)
    ? commands.some((command) => settlingOf(command))
    : settlingOf(capability) !== undefined;

/** The status of an answer that has waited for no end. */
export const statusOf = (capability: Capability): 200 | 201 | 202 =>
  capability.kind === 'route' ? capability.status : startedStatus(capability);

const startedStatus = ({ settles }: { readonly settles?: unknown }): 200 | 202 => (settles ? 202 : 200);

/** Whether a stated rev is held against something. In the envelope that is up to the command. */
export const guardsRev = (capability: Capability): boolean =>
  capability.kind === 'route' && isEnvelope(capability)
    ? true
    : 'subject' in capability && capability.subject !== undefined;

export const isRead = (route: Route): route is ReadRoute => !route.writes;
export const isAlias = (route: Route): route is AliasRoute => 'delegates' in route && route.delegates !== 'envelope';
export const isEnvelope = (route: Route): route is EnvelopeRoute =>
  'delegates' in route && route.delegates === 'envelope';
