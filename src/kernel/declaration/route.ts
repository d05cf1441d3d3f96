import type { JsonText } from '../json-text';
import type { Answer, Static, TSchema } from '../schema/schema';
import { type Declaration, type Draft, empty, type HttpPath } from './capability';
import type { Command, RouteDoor, RouteExample } from './command';
import type { Accepts, FormFiles } from './content';
import type { ReadContext, WorkContext } from './context';
import { type FileAnswer, fileSchema, type Produces } from './file';
import type { Subject } from './subject';

export interface RouteDeclaration<A extends TSchema, Q extends TSchema, R extends TSchema> extends Declaration {
  readonly kind: 'route';
  readonly http: HttpPath;
  readonly params: A;
  readonly query: Q;
  readonly result: R;
  readonly status: 200 | 201 | 202;
  /** An input that succeeds in the demo store: docs show it, tests run it. */
  readonly example: RouteExample<Static<A>, Static<Q>>;
}

/** Traits of a route that changes nothing of the store. */
interface UnchangingRoute<A extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>
  extends RouteDeclaration<A, Q, R> {
  /** Owner reads exist too (spec: tokens.list). */
  readonly policy: 'read' | 'quote' | 'workspace' | 'owner';
  readonly writes: false;
  readonly body?: B;
  readonly example: RouteExample<Static<A>, Static<Q>, Static<B>>;
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
}

/** The parts of a request, as the schemas of its route read them. */
interface StatedParts<A extends TSchema, Q extends TSchema, B extends TSchema> {
  readonly params: Static<A>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
}

/** A route that reads. Its handler is lent nothing that writes. */
export interface ReadRoute<
  A extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> extends UnchangingRoute<A, Q, B, R> {
  run(context: ReadContext & StatedParts<A, Q, B>): Promise<Answer<R> | JsonText>;
}

/**
 * A route that works beside the store: it asks a provider, works in a sandbox, or numbers the rows of the ledger, and writes down that it
 * did. It is no change of the store, has no audit row and no preview, and keeps a trace of its own.
 */
export interface WorkRoute<
  A extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> extends UnchangingRoute<A, Q, B, R> {
  readonly works: true;
  /** True for a route that takes an idempotency key, and honours it itself. */
  readonly keyed?: true;
  /** Bytes that its body may have. @default those of every body */
  readonly bodyBytesMax?: number;
  /** The longest time until the answer, in ms, in which nothing comes in or goes out. @default as long as any connection may be silent */
  readonly answersWithinMs?: number;
  run(context: WorkContext & StatedParts<A, Q, B>): Promise<Answer<R> | JsonText>;
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

export type Route = ReadRoute | WorkRoute | CommandRoute | EnvelopeRoute;
/** Capabilities as they are written; the routes of commands follow from them. */
export type Declared = Command | ReadRoute | WorkRoute | EnvelopeRoute;
export type Capability = Command | Route;

type Derived = 'params' | 'query' | 'status' | 'example';

/** Parts of a route that a declaration may leave out. A body that nobody reads is refused, except where there can be none. */
const partsOf = <A extends TSchema, Q extends TSchema, B extends TSchema>(http: HttpPath) => ({
  kind: 'route' as const,
  writes: false as const,
  params: empty as A,
  query: empty as Q,
  status: 200 as const,
  example: {},
  ...(http.startsWith('GET ') ? {} : { body: empty as B }),
});

/** Declares a route that reads. */
export const readRoute = <A extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  draft: Draft<ReadRoute<A, Q, B, R>, Derived>,
): ReadRoute<A, Q, B, R> => ({ ...partsOf<A, Q, B>(draft.http), ...draft });

/** Declares a route that asks a provider, or works in a sandbox. */
export const workRoute = <A extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  draft: Draft<WorkRoute<A, Q, B, R>, Derived | 'works'>,
): WorkRoute<A, Q, B, R> => ({ ...partsOf<A, Q, B>(draft.http), works: true, ...draft });

/** A draft of a route, by its declaration, that answers a file. */
type FileDraft<Declare extends (draft: never) => { run(context: never): unknown }> = Omit<
  Parameters<Declare>[0],
  'result' | 'produces' | 'run'
> & {
  readonly produces: Produces;
  run(...input: Parameters<ReturnType<Declare>['run']>): Promise<FileAnswer>;
};

/** Declares a route that answers a file. */
export const fileRoute = <A extends TSchema, Q extends TSchema, B extends TSchema>(
  draft: FileDraft<typeof readRoute<A, Q, B, typeof fileSchema>>,
): ReadRoute<A, Q, B, typeof fileSchema> => readRoute<A, Q, B, typeof fileSchema>({ ...draft, result: fileSchema });

/** Declares a route that asks a provider for a file. */
export const fileWorkRoute = <A extends TSchema, Q extends TSchema, B extends TSchema>(
  draft: FileDraft<typeof workRoute<A, Q, B, typeof fileSchema>>,
): WorkRoute<A, Q, B, typeof fileSchema> => workRoute<A, Q, B, typeof fileSchema>({ ...draft, result: fileSchema });
