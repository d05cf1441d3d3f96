import { isQuestion, type RemoteQuestion } from '../../provider/channel/question';
import type { JobReason } from '../job/reasons';
import type { ItemError } from '../job/table';
import type { Mirror } from '../mirror/mirror';
import { dueQuestions, keepQuestions, noteLooked } from './store';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The questions of a marketplace. */
export const questionMirror: Mirror<RemoteQuestion> = {
  task: 'questions',
  // An older question waits for nothing any more.
  firstMs: 14 * DAY_MS,
  overlapMs: 10 * MINUTE_MS,
  page: (adapter, window, cursor, signal) => adapter.questions(window, cursor, signal),
  isRead: isQuestion,
  idOf: ({ questionId }) => questionId,
  asksById: true,
  nameOf: ({ questionId, state }) => `${questionId} ${state}`,
  async keep(db, channel, rows, readAt) {
    const changed = await keepQuestions(db, channel, rows, readAt);
    const unknown = rows.filter(({ questionId, state }) => state === 'unknown' && changed.has(questionId));
    return { changed: changed.size, told: unknown.map(unknownOf) };
  },
  besides: {
    due: dueQuestions,
    async ask(adapter, questionId, signal) {
      const row = await adapter.question(questionId, signal);
      return row === null ? [] : [row];
    },
    looked: noteLooked,
  },
};

const unknownOf = ({ questionId, stateWord, productTitle }: RemoteQuestion): ItemError => ({
  remoteId: questionId,
  barcode: null,
  title: productTitle,
  code: 'state_unknown' satisfies JobReason,
  message: `The marketplace calls its state ${stateWord || 'by no word'}.`,
});
