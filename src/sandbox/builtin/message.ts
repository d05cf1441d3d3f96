import type { Cut } from '../../kernel/declaration/sandbox';

/** Work as the process of the interpreter reads it: one line of JSON. Bytes are base64. */
export type WorkRequest =
  | {
      readonly do: 'exec';
      readonly disk: string;
      readonly command: string;
      readonly cwd: string;
      readonly timeoutMs: number;
      readonly reaches: boolean;
    }
  | { readonly do: 'list'; readonly disk: string; readonly path: string; readonly most: number }
  | { readonly do: 'read'; readonly disk: string; readonly path: string; readonly bytesMax: number }
  | { readonly do: 'write'; readonly disk: string; readonly path: string; readonly content: string }
  | { readonly do: 'pack'; readonly disk: string }
  | { readonly do: 'unpack'; readonly disk: string };

/** The descriptor by which an archive comes or goes, or by which a command reaches the API. */
export const CHANNEL = 3;

/** The answer to a work: one line of JSON. */
export type WorkAnswer =
  | { readonly fault: string; readonly message: string }
  | {
      /** The exit code; null: the time of the command was over. */
      readonly exitCode: number | null;
      readonly stdout: string;
      readonly stderr: string;
      readonly stdoutCut: Cut | null;
      readonly stderrCut: Cut | null;
    }
  | { readonly entries: readonly unknown[]; readonly complete: boolean }
  | { readonly content: string }
  | { readonly size: number }
  | { readonly archived: true };

/** The process says this when it can take work. */
export const READY = 'ready';
