import type { Words } from '../../kernel/schema/schema';

/** The facts of a kind of marketplace job that are known before one runs. */
export interface JobKindTerms<Input = unknown> {
  /** The name of the kind, as people call it. */
  readonly words: Words;
  /** The capability that asks for such jobs, in whose name their commands are issued; it may ask for several kinds. */
  readonly askedBy: string;
  /**
   * True for a job that tells of orders and their buyers: its readers need `orders:read`, and `orders:write` to cancel it, beside the scope
   * of the call.
   */
  readonly ofOrders?: true;
  /**
   * Jobs of a channel that are in the same lane run one at a time, in the order in which they were asked for; lanes run beside each
   * other. @default the kind
   */
  lane?(input: Input): string;
  /** Orders or stock wait for it, so its steps have places of their own (`promptQueue`). @default nothing does */
  isPrompt?(input: Input): boolean;
  /** The manner of the job, where a caller may choose one: its name, and its words for people. */
  manner?(input: Input): { readonly name: string; readonly words: Words } | undefined;
}
