/** Says of a code what it means: its HTTP status, what is answered, and help for a developer who has met it. */
export interface Meaning {
  readonly status: number;
  readonly title: string;
  /** A message in Turkish for merchants. */
  readonly turkish: string;
  /** The reason for which it is answered. */
  readonly cause: string;
  /** The next step for its caller. */
  readonly remedy: string;
}

/** Codes of one owner. A caller acts on the code; the texts are for people. */
export type Refusals = Readonly<Record<string, Meaning>>;
