import type { Answer, Static, TSchema, Words } from '../schema/schema';
import type { ChangingPath, Declaration, Draft, Drafting, Flag } from './capability';
import type { Compared, ComparedCall } from './comparing';
import type { FormFiles } from './content';
import type { BatchContext, BatchItem, FirstContext, MutationContext, StagingContext } from './context';
import type { Settling } from './settling';
import type { Subject } from './subject';
import type { Upon, UponCall } from './upon';

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
  actsUpon?(call: UponCall<Static<P>, Static<R>>): Promise<readonly Upon[]>;
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

/** Declares a command. The handler's payload type and its result's type follow from the schemas. */
export function command<P extends TSchema, R extends TSchema, F>(
  draft: Draft<Command<P, R, F>, 'flags'> & { readonly route?: RouteDoor<keyof Static<P> & string> },
): Command<P, R> {
  return { kind: 'command', flags: [], ...draft };
}
