import { answerText, questionId } from '../channel/question/fields';
import { exampleMarketplace } from '../extension/example';
import { bulkAct } from './act';
import { channel } from './packages';

export default bulkAct({
  id: 'bulk.questions.answer',
  label: { tr: 'Soruları aynı cevapla cevapla', en: 'Answer questions alike' },
  summary: 'Give many questions of buyers at a marketplace the same answer, as one proposal.',
  path: 'answers',
  of: questionId,
  terms: { channel, text: answerText },
  example: { ids: ['480000001'], channel: exampleMarketplace, text: 'Merhaba, siparişiniz aynı gün kargoya verilir.' },
  asksProvider: true,

  async plan({ ids, terms: { channel, text } }) {
    return ids.map((questionId) => ({
      command: 'channel.questions.answer',
      payload: { ext: channel, questionId, text },
    }));
  },
});
