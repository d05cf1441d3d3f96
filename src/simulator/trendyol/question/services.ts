import type { Call } from '../../kit/endpoint';
import { badRequest, ProviderError } from '../errors';
import type { Asked, Board } from './board';
import type { QuestionKnobs } from './knobs';

const DAY_MS = 86_400_000;
const SPAN_MS = 14 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
const SIZE_DEFAULT = 20;
const SIZE_MAX = 50;
const TEXT = { min: 10, max: 2_000 };
const STATUSES = ['WAITING_FOR_ANSWER', 'WAITING_FOR_APPROVE', 'ANSWERED', 'REPORTED', 'REJECTED', 'UNANSWERED'];

interface Around {
  readonly board: Board;
  readonly knobs: QuestionKnobs;
  readonly now: () => number;
}

/** The question services (providers.md §2.9). */
export class QuestionServices {
  constructor(private readonly around: Around) {}

  /** @throws {ProviderError} 400 */
  filter({ query }: Call) {
    const { board, knobs } = this.around;
    const page = wholeIn(query, 'page', 0, 0, 1_000_000);
    const size = wholeIn(query, 'size', SIZE_DEFAULT, 1, SIZE_MAX);
    const [from, to] = this.windowIn(query);
    const status = query.get('status');
    if (status !== null && !STATUSES.includes(status)) throw badRequest('invalid.status', 'status geçersiz.');
    const barcode = query.get('barcode');
    const byCreation = query.get('orderByField') !== 'LastModifiedDate';
    const dateOf = (asked: Asked, isCreation: boolean) => (isCreation ? asked.createdMs : asked.modifiedMs);
    const rows = board
      .all()
      .filter((asked) => {
        const dated = dateOf(asked, knobs.filterBy === 'created');
        if (status !== null && asked.status !== status) return false;
        return dated >= from && dated <= to && (barcode === null || asked.barcode === barcode);
      })
      .sort((one, other) => dateOf(other, byCreation) - dateOf(one, byCreation) || other.id - one.id);
    if (query.get('orderByDirection') === 'ASC') rows.reverse();
    return {
      totalElements: rows.length,
      totalPages: Math.ceil(rows.length / size),
      page,
      size,
      content: rows.slice(page * size, (page + 1) * size).map((asked) => this.told(asked)),
    };
  }

  /** @throws {ProviderError} 404 */
  one({ path }: Call) {
    return this.told(this.find(path.questionId));
  }

  /** @throws {ProviderError} 400, 404 */
  answer({ path, body }: Call): { answerId: number } {
    const asked = this.find(path.questionId);
    const count = this.around.board.countOf(asked.id);
    count.asked++;
    const { text } = parsed(body);
    if (typeof text !== 'string' || text.length < TEXT.min || text.length > TEXT.max)
      throw badRequest('invalid.text', 'Cevap 10 ile 2000 karakter arasında olmalıdır.');
    if (asked.status !== 'WAITING_FOR_ANSWER')
      throw badRequest('question.not.waiting', 'Soru cevap bekleyen durumda değil.');
    const answerId = this.around.board.answer(asked, text);
    count.done++;
    return { answerId };
  }

  private find(questionId: string | undefined): Asked {
    const asked = this.around.board.get(Number(questionId));
    if (!asked) throw ProviderError.service(404, 'question.not.found', 'Soru bulunamadı.');
    return asked;
  }

  /** A window of more than two weeks is cut without a word; without one the last week is told. */
  private windowIn(query: URLSearchParams): readonly [number, number] {
    const [start, end] = [query.get('startDate'), query.get('endDate')];
    const now = this.around.now();
    if (start === null && end === null) return [now - WEEK_MS, Number.MAX_SAFE_INTEGER];
    if (!/^\d{1,15}$/.test(start ?? '') || !/^\d{1,15}$/.test(end ?? ''))
      throw badRequest('invalid.date', 'startDate ve endDate birlikte gönderilmelidir.');
    const [from, to] = [Number(start), Number(end)];
    if (to - from <= SPAN_MS) return [from, to];
    return this.around.knobs.clampKeeps === 'start' ? [from, from + SPAN_MS] : [to - SPAN_MS, to];
  }

  private told(asked: Asked) {
    const { rejected, answer, showUserName } = asked;
    return {
      id: asked.id,
      text: asked.text,
      customerId: asked.customerId,
      userName: asked.userName,
      showUserName,
      status: asked.status,
      creationDate: asked.createdMs,
      public: true,
      reason: asked.reason,
      reportReason: asked.reportReason,
      reportedDate: asked.status === 'REPORTED' ? asked.modifiedMs : null,
      rejectedDate: asked.rejectedMs,
      answeredDateMessage: answer === null ? '' : '1 saat içinde',
      imageUrl: 'https://cdn.dsmcdn.example/soru.jpg',
      productName: asked.productName,
      productMainId: asked.productMainId,
      webUrl: `https://www.trendyol.example/-p-${asked.productMainId}`,
      answer: answer && { ...answer },
      rejectedAnswer: rejected && (this.around.knobs.rejectedAs === 'text' ? rejected.text : { ...rejected }),
    };
  }
}

function wholeIn(query: URLSearchParams, name: string, usual: number, min: number, max: number): number {
  const value = Number(query.get(name) ?? usual);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw badRequest(`invalid.${name}`, `${name} ${min} ile ${max} arasında olmalıdır.`);
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // Said below.
  }
  throw badRequest('invalid.body', 'İstek gövdesi JSON nesnesi olmalıdır.');
}
