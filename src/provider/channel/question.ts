import type { UnreadableRow } from './unreadable';

/** The states of a question of a buyer, whatever a marketplace calls them. */
export const questionStates = [
  'waiting',
  'in_review',
  'answered',
  'refused',
  'reported',
  'expired',
  'unknown',
] as const;
export type QuestionState = (typeof questionStates)[number];

/** An answer that the marketplace shows, or that it looks at. */
export interface RemoteAnswer {
  readonly text: string;
  readonly answeredAt: string | null;
}

/** An answer that the marketplace has refused. */
export interface RefusedAnswer {
  readonly text: string;
  readonly refusedAt: string | null;
  /** The reason in the marketplace's words. */
  readonly reason: string | null;
}

/** A question of a buyer about a product. Times are UTC. */
export interface RemoteQuestion {
  readonly questionId: string;
  readonly state: QuestionState;
  /** The marketplace's own word for the state. */
  readonly stateWord: string;
  readonly text: string;
  readonly askedAt: string;
  /** The moment until which the marketplace waits for an answer. */
  readonly answerUntil: string | null;
  /** The name of the buyer; null: the buyer does not show it. */
  readonly buyerName: string | null;
  readonly productTitle: string | null;
  readonly productUrl: string | null;
  readonly imageUrl: string | null;
  readonly answer: RemoteAnswer | null;
  readonly refusedAnswer: RefusedAnswer | null;
  /** The reason for which it was refused or reported, in the marketplace's words. */
  readonly reason: string | null;
}

export type QuestionRow = RemoteQuestion | UnreadableRow;

export const isQuestion = (row: QuestionRow): row is RemoteQuestion => 'questionId' in row;

export interface QuestionPage {
  readonly rows: readonly QuestionRow[];
  /** Opaque; null after the last page. */
  readonly next: string | null;
}

/** The length of an answer. */
export const answerLength = { min: 10, max: 2_000 } as const;
