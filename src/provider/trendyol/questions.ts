import { type Static, t } from '../../kernel/schema/schema';
import { isQuestion } from '../channel/question';
import { checkedAnswer } from '../checked-answer';
import { isRefused, ProviderAnswerInvalid } from '../error';
import type { ChannelAdapter, Operation } from '../port';
import type { RequestGroup } from '../provider';
import type { TrendyolClient } from './client';
import { assertDone, assertNoRefusal } from './done';
import { readQuestion } from './question';
import { pageAt, placeOf, slicesOf, TWO_WEEKS_MS } from './slices';

const NAME = 'Trendyol';
const SIZE = 50;

export const questionOperations = ['questions', 'question', 'answerQuestion'] as const satisfies readonly Operation[];
type QuestionAdapter = Pick<ChannelAdapter, (typeof questionOperations)[number]>;

/** Limits of the question services in a minute (providers.md §2.2). */
export const questionGroups = (requestsPer10Seconds: number): readonly RequestGroup[] => {
  const perMinute = (requests: number) => (requestsPer10Seconds === 0 ? null : requests);
  return [
    { name: 'questions', operations: ['questions', 'question'], per10Seconds: null, perMinute: perMinute(1_000) },
    { name: 'answers', operations: ['answerQuestion'], per10Seconds: null, perMinute: perMinute(500) },
  ];
};

const pageSchema = t.Object({
  content: t.Array(t.Unknown()),
  totalPages: t.Integer({ minimum: 0, maximum: 1_000_000 }),
});

/** Trendyol's question services in the platform's words. */
export function questionsOf(client: TrendyolClient): QuestionAdapter {
  const questions = `/qna/sellers/${client.credentials.sellerId}/questions`;
  return {
    async questions(window, cursor, signal) {
      // A longer window is cut without a word.
      const slices = slicesOf(Date.parse(window.from), Date.parse(window.to), TWO_WEEKS_MS);
      const { at, page } = placeOf(cursor, slices.length);
      const [startDate, endDate] = slices[at] as readonly [number, number];
      const query = {
        ...{ startDate: String(startDate), endDate: String(endDate), page: String(page), size: String(SIZE) },
        ...{ orderByField: 'CreatedDate', orderByDirection: 'DESC' },
      };
      const answer = await client.get(`${questions}/filter`, query, signal);
      assertNoRefusal(answer);
      const { content, totalPages } = checkedAnswer<Static<typeof pageSchema>>(NAME, 'a page', pageSchema, answer);
      if (content.length > SIZE)
        throw new ProviderAnswerInvalid(`${NAME} answered ${content.length} questions where ${SIZE} were asked for.`);
      const pages = content.length === 0 ? 0 : totalPages;
      return { rows: content.map(readQuestion), next: pageAt({ at, page }, { pages, slices: slices.length }) };
    },

    async question(questionId, signal) {
      if (!/^\d{1,30}$/.test(questionId)) return null;
      const answer = await client.get(`${questions}/${questionId}`, {}, signal).catch((error: unknown) => {
        if (isRefused(error) && error.status === 404) return null;
        throw error;
      });
      if (answer === null) return null;
      assertNoRefusal(answer);
      const row = readQuestion(answer);
      if (isQuestion(row) && row.questionId !== questionId)
        throw new ProviderAnswerInvalid(`${NAME} answered another question than was asked for.`);
      return row;
    },

    async answerQuestion(questionId, text, signal) {
      assertDone(await client.tell('POST', `${questions}/${encodeURIComponent(questionId)}/answers`, { text }, signal));
    },
  };
}
