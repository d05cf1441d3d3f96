import type { Words } from '../schema/schema';

/** Labels by which an operator filters in the Temporal UI; the names are registered by `search-attributes.ts`. Never buyer data. */
export interface JobLabels {
  readonly StoreId: string;
  readonly Extension?: string;
  readonly JobKind?: string;
  readonly ProposalId?: string;
  readonly Actor?: string;
}

/**
 * Contract of a workflow, shared by the code that starts it and the workflow itself. Whoever reaches Temporal can start a
 * workflow with an input of their own, so inputs are ids: what was asked for and approved is read from the row. Facts are
 * what its starter knows besides; they label the run and travel nowhere else.
 */
export interface Job<Input, Output, Facts extends Input = Input> {
  /** The name of the workflow function. */
  readonly name: string;
  /** Kind of the driven row, in one word: workflow ids are `kind/row`. */
  readonly kind: string;
  input(facts: Facts): Input;
  /** The row that it drives, by its id. */
  row(input: Input): string;
  /** One live run each, so a redelivered outbox row is harmless; a run too many finds nothing to do in its row. */
  workflowId(row: string): string;
  labels(facts: Facts): JobLabels;
  /** Name of the work for people. */
  label(facts: Facts): Words;
  /** Identifiers of what it is about, as far as people know them by titles. @default none */
  names?(facts: Facts): readonly string[];
  /** One line for the list of the Temporal UI. */
  summary(facts: Facts): string;
  /**
   * True for a workflow whose steps do the work themselves, as local activities, and last as long as that. Temporal waits for them as it
   * does by default.
   */
  readonly worksInSteps?: true;
  /** True for a job that asks a provider: each capability that starts it says `asksProvider` as well. */
  readonly asksProvider?: true;
  readonly output?: Output;
}

/**
 * Names the task queue of activities that orders and stock wait for. Long work of others, such as imports and mirrors, fills the places
 * of the main queue and none of these.
 */
export const promptQueue = (taskQueue: string): string => `${taskQueue}/prompt`;

/** The reason for which no workflow brings a row to its end. */
export interface Abandonment {
  readonly code: 'not_started' | 'not_finished';
  /** A sentence for the owner. */
  readonly reason: string;
}

export const job = <Input, Output, Facts extends Input = Input>(
  contract: Omit<Job<Input, Output, Facts>, 'output' | 'workflowId'>,
): Job<Input, Output, Facts> => ({ ...contract, workflowId: (row) => `${contract.kind}/${row}` });

/** The type that a workflow function must have to serve a contract. */
export type WorkflowOf<J> =
  J extends Job<infer Input, infer Output, infer _Facts> ? (input: Input) => Promise<Output> : never;
