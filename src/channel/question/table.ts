import { extensionKey } from '../../extension/aggregate';
import { json, label, nullable, t, time } from '../../kernel/schema/schema';
import { type Row, table } from '../../kernel/table/table';
import { questionFields } from './fields';

const once = { kept: 'once' } as const;

/** Questions of buyers as a marketplace has shown them. They are no change of the store. */
export const question = table({
  word: 'marketplace question',
  label: label('Pazaryeri sorusu', 'Question at a marketplace'),
  table: 'channel_question',
  columns: {
    extension: { type: 'text', schema: extensionKey, ...once, shown: false },
    questionId: { type: 'text', schema: questionFields.questionId, ...once },
    state: { type: 'text', schema: questionFields.state, ...once },
    stateWord: { type: 'text', schema: questionFields.stateWord, ...once },
    text: { type: 'text', schema: questionFields.text, ...once },
    askedAt: { type: 'timestamptz', schema: questionFields.askedAt, ...once },
    answerUntil: { type: 'timestamptz', schema: questionFields.answerUntil, ...once },
    buyerName: { type: 'text', schema: questionFields.buyerName, ...once },
    productTitle: { type: 'text', schema: questionFields.productTitle, ...once },
    productUrl: { type: 'text', schema: questionFields.productUrl, ...once },
    imageUrl: { type: 'text', schema: questionFields.imageUrl, ...once },
    answer: { type: 'jsonb', schema: nullable(json()), ...once },
    refusedAnswer: { type: 'jsonb', schema: nullable(json()), ...once },
    reason: { type: 'text', schema: questionFields.reason, ...once },
    /** The digest of all that the marketplace said of it. */
    digest: { type: 'text', schema: t.String(), ...once, shown: false },
    /** The moment at which the marketplace was asked. */
    readAt: { type: 'timestamptz', schema: time(), ...once, shown: false },
    /** The moment at which its news were last asked for by name. */
    lookedAt: { type: 'timestamptz', schema: time(), kept: 'apart', shown: false },
  },
});

export type QuestionRow = Row<typeof question>;
