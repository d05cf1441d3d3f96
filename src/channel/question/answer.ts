import { momentBy } from '../../kernel/database/clock-store';
import { type FieldError, refuse } from '../../kernel/errors';
import { answerLength, isQuestion, type QuestionState, type RemoteQuestion } from '../../provider/channel/question';
import { ProviderAnswerInvalid } from '../../provider/error';
import { askOnce, type Outside } from '../job/ask-once';
import { inTime } from '../job/in-time';
import { wasAsked } from '../job/once';
import type { JobDependencies, JobSteps, StepOptions } from '../job/steps';
import { type AnswerJob, questionAnswer } from './declaration';
import { isSame } from './same';
import { keepQuestions } from './store';

/** Answers a question at a marketplace, once, and keeps how it stands then. */
export const questionAnswerSteps: JobSteps<typeof questionAnswer> = {
  kind: questionAnswer,
  step: (dependencies, storeId, job, options) =>
    answering(dependencies, storeId, options).step(dependencies, storeId, job, options),
  flawOf: async () => undefined,
};

const answering = (dependencies: JobDependencies, storeId: string, options: StepOptions) =>
  askOnce({
    kind: questionAnswer,
    urgency: 'urgent',
    // Buyers would read both: nobody but a person decides to answer again.
    askedMax: 1,

    async look(outside) {
      const readAt = await readFrom(dependencies, storeId);
      const seen = await seenOf(outside);
      if (!isDone(outside.job, seen)) return undefined;
      return kept(dependencies, storeId, outside.job, seen, readAt);
    },

    // The same answer stands there already, and nobody asks who has given it.
    refuseTaken: (found) => found,

    async ask(outside) {
      const { adapter, job, signal } = outside;
      await adapter.answerQuestion(job.input.questionId, job.input.answerText, signal);
      options.onAnswer();
      return followed(dependencies, storeId, outside, options);
    },
  });

type Found = { questionState: QuestionState };

async function seenOf({ adapter, job, signal }: Outside<AnswerJob>): Promise<RemoteQuestion> {
  const row = await adapter.question(job.input.questionId, signal);
  if (row === null) return refuse('not_found', 'The marketplace does not show the question.', { quotesNobody: true });
  if (!isQuestion(row)) throw new ProviderAnswerInvalid(`The question cannot be read: ${row.message}`);
  return row;
}

/**
 * Reads whether the answer was taken, by what the marketplace shows.
 * @throws {Refusal} invalid_state of a question that waits for no answer, unless it was asked for
 */
function isDone({ input, progress, startedAt }: AnswerJob, seen: RemoteQuestion): boolean {
  const { answer, refusedAnswer, state } = seen;
  if (answer !== null && isSame(answer.text, input.answerText)) return true;
  if (!wasAsked(progress)) {
    if (state === 'waiting' || state === 'unknown') return false;
    return refuse('invalid_state', `The question is ${state} at the marketplace meanwhile.`, {
      facts: { state },
      quotesNobody: true,
    });
  }
  // An earlier answer with the same words may have been refused before this one was given.
  const since = Date.parse(startedAt ?? '');
  const { text, refusedAt } = refusedAnswer ?? { text: '', refusedAt: null };
  return isSame(text, input.answerText) && refusedAt !== null && Date.parse(refusedAt) >= since;
}

/** Looks at what became of an answer that the marketplace has taken. Whatever fails here, it is given. */
async function followed(
  dependencies: JobDependencies,
  storeId: string,
  outside: Outside<AnswerJob>,
  options: StepOptions,
): Promise<Found> {
  try {
    const readAt = await readFrom(dependencies, storeId);
    return await kept(dependencies, storeId, outside.job, await seenOf(outside), readAt);
  } catch (error) {
    // The next pull reads it.
    options.onItemFailure(error);
    return { questionState: 'in_review' };
  }
}

const readFrom = ({ database }: JobDependencies, storeId: string): Promise<string> =>
  inTime(momentBy(database.reader(storeId)));

async function kept(
  { bus }: JobDependencies,
  storeId: string,
  { extension }: AnswerJob,
  seen: RemoteQuestion,
  readAt: string,
): Promise<Found> {
  await inTime(
    bus.inTransaction<void>(storeId, async (tx) => {
      await keepQuestions(tx, { storeId, extension }, [seen], readAt);
      return { keep: true, value: undefined };
    }),
  );
  return { questionState: seen.state };
}

/** @throws {Refusal} answer_unfit of an answer that no marketplace takes */
export function assertLength(text: string): void {
  const { min, max } = answerLength;
  if ([...text.trim()].length >= min && text.length <= max) return;
  const error: FieldError = { pointer: '/text', message: `must have ${min} to ${max} characters` };
  refuse('answer_unfit', `${error.pointer} ${error.message}.`, { errors: [error], quotesNobody: true });
}
