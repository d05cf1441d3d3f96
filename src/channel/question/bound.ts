import { refuse } from '../../kernel/errors';
import { isOpen, type JobState } from '../contract/state';
import { OUTCOME_UNKNOWN } from '../job/once';
import { LAG_MAX_MS } from '../mirror/lag';
import { isSame } from './same';
import type { GivenAnswer, StandingQuestion } from './store';

/**
 * Buyers would read two answers, so each is given once, even while the marketplace still shows the question as waiting.
 * @param answers earlier requests to answer, the latest first
 * @throws {Refusal} invalid_state while an answer may stand there that was not refused
 */
export function assertUnanswered(question: StandingQuestion, answers: readonly GivenAnswer[]): void {
  if (!answers.some((each) => binds(each, question))) return;
  refuse('invalid_state', 'An answer was given before, and the marketplace has not refused it.', {
    facts: { state: 'answer_given' },
    quotesNobody: true,
  });
}

/**
 * Tells whether an answer keeps others away: one that is under way, one that was given, and one of which nobody knows. Where the marketplace
 * shows the question unchanged after that one has ended, it was never given.
 */
function binds(answer: GivenAnswer, question: StandingQuestion): boolean {
  const { state, code, finishedAt } = answer;
  if (isOpen({ state: state as JobState })) return true;
  const isUnknown = code === OUTCOME_UNKNOWN;
  if (state !== 'succeeded' && !isUnknown) return false;
  if (isRefused(answer, question)) return false;
  if (finishedAt === null) return true;
  const seenAfterMs = Date.parse(question.readAt) - Date.parse(finishedAt);
  return isUnknown ? seenAfterMs <= 0 : seenAfterMs < LAG_MAX_MS;
}

function isRefused({ text, startedAt }: GivenAnswer, { refusedAnswer }: StandingQuestion): boolean {
  if (refusedAnswer === null) return false;
  const { refusedAt } = refusedAnswer;
  return refusedAt === null ? isSame(refusedAnswer.text, text) : Date.parse(refusedAt) >= Date.parse(startedAt ?? '');
}
