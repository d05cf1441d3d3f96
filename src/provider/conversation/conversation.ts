import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { Queryable } from '../../kernel/database/queryable';
import type { Job } from '../../kernel/declaration/job';
import type { WorkServices } from '../../kernel/declaration/services';
import type { AskedBook, AskedRow } from './asked-store';
import type { Ending, Seen } from './found';

export interface Dependencies {
  readonly bus: CommandBus;
  readonly database: Pick<Database, 'reader'>;
  readonly services: Pick<WorkServices, 'settings' | 'secretBox' | 'bookkeeping' | 'log'>;
}

export interface Patience {
  /** The shortest and the longest pause between two looks: the older the question, the longer. */
  readonly lookMs: { readonly first: number; readonly last: number };
  /** The time in which it is tried to ask, and to find out what came of it. */
  readonly forMs: number;
}

/**
 * A thing that a provider is asked for once, and how: the form that a noun fills (docs/decisions/0114). `step.ts` takes it further, `work.ts`
 * finds and ends its rows, and the row has the columns of `columns.ts`.
 */
export interface Conversation<Input extends { readonly storeId: string }, Row extends AskedRow, Adapter, Done> {
  /** The workflow that drives it. */
  readonly contract: Job<Input, Row['state'] | null>;
  readonly book: AskedBook<Input, Row['state']>;
  /** @returns undefined: there is no such row, or no provider is asked for it */
  find(db: Queryable, storeId: string, id: string): Promise<Row | undefined>;
  /** @returns the adapter, and how late the provider may know of what it was asked for @throws {Refusal} */
  connect(
    dependencies: Dependencies,
    storeId: string,
    row: Row,
  ): Promise<{ readonly adapter: Adapter; readonly lagMs?: number }>;
  /** Looks for what is asked for, before the first request and after every lost answer. */
  look(adapter: Adapter, row: Row, signal: AbortSignal): Promise<Seen<Done>>;
  /** Makes one request; the row says so already. After any error but a refusal and a throttling nobody knows whether it is done. */
  ask(adapter: Adapter, row: Row, signal: AbortSignal): Promise<Ending<Done>>;
  /** Records the end, whoever was first. Its failure is one line of 300 characters at most. @returns the state from then on */
  record(bus: CommandBus, storeId: string, ending: Ending<Done>, row: Row): Promise<Row['state']>;
  readonly patience: Patience;
  readonly words: {
    /** The end of the sentence "The provider was asked 3 times, and". */
    readonly missing: string;
    /** The reason for which it is not asked for behind its patience. @default it is asked for all the same, since nothing waits for it */
    readonly tooLate?: string;
  };
}
