import { mirrorTerms } from './mirror';
import type { JobKindTerms } from './terms';

export const questionsPullTerms = mirrorTerms('questions.pull', { tr: 'soruları alma', en: 'pull of questions' });

export const laneOf = (questionId: string): string => `question.answer/${questionId}`;

/** Answers to one question wait for each other, since each begins with a look at it. */
export const questionAnswerTerms: JobKindTerms<{ readonly questionId: string }> = {
  words: { tr: 'soruya cevap', en: 'answer to a question' },
  askedBy: 'channel.questions.answer',
  ofOrders: true,
  lane: ({ questionId }) => laneOf(questionId),
};
