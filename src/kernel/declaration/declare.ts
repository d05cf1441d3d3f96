import type { OpenSettings } from '../../config';
import type { Cursors } from '../call/cursor';
import type { Queryable, StoreReader, Transaction } from '../database/database';
import type { JsonText } from '../json-text';
import type { Log } from '../log';
import type { Objects } from '../objects/objects';
import type { PreviewLinks } from '../objects/preview-links';
import type { SignedPaths } from '../objects/signed-paths';
import type { Digests } from '../personal/digests';
import type { PersonalFields } from '../personal/personal';
import type { SecretBox } from '../personal/secret-box';
import type { ProblemCode } from '../problems';
import type { Meanings } from '../schema/meaning';
import type { Answer, Static, TSchema, Words } from '../schema/schema';
import type { NamingTable } from '../table/naming';
import type { Trials } from '../trial/trials';
import type { Compared, ComparedCall } from './comparing';
import type { Accepts, FormFiles } from './content';
import type { ConcernedBy, Entity, KeptByShop, UnitsOf } from './entity';
import type { ExtensionNeeds } from './extension-needs';
import type { ExtensionWork } from './extension-work';
import { type FileAnswer, fileSchema, type Produces } from './file';
import type { Job } from './job';
import type { Letter } from './letter';
import type { Principal } from './principal';
import type { Sandboxes } from './sandbox';
import type { Scope } from './scopes';
import type { Settling } from './settling';
import type { Subject } from './subject';
import type { Upon, UponCall } from './upon';
import type { Ways } from './way';
import type { WorkspaceLife } from './workspace-life';

/** Spec §4.1. What a handler is given follows from it: a read that writes does not compile. */
export type Policy = 'read' | 'quote' | 'workspace' | 'propose' | 'owner';
export type Flag = 'destructive' | 'bumps generation';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type HttpPath = `${HttpMethod} /v1/${string}`;
export type ChangingPath = `${Exclude<HttpMethod, 'GET'>} /v1/${string}`;

/** Services that the composition root lends to every handler. */
export interface Services {
  readonly settings: OpenSettings;
  readonly secretBox: SecretBox;
  /** The keyed digests by which equal values are found without opening them. */
  readonly digests: Digests;
  readonly objects: Objects;
  readonly signedPaths: SignedPaths;
  readonly previews: PreviewLinks;
  readonly capabilities: CapabilityIndex;
  /** Every table that is declared: what may name a thing. */
  readonly tables: readonly NamingTable[];
  /**
   * Writes down what the product itself does for a store and no command tells of, e.g. that it has asked a provider: a read has no
   * other way to write. See Database.writer.
   */
  bookkeeping(storeId: string): Queryable;
  /** Work of nouns for extensions. */
  readonly extensionWork: readonly ExtensionWork[];
  /** Letters to people who have no account here. */
  readonly letters: readonly Letter[];
  /** Says what calls would do. */
  readonly trials: Trials;
  /** The place where commands of workspaces run. */
  readonly sandbox: Sandboxes;
  /** The life of their files. */
  readonly life: WorkspaceLife;
  /** The way from there to the API. */
  readonly ways: Ways;
  /** The log for operators: it has the facts that the words of an answer leave out. */
  readonly log: Pick<Log, 'warn'>;
}

/** The registry as handlers may see it; the registry itself imports every handler, so they cannot import it. */
export interface CapabilityIndex {
  readonly routes: readonly Route[];
  /** Routes that the owner's session alone may ask beside the contract (spec §4.3): nothing lists them, and no tool stands for them. */
  readonly accountRoutes: readonly Route[];
  /** Commands that callers may name in the envelope. */
  readonly commands: readonly Command[];
  /** Commands that the product alone issues. */
  readonly runtimeCommands: readonly Command[];
  /** SHA-256 over every declaration: equal hashes promise an equal interface. */
  readonly hash: string;
  /** Finds one of {@link CapabilityIndex.commands} by its id. */
  command(id: string): Command | undefined;
  /** One that callers may run, whichever door leads to it. */
  mutation(id: string): Command | undefined;
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
  /** Cursors of a list, bound to its filters and its sort. */
  readonly cursors: Cursors;
  /** The key that the caller states, of a route that is {@link ReadRoute.keyed}. */
  readonly key: string | undefined;
  /** Ends when the caller leaves, of a route that has {@link ReadRoute.answersWithinMs}. */
  readonly gone?: AbortSignal | undefined;
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
  /**
   * Sends a running workflow an Update that says no more than that it shall look: of those that wait for their delivery one says it for
   * all, however many were sent.
   */
  wakeWorkflow<Input, Output, Facts extends Input>(
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
  /** The rev that the caller stated, wherever it stood; {@link MutationContext.guardRev} holds it against the present one, or has held it. */
  readonly statedRev: number | undefined;
  /**
   * Refuses with rev_conflict when the caller stated another rev (`If-Match` or `expectedRev`), and notes the rev that was read. The rev is
   * the one of the call's subject, or of the whole that the subject is a part of. A run that has a subject and does not guard it is a bug.
   * @param facts further facts for the refusal, beside the current rev
   */
  guardRev(id: string, currentRev: number, facts?: Readonly<Record<string, unknown>>): void;
  /**
   * The draft that the call works on, `main` or a workspace, of a capability that says where it is named: the one named, or the
   * caller's own. See {@link Drafting}.
   */
  draft(): string;
  /** Names identifiers by which the audit row is found, beside those of the changes. */
  concerns(ids: readonly string[]): void;
  /** A time counted from now, in ms: of a deadline that is written, a preview knows that it is the same however late it is made. */
  later(ms: number): Date;
  /** Names whom the call is about, where no change of personal data does. */
  about(persons: readonly string[]): void;
  /**
   * Ends what is kept of a person beside the rows: nobody opens it any more. The rows themselves are the handler's to empty. Only of a
   * command that {@link Command.forgets}.
   */
  forget(person: string): void;
  /** Tells that tokens end with this call, of a command that {@link Command.endsTokens}. */
  tokensEnd(): void;
  /**
   * Runs a command that the product alone issues in another store, as the owner that the caller is there or becomes: both stay, or neither
   * does, and the trail of that store tells of it. The handler has made sure that the caller may do so.
   * @throws {Refusal} the refusal of that command
   */
  elsewhere<P extends TSchema, R extends TSchema>(
    where: Elsewhere,
    command: Command<P, R>,
    payload: Static<P>,
  ): Promise<Answer<R>>;
  /** Values that the answer carries once and that nothing stores: a replay shows `replayed: true` without them. */
  once(secret: Readonly<Record<string, unknown>>): void;
}

/** An owner in another store. */
export interface Elsewhere {
  readonly storeId: string;
  readonly ownerId: string;
}

/** One command of a batch; its recorder is its own, so it has an audit row of its own. */
export interface BatchItem<Payload> extends Recorder, Reversal {
  readonly payload: Payload;
  newId(prefix: string): string;
}

export interface BatchContext extends WriteContext {}

interface Declaration {
  readonly id: string;
  /** Name of the call for people, if it changes something. */
  readonly label?: Words;
  /** One sentence: the docs, the tool and the command line show it. */
  readonly summary: string;
  /** Words by which people ask for it, in Turkish and English, beside those of its name, its label and its summary. */
  readonly soughtBy?: string;
  readonly policy: Policy;
  readonly scope: Scope | null;
  /** Scope with which a developer token may call what is the owner's, or run at once what others propose (spec §5). */
  readonly developerOptIn?: Scope;
  readonly result: TSchema;
  readonly refuses: readonly ProblemCode[];
  /** The answer waits a few seconds until its effects have reached the workflow; without a worker it is 503, and nothing is lost. */
  readonly awaitsEffects?: true;
  /** No command takes any call of it back. Else a call names its inverse, or its preview says that this call has none; reviewers are told. */
  readonly irreversible?: true;
  /** A provider is asked, by the call itself or by the work that it starts. */
  readonly asksProvider?: true;
  /** An extension serves it, which has to be this far and offer this much. */
  readonly needs?: ExtensionNeeds;
  /**
   * Commands that the work which it starts runs as the system. Whoever may not run one of them may not start that work: a limit or
   * a missing scope must not end where a job begins. The bus runs no other command for it.
   */
  readonly issues?: readonly Command[];
  /** Values that the first answer carries beside its result and no replay shows again, e.g. a token's plaintext. */
  readonly answersOnce?: Readonly<Record<string, TSchema>>;
}

/** Traits of a capability that works on drafts. */
interface Drafting {
  /**
   * Place at which a call names its draft: names joined by slashes, e.g. `workspaceId`, `params/ws`. Only of the policy
   * `workspace`: what is proposed runs later and as somebody else. An agent that names another than its own is refused with
   * agent_workspace_only before anything runs.
   */
  readonly workspace?: string;
}

/** An input of a route, by the places where it stands. */
export interface RouteExample<A = unknown, Q = unknown, B = unknown> {
  readonly params?: A;
  readonly query?: Q;
  readonly body?: B;
}

/**
 * The route that leads to a command: where it is, and how its input is taken apart. Who may call it and what comes of it the command
 * says, so that no second declaration exists that could drift (house-style §3.1). The fields that the path names come from there, all
 * others from the query or the body; `expectedRev` stands in `If-Match`.
 * @typeParam Field of the command's payload
 */
export interface RouteDoor<Field extends string = string> {
  /** The route's own name. Without one it has the command's and is its only door: the envelope does not know that command. */
  readonly id?: string;
  readonly http: ChangingPath;
  /** Names in the path that differ from those of the fields: `{ prp: 'proposalId' }`. */
  readonly names?: Readonly<Record<string, Field>>;
  /** Fields that stand in the query, e.g. of a call whose body is a document. */
  readonly query?: readonly Field[];
  /** The body is the bytes of this file as they are, or a form with it alone. @default a form, where the command takes files */
  readonly bytes?: Field;
  /** @default 202 where the command settles, and what is answered has begun work; else 200 */
  readonly status?: 201;
}

export type StagingContext = Pick<WriteContext, 'storeId' | 'tx' | 'principal' | 'now'>;

/** Context of a call before its key has decided that it runs. */
export type FirstContext = Pick<WriteContext, 'storeId' | 'tx' | 'newId'>;

/** A change of the store. It is declared once, and whatever it can do it can do behind each of its doors. */
export interface Command<P extends TSchema = TSchema, R extends TSchema = TSchema, F = unknown>
  extends Declaration,
    Drafting {
  readonly kind: 'command';
  readonly label: Words;
  readonly policy: 'workspace' | 'propose' | 'owner';
  /** The contract's flags of this command, exactly. */
  readonly flags: readonly Flag[];
  /** A call may take away or end what is there, e.g. what a list leaves out that replaces another, though the contract does not flag it. */
  readonly removes?: true;
  readonly payload: P;
  readonly result: R;
  /** A payload that succeeds in the demo store: docs show it, tests run it. {@link exampleContent} stands for a file. */
  readonly example: Static<P>;
  /** A payload for agents, where the example is refused to them. */
  readonly agentExample?: Static<P>;
  /** The rev that stands beside the example, where its subject's has to be stated. */
  readonly exampleRev?: number;
  /** The door beside the envelope, or in its place; see {@link RouteDoor}. */
  readonly route?: RouteDoor;
  /**
   * The product alone issues it, from a workflow, a webhook or a sweep (see `bus/issue.ts`): it is offered to nobody, and refused to
   * whoever names it. Its policy and scope are those that whoever starts such work needs, see `issues`.
   */
  readonly runtimeOnly?: true;
  /**
   * Fields of the payload that are files, and which: callers send bytes, and the handler gets {@link contentSchema}. The envelope is
   * JSON, and whoever could name kept bytes there could name those of others: a route is the only door.
   */
  readonly files?: FormFiles;
  /** Moving the generation is its purpose: a call that asks to defer the bump is refused. */
  readonly bumpsAtOnce?: true;
  readonly subject?: Subject;
  /**
   * True for a command that may end tokens. It is answered when no process believes them any more, so their next calls are refused. See
   * `bus/credential-lease.ts`.
   */
  readonly endsTokens?: true;
  /** The word of an entity with data of persons: a call ends what is kept of such a person, see {@link MutationContext.forget}. */
  readonly forgets?: string;
  /**
   * A caller who waits (`Prefer: wait=…`) is answered 200 once the started work has ended; all others at once, on every door with
   * the status of work that goes on.
   */
  readonly settles?: Settling<Answer<R>>;
  /** Finds the designs, or the theme, at which whoever decides on a proposed call looks. null: the call shows none that is known yet. */
  compares?(call: ComparedCall<Static<P>>): Promise<Compared | null>;
  /**
   * Tells whoever decides on a proposed call what it acts upon: the question, the goods, the buyer, the money. Each call tells it that asks
   * a provider, mails somebody or moves money. It is read when somebody looks, and nothing keeps it.
   */
  actsUpon?(call: UponCall<Static<P>>): Promise<readonly Upon[]>;
  /**
   * Keeps what the proposer tries in its own workspace until the call is decided on. It writes in the transaction that records the call,
   * which has run by then and was taken back. Only of the policy `propose`.
   */
  stage?(context: StagingContext & { readonly payload: Static<P> }): Promise<void>;
  /**
   * Selects the part of the payload that makes two calls with one key the same call, without facts of the product's own, which may change
   * when it looks again. @default all of it but where the bytes of its files are kept
   */
  identity?(payload: Static<P>): unknown;
  /** Selects the part of the payload that the audit row keeps. `secret(…)` hides its fields anyway. @default all of it */
  redact?(payload: Static<P>): unknown;
  /**
   * Asks a first question, for which the input is enough. It travels with the claim of the key, which saves every call a
   * round trip; when the key has an outcome already, its answer is thrown away. It may lock, and write what a rollback takes back.
   */
  first?(context: FirstContext & { readonly payload: Static<P> }): Promise<F>;
  /** @param context `first` is what {@link Command.first} answers, or fails with */
  run(context: MutationContext & { readonly payload: Static<P>; readonly first: Promise<F> }): Promise<Answer<R>>;
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
  /**
   * Owner reads exist too (spec: tokens.list). One of the policy `workspace` works beside the store, in a sandbox: it is no change of the
   * store, has no audit row and no preview, and keeps a trace of its own.
   */
  readonly policy: 'read' | 'quote' | 'workspace' | 'owner';
  readonly writes: false;
  /** True for a route that takes an idempotency key, and honours it itself. */
  readonly keyed?: true;
  /** Bytes that its body may have. @default those of every body */
  readonly bodyBytesMax?: number;
  /** The longest time until the answer, in ms, in which nothing comes in or goes out. @default as long as any connection may be silent */
  readonly answersWithinMs?: number;
  /** Public reads need no credential (spec §4.2: meta, commands, checks). */
  readonly anonymous?: true;
  /** "(owner-only)" in spec §4.2: no agent reads it, whatever its scopes. */
  readonly closedToAgents?: true;
  /**
   * Each answer stands in the audit log before it is told, under the {@link Declaration.label}, and nothing keeps it: who looked at
   * what, and not what was seen. A refusal stands there as well.
   */
  readonly audited?: true;
  /** The file that the route answers; see {@link fileRoute}. */
  readonly produces?: Produces;
  /**
   * The field of the answer in which the one thing stands that it is about, where that is not the answer itself. Its rev is told as
   * `ETag`; null stands at rev 0, see {@link Subject.optional}.
   */
  readonly about?: string;
  readonly body?: B;
  readonly example: RouteExample<Static<A>, Static<Q>, Static<B>>;
  run(
    context: ReadContext & { readonly params: Static<A>; readonly query: Static<Q>; readonly body: Static<B> },
  ): Promise<Answer<R> | JsonText>;
}

/** Traits that a route shares with its command: all but its code and the form of its input. */
type OfCommand = Omit<
  Command,
  | 'kind'
  | 'payload'
  | 'example'
  | 'route'
  | 'runtimeOnly'
  | 'files'
  | 'actsUpon'
  | 'stage'
  | 'identity'
  | 'redact'
  | 'first'
  | 'run'
  | 'runMany'
>;

/** A command's own route, as surfaces meet it. It is derived and never declared, see `doors.ts`. */
export interface CommandRoute extends OfCommand {
  readonly kind: 'route';
  readonly writes: true;
  readonly command: Command;
  readonly door: RouteDoor;
  readonly http: HttpPath;
  readonly params: TSchema;
  readonly query: TSchema;
  readonly body: TSchema;
  readonly status: 200 | 201 | 202;
  readonly example: RouteExample;
  /** Callers send these bytes and no JSON. */
  readonly accepts?: Accepts;
  /** Callers send a form with these files and no JSON. */
  readonly form?: FormFiles;
}

/** `commands.run` itself, whose command is named in the body. */
export interface EnvelopeRoute extends RouteDeclaration<TSchema, TSchema, TSchema> {
  readonly policy: 'propose';
  readonly writes: true;
  readonly body: TSchema;
  readonly envelope: true;
}

export type Route = ReadRoute | CommandRoute | EnvelopeRoute;
/** Capabilities as they are written; the routes of commands follow from them. */
export type Declared = Command | ReadRoute | EnvelopeRoute;
export type Capability = Command | Route;

const empty = { type: 'object', properties: {}, additionalProperties: false } as const as TSchema;

type Draft<T, Optional extends keyof T> = Omit<T, 'kind' | 'writes' | Optional> & Partial<Pick<T, Optional>>;

/** Declares a command. The handler's payload type and its result's type follow from the schemas. */
export function command<P extends TSchema, R extends TSchema, F>(
  draft: Draft<Command<P, R, F>, 'flags'> & { readonly route?: RouteDoor<keyof Static<P> & string> },
): Command<P, R> {
  return { kind: 'command', flags: [], ...draft };
}

/** Declares a route that changes nothing of the store: it reads, asks a provider, or works in a sandbox, whose feed is its trace. */
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

/** Finds the bytes that a route takes; undefined: its body is JSON. */
export const acceptedBy = (route: Route): Accepts | undefined => ('accepts' in route ? route.accepts : undefined);

/** The files of the form that a route takes; undefined: it takes none. */
export const formOf = (route: Route): FormFiles | undefined => ('form' in route ? route.form : undefined);

/** True of a route whose form may come as JSON, too: all of its files may be left out, and JSON brings none. */
export function takesFormAsJson(route: Route): boolean {
  const form = formOf(route);
  const { required = [] } = (route.body ?? {}) as { readonly required?: readonly string[] };
  return form !== undefined && !required.some((field) => field in form);
}

/** Finds the file that a route answers; undefined: it answers JSON. */
export const producedBy = (route: Route): Produces | undefined => ('produces' in route ? route.produces : undefined);

/** The way to find the state of the work that calls start; undefined: the work is done with the answer. */
export const settlingOf = (capability: Capability): Settling<unknown> | undefined =>
  'settles' in capability ? capability.settles : undefined;

/** True if a caller may wait for the end of the work. In the envelope that is up to the command. */
export const waits = (capability: Capability, commands: readonly Command[]): boolean =>
  capability.kind === 'route' && isEnvelope(capability)
    ? commands.some((command) => settlingOf(command))
    : settlingOf(capability) !== undefined;

/** The status of an answer that has waited for no end. */
export const statusOf = (capability: Capability): 200 | 201 | 202 =>
  capability.kind === 'route' ? capability.status : startedStatus(capability);

export const startedStatus = ({ settles }: Pick<Command, 'settles'>): 200 | 202 => (settles ? 202 : 200);

/** True if the envelope may name the command. */
export const isEnveloped = ({ runtimeOnly, route }: Pick<Command, 'runtimeOnly' | 'route'>): boolean =>
  !runtimeOnly && (route === undefined || route.id !== undefined);

/** True if a stated rev is compared with a subject. In the envelope that is up to the command. */
export const guardsRev = (capability: Capability): boolean =>
  capability.kind === 'route' && isEnvelope(capability)
    ? true
    : 'subject' in capability && capability.subject !== undefined;

/** The rev that a call has to state, as its example does; undefined: it may state none. */
export function requiredRev(capability: Capability): number | undefined {
  const { subject, exampleRev = 1 } = capability as Partial<Command>;
  return subject?.required ? exampleRev : undefined;
}

/** True if rev 0 may be stated. In the envelope that is up to the command. */
export const mayBeAbsent = (capability: Capability): boolean =>
  capability.kind === 'route' && isEnvelope(capability)
    ? true
    : 'subject' in capability && capability.subject?.optional === true;

export const isRead = (route: Route): route is ReadRoute => !route.writes;
export const isEnvelope = (route: Route): route is EnvelopeRoute => 'envelope' in route;
