import { isInteger, type Resources, record } from '../../kit/control';
import { type Endpoint, endpoint } from '../../kit/endpoint';
import { Waits } from '../../kit/waits';
import type { LimitedGroup } from '../listing/limits';
import { type Asked, Board, type WantedQuestion } from './board';
import { type QuestionKnobs, questionKnobsResource, usualQuestionKnobs } from './knobs';
import { QuestionServices } from './services';

const QUESTIONS = '/qna/sellers/{sellerId}/questions';
const COUNT_MAX = 5_000;

/** Limits of the question services in a minute (providers.md §2.2). */
export const questionLimits: readonly LimitedGroup[] = [
  { name: 'answers', perMinute: [500, 500, 500, 500, 500], has: (name) => name.startsWith(`POST ${QUESTIONS}`) },
  { name: 'questions', perMinute: [1000, 1000, 1000, 1000, 1000], has: (name) => name.startsWith(`GET ${QUESTIONS}`) },
];

/** Buyers who ask, and the moderation of what is answered. */
export class QuestionShop {
  readonly endpoints: readonly Endpoint[];
  readonly resources: Resources;
  private readonly knobs: QuestionKnobs = { ...usualQuestionKnobs };
  private readonly waits = new Waits(() => this.knobs.scale);
  private readonly board: Board;

  constructor(now: () => number) {
    const { knobs, waits } = this;
    const board = new Board({ now, knobs, waits });
    const services = new QuestionServices({ board, knobs, now });
    this.board = board;
    this.endpoints = [
      endpoint(`GET ${QUESTIONS}/filter`, (call) => services.filter(call)),
      endpoint(`GET ${QUESTIONS}/{questionId}`, (call) => services.one(call)),
      endpoint(`POST ${QUESTIONS}/{questionId}/answers`, (call) => services.answer(call)),
    ];
    this.resources = this.control();
  }

  measures(): { questionsAnswered: number } {
    return { questionsAnswered: [...this.board.counts.values()].reduce((sum, { done }) => sum + done, 0) };
  }

  close(): void {
    this.waits.close();
  }

  private control(): Resources {
    const { board, waits } = this;
    const find = (id: unknown): Asked => {
      const asked = isInteger(id) ? board.get(id) : undefined;
      if (!asked) throw new RangeError('There is no such question.');
      return asked;
    };
    return {
      '/questions': {
        GET: () => board.all(),
        POST: (body) => {
          const { count = 1, ...rest } = record(body, 'The body', ['count', ...WANTED]);
          if (!isInteger(count) || count < 1 || count > COUNT_MAX)
            throw new RangeError(`count must be a whole number from 1 to ${COUNT_MAX}.`);
          const wanted = wantedIn(rest);
          const ids = Array.from({ length: count }, () => board.place(wanted).id);
          return { questionId: ids[0], questionIds: ids };
        },
      },
      '/questions/move': {
        PUT: (body) => {
          const { questionId, to } = record(body, 'The body', ['questionId', 'to']);
          if (typeof to !== 'string' || to === '') throw new RangeError('to must be a status.');
          board.move(find(questionId), to);
          return {};
        },
      },
      '/questions/refuse': {
        PUT: (body) => {
          const { questionId, reason = 'Uygunsuz içerik' } = record(body, 'The body', ['questionId', 'reason']);
          board.refuse(find(questionId), String(reason));
          return {};
        },
      },
      '/questions/hurry': {
        POST: () => {
          waits.hurry();
          return {};
        },
      },
      '/questions/knobs': questionKnobsResource(this.knobs),
      '/questions/statistics': { GET: () => ({ answers: Object.fromEntries(board.counts) }) },
    };
  }
}

const WANTED = ['text', 'userName', 'showUserName', 'productName', 'barcode', 'agoMs'] as const;

function wantedIn(sent: Record<string, unknown>): WantedQuestion {
  const { text = 'Kargoya ne zaman verilir?', userName = 'Z** K**', showUserName = true } = sent;
  const { productName = 'Bakır Cezve', barcode = null, agoMs = 0 } = sent;
  if (typeof text !== 'string' || typeof userName !== 'string' || typeof productName !== 'string')
    throw new RangeError('text, userName and productName must be texts.');
  if (typeof showUserName !== 'boolean') throw new RangeError('showUserName must be true or false.');
  if (barcode !== null && typeof barcode !== 'string') throw new RangeError('barcode must be a text.');
  if (!isInteger(agoMs) || agoMs < 0) throw new RangeError('agoMs must be a whole number from 0 on.');
  return { text, userName, showUserName, productName, barcode, ago: agoMs };
}
