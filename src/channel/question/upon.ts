import { Facts, type Upon, type UponCall, uponWords } from '../../kernel/declaration/upon';
import { shownQuestion } from './store';

/** The question that an answer is about, with its product and its buyer. */
export async function questionUpon({
  db,
  storeId,
  payload: { ext, questionId },
}: UponCall<{ readonly ext: string; readonly questionId: string }>): Promise<readonly Upon[]> {
  const asked = await shownQuestion(db, { storeId, extension: ext }, questionId);
  if (!asked) return [];
  return new Facts()
    .add('text', { tr: 'Soru', en: 'Question' }, asked.text)
    .add('text', uponWords.goods, asked.productTitle)
    .add('text', { tr: 'Soran', en: 'Asked by' }, asked.buyerName)
    .add('time', uponWords.deadline, asked.answerUntil).all;
}
