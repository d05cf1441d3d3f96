import { refuse } from '../../kernel/errors';
import { isQuestion, type QuestionState, type RemoteQuestion } from '../../provider/channel/question';
import { done, MISSING } from '../../provider/conversation/found';
import { ProviderAnswerInvalid } from '../../provider/error';
import { type Acting, actSteps, seenAfter } from '../job/act';
import { inTime } from '../job/in-time';
import { wasAsked } from '../job/once';
import { momentBefore } from '../mirror/moment';
import { type AnswerJob, questionAnswer } from '../question/declaration';
import { isSame } from '../question/same';
import { keepQuestions } from '../question/store';

type Answering = Acting<typeof questionAnswer>;

/** Answers a question at a marketplace, once, and keeps how it stands then. */
export const questionAnswerSteps = actSteps({
  kind: questionAnswer,
  urgency: 'urgent',
  // Buyers would read both: nobody but a person decides to answer again.
  askedMax: 1,

  async look(answering) {
    const readAt = await momentBefore(answering.dependencies, answering.storeId);
    const seen = await seenOf(answering);
    // The same answer may stand there already, and nobody asks who has given it.
    return isDone(answering.job, seen) ? done(await keepQuestion(answering, seen, readAt)) : MISSING;
  },

  async ask(answering) {
    const { adapter, job, signal, options } = answering;
    await adapter.answerQuestion(job.input.questionId, job.input.answerText, signal);
    options.onAnswer();
    const follow = async () => {
      const readAt = await momentBefore(answering.dependencies, answering.storeId);
      return keepQuestion(answering, await seenOf(answering), readAt);
    };
    return seenAfter(answering, follow, { questionState: 'in_review' as const });
  },
});

async function seenOf({ adapter, job, signal }: Answering): Promise<RemoteQuestion> {
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

async function keepQuestion(
  { dependencies: { bus }, storeId, job: { extension } }: Answering,
  seen: RemoteQuestion,
  readAt: string,
): Promise<{ questionState: QuestionState }> {
  await inTime(
    bus.inTransaction<void>(storeId, async (tx) => {
      await keepQuestions(tx, { storeId, extension }, [seen], readAt);
      return { keep: true, value: undefined };
    }),
  );
  return { questionState: seen.state };
}
