import {
  label,
  nullable,
  object,
  oneOf,
  paragraphs,
  personal,
  type Static,
  t,
  time,
  typeNamed,
  words,
} from '../../kernel/schema/schema';
import { answerLength, questionStates } from '../../provider/channel/question';

export const questionId = label(
  'Soru',
  'Question',
)(t.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$', description: 'As the marketplace calls it.' }));

const stateWords = {
  waiting: ['cevap bekliyor', 'waiting for an answer'],
  in_review: ['cevabı inceleniyor', 'its answer is looked at'],
  answered: ['cevaplandı', 'answered'],
  refused: ['reddedildi', 'refused'],
  reported: ['bildirildi', 'reported'],
  expired: ['süresi geçti', 'expired'],
  unknown: ['bilinmiyor', 'unknown'],
} as const;

export const questionState = label('Sorunun durumu', 'State of the question')(oneOf(questionStates, words(stateWords)));

/** States by which a list may be asked for. */
export const listedStates = label(
  'Durum',
  'State',
)(
  oneOf([...questionStates, 'all'] as const, {
    ...words({ ...stateWords, all: ['tümü', 'all'] }),
    default: 'waiting',
  }),
);

/** The text of an answer. Its length is a rule of marketplaces and refused in a code of its own, see length.ts. */
export const answerText = label(
  'Cevap',
  'Answer',
)(
  paragraphs(20_000, {
    description: `From ${answerLength.min} to ${answerLength.max} characters.`,
  }),
);

const answer = label(
  'Yayındaki cevap',
  'Answer there',
)(nullable(object({ text: t.String(), answeredAt: nullable(time()) })));

const refusedAnswer = label(
  'Reddedilen cevap',
  'Refused answer',
)(
  nullable(
    object(
      {
        text: t.String(),
        refusedAt: nullable(time()),
        reason: nullable(t.String({ description: 'The words of the marketplace.' })),
      },
      { description: 'The moderation of the marketplace has refused it, and the question waits for another one.' },
    ),
  ),
);

export const questionFields = {
  questionId,
  state: questionState,
  stateWord: label('Pazaryerinin sözü', 'Word of the marketplace')(t.String()),
  text: label('Soru metni', 'Question')(t.String()),
  askedAt: label('Soruldu', 'Asked')(time()),
  answerUntil: label(
    'Son cevap zamanı',
    'Answer until',
  )(nullable(time({ description: 'After that the marketplace takes no answer. Public holidays are not left out.' }))),
  buyerName: label(
    'Soran',
    'Asked by',
  )(nullable(personal(t.String({ description: 'null: the marketplace does not show it.' })))),
  productTitle: label('Ürün', 'Product')(nullable(t.String())),
  productUrl: label('Ürün adresi', 'Address of the product')(nullable(t.String())),
  imageUrl: label('Görsel', 'Picture')(nullable(t.String())),
  answer,
  refusedAnswer,
  reason: label('Neden', 'Reason')(nullable(t.String({ description: 'The words of the marketplace.' }))),
};

export const questionSchema = typeNamed('ChannelQuestion')(
  object({ ...questionFields, asOf: time({ description: 'When the marketplace said so.' }) }),
);
export type ShownQuestion = Static<typeof questionSchema>;
