import { nullable, type Static, t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import type { QuestionRow, QuestionState, RemoteQuestion } from '../channel/question';
import { record, words } from '../reading';
import { storable } from '../text';
import { businessDaysAfter } from './business-days';
import { isoOf, momentIn, TIME_MAX } from './reading';

const TEXT_MAX = 5_000;
/** A question that nobody answers for so many days from Monday to Friday is closed. */
const DAYS = 3;

const optional = <S extends Parameters<typeof nullable>[0]>(schema: S) => t.Optional(nullable(schema));
/** Beyond 2^53 they are texts, see readJson. */
const remoteId = t.Union([
  t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  t.String({ pattern: '^[0-9]{1,30}$' }),
]);

/** A row with these fields is a question; all else is read as far as it can be. */
const questionSchema = t.Object({
  id: remoteId,
  text: t.String({ minLength: 1 }),
  status: optional(t.String()),
  creationDate: t.Integer({ minimum: 0, maximum: TIME_MAX }),
});
type QuestionAnswer = Static<typeof questionSchema> & Readonly<Record<string, unknown>>;

const states: Readonly<Record<string, QuestionState>> = {
  WAITING_FOR_ANSWER: 'waiting',
  WAITING_FOR_APPROVE: 'in_review',
  ANSWERED: 'answered',
  REJECTED: 'refused',
  REPORTED: 'reported',
  UNANSWERED: 'expired',
};

/** A row in the platform's words, or why it cannot be read. Never throws. */
export function readQuestion(row: unknown): QuestionRow {
  const [error] = schemaErrors(questionSchema, row);
  if (error === undefined) return questionOf(row as QuestionAnswer);
  const { id, productName } = record(row);
  const message = storable(`${error.pointer || 'The row'} ${error.message}.`);
  return { remoteId: words(id, 64), title: words(productName, 64), message };
}

function questionOf(told: QuestionAnswer): RemoteQuestion {
  const stateWord = words(told.status, 100) ?? '';
  return {
    questionId: String(told.id),
    state: Object.hasOwn(states, stateWord) ? (states[stateWord] as QuestionState) : 'unknown',
    stateWord,
    text: words(told.text, TEXT_MAX) ?? '-',
    askedAt: isoOf(told.creationDate),
    answerUntil: isoOf(Math.min(TIME_MAX, businessDaysAfter(told.creationDate, DAYS))),
    buyerName: told.showUserName === true ? words(told.userName, 120) : null,
    productTitle: words(told.productName, 500),
    productUrl: words(told.webUrl, 2_048),
    imageUrl: words(told.imageUrl, 2_048),
    answer: answerIn(told.answer),
    refusedAnswer: refusedIn(told),
    reason: words(told.reason, 500) ?? words(told.reportReason, 500),
  };
}

function answerIn(value: unknown): RemoteQuestion['answer'] {
  const { text, creationDate } = record(value);
  const said = words(text, TEXT_MAX);
  return said === null ? null : { text: said, answeredAt: momentIn(creationDate) };
}

/** The documents do not show it: some have seen a text, others an object like an answer. */
function refusedIn({ rejectedAnswer, rejectedDate, reason }: QuestionAnswer): RemoteQuestion['refusedAnswer'] {
  const told = record(rejectedAnswer);
  const text = words(rejectedAnswer, TEXT_MAX) ?? words(told.text, TEXT_MAX);
  if (text === null) return null;
  const refusedAt = momentIn(told.creationDate) ?? momentIn(rejectedDate);
  return { text, refusedAt, reason: words(told.reason, 500) ?? words(reason, 500) };
}
