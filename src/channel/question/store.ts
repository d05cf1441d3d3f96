import type { Queryable } from '../../kernel/database/queryable';
import { digestOf } from '../../kernel/digest';
import { insertAllInto, rowsAsJson } from '../../kernel/table/table-store';
import type { QuestionState, RemoteQuestion } from '../../provider/channel/question';
import type { Channel } from '../mirror/mirror';
import type { ShownQuestion } from './fields';
import { question } from './table';

/** A row that was read earlier than what stands there moves nothing. The last SELECT sees the rows as they were. */
const KEEP = `
  WITH written AS (
    ${insertAllInto(question)}
    ON CONFLICT (store_id, extension, question_id) DO UPDATE SET state = excluded.state, state_word = excluded.state_word,
      text = excluded.text, asked_at = excluded.asked_at, answer_until = excluded.answer_until, buyer_name = excluded.buyer_name,
      product_title = excluded.product_title, product_url = excluded.product_url, image_url = excluded.image_url,
      answer = excluded.answer, refused_answer = excluded.refused_answer, reason = excluded.reason, digest = excluded.digest,
      read_at = excluded.read_at, looked_at = clock_timestamp()
    WHERE channel_question.read_at <= excluded.read_at)
  SELECT row."questionId" FROM json_to_recordset($2::json) AS row(${question.record})
  LEFT JOIN channel_question held ON held.store_id = $1 AND held.extension = row.extension AND held.question_id = row."questionId"
  WHERE held.digest IS DISTINCT FROM row.digest AND (held.read_at IS NULL OR held.read_at <= row."readAt")`;

/** Keeps questions as a marketplace has told them. @returns the ids of those that are new, or other than before */
export async function keepQuestions(
  db: Queryable,
  { storeId, extension }: Channel,
  told: readonly RemoteQuestion[],
  readAt: string,
): Promise<ReadonlySet<string>> {
  // A list may name one twice: the later row counts.
  const rows = new Map(told.map((each) => [each.questionId, { ...each, extension, digest: digestOf(each), readAt }]));
  const changed = await db.query<{ questionId: string }>(KEEP, [
    storeId,
    rowsAsJson([...rows.values()], question.stated),
  ]);
  return new Set(changed.map(({ questionId }) => questionId));
}

/** States that a question leaves without anybody here. */
const OPEN: readonly QuestionState[] = ['waiting', 'in_review', 'unknown'];

const DUE = `
  SELECT question_id AS "questionId" FROM channel_question
  WHERE store_id = $1 AND extension = $2 AND looked_at < $3 AND asked_at > clock_timestamp() - interval '30 days'
    AND (state = ANY ($4) OR state = 'answered' AND looked_at < clock_timestamp() - interval '1 hour')
  ORDER BY looked_at, question_id LIMIT $5`;

/** Questions that go on, or whose answer may still be refused, and that were looked at longest ago. */
export async function dueQuestions(
  db: Queryable,
  { storeId, extension }: Channel,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query<{ questionId: string }>(DUE, [storeId, extension, before, OPEN, limit]);
  return rows.map(({ questionId }) => questionId);
}

const NOTE_LOOKED = `
  UPDATE channel_question SET looked_at = clock_timestamp() WHERE store_id = $1 AND extension = $2 AND question_id = ANY ($3)`;
const OLD = `
  DELETE FROM channel_question WHERE store_id = $1 AND extension = $2 AND asked_at < clock_timestamp() - interval '180 days'`;

/** Notes that questions were asked for, and forgets those of long ago. */
export async function noteLooked(
  db: Queryable,
  { storeId, extension }: Channel,
  questionIds: readonly string[],
): Promise<void> {
  await db.query(NOTE_LOOKED, [storeId, extension, questionIds]);
  await db.query(OLD, [storeId, extension]);
}

const SHOWN = question.selectAnswer('channel_question');

/** Questions that wait stand in the order of their deadlines, all others with the newest first. */
const LISTED = {
  waiting: `
    SELECT ${SHOWN}, read_at AS "asOf" FROM channel_question
    WHERE store_id = $1 AND extension = $2 AND state = $3
      AND ($4::timestamptz IS NULL OR (coalesce(answer_until, '9999-12-31T23:59:59.999Z'::timestamptz), question_id) > ($4, $5))
    ORDER BY coalesce(answer_until, '9999-12-31T23:59:59.999Z'::timestamptz), question_id LIMIT $6`,
  others: `
    SELECT ${SHOWN}, read_at AS "asOf" FROM channel_question
    WHERE store_id = $1 AND extension = $2 AND ($3 = 'all' OR state = $3)
      AND ($4::timestamptz IS NULL OR (asked_at, question_id) < ($4, $5))
    ORDER BY asked_at DESC, question_id DESC LIMIT $6`,
};

interface Listed {
  readonly state: QuestionState | 'all';
  readonly after: readonly [at: string, questionId: string] | null;
}

export const listQuestions = (
  db: Queryable,
  { storeId, extension }: Channel,
  { state, after }: Listed,
  limit: number,
): Promise<ShownQuestion[]> =>
  db.query<ShownQuestion>(state === 'waiting' ? LISTED.waiting : LISTED.others, [
    ...[storeId, extension, state],
    ...[after?.[0] ?? null, after?.[1] ?? null, limit],
  ]);

const ONE = `
  SELECT state, refused_answer AS "refusedAnswer", read_at AS "readAt" FROM channel_question
  WHERE store_id = $1 AND extension = $2 AND question_id = $3`;

/** A question as it was last read. */
export interface StandingQuestion extends Pick<RemoteQuestion, 'state' | 'refusedAnswer'> {
  readonly readAt: string;
}

const ONE_SHOWN = `
  SELECT ${SHOWN}, read_at AS "asOf" FROM channel_question WHERE store_id = $1 AND extension = $2 AND question_id = $3`;

/** A question as its list shows it. */
export async function shownQuestion(
  db: Queryable,
  { storeId, extension }: Channel,
  questionId: string,
): Promise<ShownQuestion | undefined> {
  const [row] = await db.query<ShownQuestion>(ONE_SHOWN, [storeId, extension, questionId]);
  return row;
}

/** Reads how a question stood when it was last read. */
export async function standingQuestion(
  db: Queryable,
  { storeId, extension }: Channel,
  questionId: string,
): Promise<StandingQuestion | undefined> {
  const [row] = await db.query<StandingQuestion>(ONE, [storeId, extension, questionId]);
  return row;
}

const ANSWERS = `
  SELECT state, error ->> 'code' AS code, started_at AS "startedAt", finished_at AS "finishedAt", input ->> 'answerText' AS text
  FROM channel_job
  WHERE store_id = $1 AND extension = $2 AND lane = $3 AND kind = 'question.answer' ORDER BY created_at DESC, id DESC LIMIT 50`;

/** An answer that somebody has asked for. */
export interface GivenAnswer {
  readonly state: string;
  readonly code: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly text: string;
}

/** Reads the answers to a question, the latest first. */
export const answersTo = (db: Queryable, { storeId, extension }: Channel, lane: string): Promise<GivenAnswer[]> =>
  db.query<GivenAnswer>(ANSWERS, [storeId, extension, lane]);
