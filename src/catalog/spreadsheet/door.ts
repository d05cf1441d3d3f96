import type { Node } from '../../kernel/schema/walk';
import type { Refusal } from './words';

/** A call of the API. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The idempotency key of a change. */
  readonly key?: string;
  /** Answers of 4xx that the caller wants to see; all others are thrown. */
  readonly expects?: readonly number[];
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the shapes that the registry declares
  readonly body: any;
  /** The key of the call had this outcome before. */
  readonly isReplayed: boolean;
}

/** A refusal of one call, which says nothing of the next. */
export interface LineRefusal extends Refusal {
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[] | undefined;
  readonly isReplayed: boolean;
}

/** The declarations of the server, as far as this credential is shown them. */
export interface Declared {
  readonly routes: readonly { readonly id: string; readonly result?: unknown }[];
  readonly commands: readonly { readonly id: string; readonly payload: unknown }[];
}

export type Schema = Node;

/** The way to the shop: the command line and the panel each have their own. */
export interface Door {
  readonly declared: Declared;
  /** Waits for a limit of calls, and for a server that starts again. @throws whatever the client throws */
  send(call: Call): Promise<Answer>;
  /** Reads an error that {@link send} has thrown; undefined: it keeps every other call from being done, too. */
  refusalOf(error: unknown): LineRefusal | undefined;
  /**
   * Brings a picture into the shop, as an upload that is not committed yet.
   * @param from an address, or the name of a file beside the table
   * @returns the identifier of the upload
   * @throws {CellError} when there is none
   */
  bringPicture(from: string): Promise<string>;
}
