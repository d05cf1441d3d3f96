/** The meanings of the exit codes, for scripts. The help and docs/cli.md show these rows. */
export const exitCodes = {
  done: { code: 0, meaning: 'done; a watched job succeeded' },
  refused: {
    code: 1,
    meaning: 'refused by the server (a rule, an invalid value, a provider); not valid; a watched job failed',
  },
  usage: { code: 2, meaning: 'wrong usage, not confirmed, or this tezgah is older than the server allows' },
  auth: { code: 3, meaning: 'no valid credential, or not allowed to it (401, 403)' },
  missing: { code: 4, meaning: 'not found (404)' },
  conflict: { code: 5, meaning: 'it has moved on since (409); a watched proposal is paused' },
  unavailable: { code: 6, meaning: 'throttled, unavailable or unreachable, also after retries' },
  proposed: { code: 7, meaning: 'recorded into a proposal: nothing live has changed yet (202)' },
} as const satisfies Record<string, { code: number; meaning: string }>;

export type Ending = keyof typeof exitCodes;

export const exitCodeLines = (): string[] =>
  Object.values(exitCodes).map(({ code, meaning }) => `  ${code}  ${meaning}`);

/** A problem document of the server (RFC 9457), as far as this program reads it. */
export interface ServerProblem {
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
  readonly nextStep?: { readonly tr: string; readonly en: string };
  readonly [fact: string]: unknown;
}

/** Ends the program: one sentence for a person, a code for a program. */
export class CliError extends Error {
  constructor(
    readonly ending: Ending,
    readonly code: string,
    message: string,
    readonly options: {
      readonly hints?: readonly string[];
      readonly problem?: ServerProblem;
      /** The key of the call had this outcome before. */
      readonly isReplayed?: boolean;
      /** Facts that --json tells beside the error, e.g. the work that was done before it. */
      readonly beside?: Readonly<Record<string, unknown>>;
      /** The exit code of the program, where another one than that of the ending is passed on. */
      readonly exitCode?: number;
    } = {},
  ) {
    super(message);
  }

  /** The same, for a verb whose exit codes are those of another program. */
  exitingWith(exitCode: number): CliError {
    return new CliError(this.ending, this.code, this.message, { ...this.options, exitCode });
  }
}

export function usage(message: string, ...hints: string[]): never {
  throw new CliError('usage', 'usage', message, { hints });
}

export function endingOf(status: number): Ending {
  if (status < 400) return 'done';
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'missing';
  if (status === 409) return 'conflict';
  return [408, 429, 503, 504].includes(status) ? 'unavailable' : 'refused';
}
