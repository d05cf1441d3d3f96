import type { Waits } from '../../kit/waits';
import type { QuestionKnobs } from './knobs';

const FIRST_QUESTION = 480_000_001;
const FIRST_ANSWER = 610_000_001;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ISTANBUL_MS = 3 * HOUR_MS;
/** Days from Monday to Friday. */
const OPEN_DAYS = 3;

interface Answer {
  id: number;
  text: string;
  creationDate: number;
  hasPrivateInfo: boolean;
  reason: string | null;
}

/** A question as the marketplace keeps it. */
export interface Asked {
  readonly id: number;
  text: string;
  readonly customerId: number;
  readonly userName: string;
  readonly showUserName: boolean;
  status: string;
  readonly createdMs: number;
  modifiedMs: number;
  readonly productName: string;
  readonly productMainId: string;
  readonly barcode: string | null;
  reason: string | null;
  reportReason: string | null;
  answer: Answer | null;
  rejected: Answer | null;
  rejectedMs: number | null;
}

export interface WantedQuestion {
  readonly text: string;
  readonly userName: string;
  readonly showUserName: boolean;
  readonly productName: string;
  readonly barcode: string | null;
  /** Milliseconds ago. */
  readonly ago: number;
}

interface Around {
  readonly now: () => number;
  readonly knobs: QuestionKnobs;
  readonly waits: Waits;
}

/** The questions that buyers have asked of the seller. */
export class Board {
  /** Answers to each question: requests, and those that were taken. */
  readonly counts = new Map<number, { asked: number; done: number }>();
  private readonly questions = new Map<number, Asked>();
  private answers = 0;

  constructor(private readonly around: Around) {}

  get(id: number): Asked | undefined {
    this.advance();
    return this.questions.get(id);
  }

  all(): Asked[] {
    this.advance();
    return [...this.questions.values()];
  }

  place(wanted: WantedQuestion): Asked {
    const at = this.questions.size;
    const createdMs = this.around.now() - wanted.ago;
    const { ago: _, ...told } = wanted;
    const asked: Asked = {
      ...told,
      id: FIRST_QUESTION + at,
      customerId: 90_000_000 + at,
      status: 'WAITING_FOR_ANSWER',
      createdMs,
      modifiedMs: createdMs,
      productMainId: `PM-${at}`,
      reason: null,
      reportReason: null,
      answer: null,
      rejected: null,
      rejectedMs: null,
    };
    this.questions.set(asked.id, asked);
    return asked;
  }

  move(asked: Asked, status: string): void {
    asked.status = status;
    asked.modifiedMs = Math.max(this.around.now(), asked.modifiedMs + 1);
  }

  /** Takes an answer up; the marketplace looks at it for a while. @returns its id */
  answer(asked: Asked, text: string): number {
    const { now, knobs, waits } = this.around;
    const id = FIRST_ANSWER + this.answers++;
    asked.answer = { id, text, creationDate: now(), hasPrivateInfo: false, reason: null };
    this.move(asked, 'WAITING_FOR_APPROVE');
    const decide = () => {
      const banned = knobs.bannedWords.find((word) => text.toLocaleLowerCase('tr').includes(word));
      if (asked.answer?.id !== id) return;
      if (banned === undefined) this.move(asked, 'ANSWERED');
      else this.refuse(asked, `Yasaklı kelime: ${banned}`);
    };
    if (knobs.reviewMs === 0) decide();
    else waits.after(knobs.reviewMs, decide);
    return id;
  }

  /** Refuses an answer: the question waits for another one. */
  refuse(asked: Asked, reason: string): void {
    if (asked.answer === null) throw new RangeError('The question has no answer.');
    asked.rejected = { ...asked.answer, reason };
    asked.rejectedMs = this.around.now();
    asked.answer = null;
    this.move(asked, 'WAITING_FOR_ANSWER');
  }

  countOf(id: number): { asked: number; done: number } {
    const count = this.counts.get(id) ?? { asked: 0, done: 0 };
    this.counts.set(id, count);
    return count;
  }

  /** Closes what nobody has answered in time. */
  private advance(): void {
    const { now, knobs } = this.around;
    for (const asked of this.questions.values())
      if (asked.status === 'WAITING_FOR_ANSWER' && (now() - asked.createdMs) * knobs.scale > openMs(asked.createdMs))
        this.move(asked, 'UNANSWERED');
  }
}

/** Counts how long a question is open: weekends do not count. */
function openMs(createdMs: number): number {
  let at = createdMs;
  for (let left = OPEN_DAYS; left > 0; ) {
    at += DAY_MS;
    const day = new Date(at + ISTANBUL_MS).getUTCDay();
    if (day !== 0 && day !== 6) left -= 1;
  }
  return at - createdMs;
}
