import { nullable } from '../../kernel/schema/schema';
import { questionAnswerTerms, questionsPullTerms } from '../contract/question';
import type { JobOf } from '../job/declaration';
import { onceKind } from '../job/once';
import { mirrorKind } from '../mirror/declaration';
import { answerText, questionId, questionState } from './fields';

/** Reads the questions of buyers at a marketplace. */
export const questionsPull = mirrorKind('questions.pull', questionsPullTerms);

const answeredFields = { questionState: nullable(questionState) };

/** The job that answers a question, once. */
export const questionAnswer = onceKind({
  name: 'question.answer',
  terms: questionAnswerTerms,
  input: { questionId, answerText },
  counters: answeredFields,
  details: {},
  initial: { questionState: null },
  result: { fields: answeredFields, of: ({ progress }) => ({ questionState: progress.questionState }) },
});

export type AnswerJob = JobOf<typeof questionAnswer>;
