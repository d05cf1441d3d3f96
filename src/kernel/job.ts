/** What an operator filters by in the Temporal UI; the names are registered by `search-attributes.ts`. Never buyer data. */
export interface JobLabels {
  readonly StoreId: string;
  readonly Extension?: string;
  readonly JobKind?: string;
  readonly ProposalId?: string;
  readonly Actor?: string;
}

/** Contract of a workflow, shared by the code that starts it and the workflow itself. Inputs carry ids, never documents or secrets. */
export interface Job<Input, Output> {
  readonly name: string;
  /** One live run each; Temporal refuses a second start, so a redelivered outbox row is harmless. */
  workflowId(input: Input): string;
  labels(input: Input): JobLabels;
  /** One line for the UI's list. */
  summary(input: Input): string;
  readonly output?: Output;
}

export const job = <Input, Output>(contract: Omit<Job<Input, Output>, 'output'>): Job<Input, Output> => contract;

/** The type that a workflow function must have to serve a contract. */
export type WorkflowOf<J> = J extends Job<infer Input, infer Output> ? (input: Input) => Promise<Output> : never;
