import { type FieldError, refuse } from '../../kernel/errors';
import { answerLength } from '../../provider/channel/question';

/** @throws {Refusal} answer_unfit of an answer that no marketplace takes */
export function assertLength(text: string): void {
  const { min, max } = answerLength;
  if ([...text.trim()].length >= min && text.length <= max) return;
  const error: FieldError = { pointer: '/text', message: `must have ${min} to ${max} characters` };
  refuse('answer_unfit', `${error.pointer} ${error.message}.`, { errors: [error], quotesNobody: true });
}
