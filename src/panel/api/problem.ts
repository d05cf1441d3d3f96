/** The answer of the API when it does not do something (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The message for merchants, in Turkish. */
  readonly message: string;
  readonly errors?: readonly {
    readonly pointer: string;
    readonly message: string;
    /** The name of the stated thing, where several calls were made at once: see `Call`. */
    readonly of?: string;
  }[];
  readonly nextStep?: { readonly tr: string; readonly en: string };
  readonly requestId?: string;
  readonly [fact: string]: unknown;
}
