import { carrierLabel } from '../../cargo/carrier/carrier';
import type { Letter } from '../../kernel/declaration/letter';
import { dayText } from '../../kernel/shop-time';
import { toBuyer } from '../letter/letters';
import { type Condition, isBack } from '../piece/condition';
import { type LetterReturn, returnsToWrite } from './letter-store';

const pieces = (goods: LetterReturn['goods']): (readonly [string, string])[] =>
  goods.map(({ title, quantity }) => [title, `${quantity} adet`]);

/** Confirms a notice at once, on a durable medium (Regulation on Distance Contracts, Art. 11). */
export const returnRequested = toBuyer('return.requested', returnsToWrite, ({ number, kind, goods }) => ({
  subject: `İade talebinizi aldık: ${number}`,
  paragraphs: [
    kind === 'withdrawal'
      ? `${number} numaralı siparişiniz için cayma bildiriminizi aldık.`
      : `${number} numaralı siparişiniz için iade talebinizi aldık.`,
    'Ürünü nasıl göndereceğinizi ayrıca yazacağız.',
  ],
  rows: pieces(goods),
}));

export const returnWithdrawn = toBuyer('return.withdrawn', returnsToWrite, ({ number, goods }) => ({
  subject: `İade talebiniz geri çekildi: ${number}`,
  paragraphs: [`${number} numaralı siparişiniz için iade talebinizden vazgeçtiniz; ürünler sizde kalıyor.`],
  rows: pieces(goods),
}));

const howToSend = ({ instructions }: LetterReturn): string[] => {
  if (instructions === null) return [];
  const { carrier, text, sendUntil } = instructions;
  const ways =
    carrier === null
      ? ['Bizim size göndermediğimiz ürünler için bir şey yapmanız gerekmiyor.']
      : [
          `Ürünü en geç ${dayText(sendUntil)} günü ${carrierLabel(carrier)} ile gönderin. Bu firmayla gönderdiğinizde kargo ücreti ödemezsiniz.`,
        ];
  return text === null ? ways : [...ways, text];
};

export const returnApproved = toBuyer('return.approved', returnsToWrite, (about) => ({
  subject: `İade talebiniz onaylandı: ${about.number}`,
  paragraphs: [`${about.number} numaralı siparişiniz için iade talebinizi onayladık.`, ...howToSend(about)],
  rows: [
    ...pieces(about.goods),
    ...(about.instructions?.code ? [['İade kodu', about.instructions.code] as const] : []),
  ],
}));

/** The letter of a rejection, with the reason and the places to turn to, as they were stated then. */
export const returnRejected = toBuyer('return.rejected', returnsToWrite, ({ number, goods, rejection }) => ({
  subject: `İade talebiniz kabul edilmedi: ${number}`,
  paragraphs: [
    `${number} numaralı siparişiniz için iade talebinizi kabul edemedik.`,
    ...(rejection ? [rejection.text, rejection.recourse] : []),
  ],
  rows: pieces(goods),
}));

const CAME_AS: Readonly<Record<Condition, string>> = {
  saleable: 'teslim alındı',
  damaged: 'hasarlı geldi',
  unsent: 'gönderilmemişti',
  missing: 'gelmedi',
  wrong: 'yerine başka ürün geldi',
};

interface Opening {
  readonly subject: string;
  readonly first: string;
}

/**
 * Begins the letter by the goods that came. No buyer is told that goods have come which did not: they never left, are missing, or other
 * goods were in the parcel.
 */
function openingOf(came: LetterReturn['came']): Opening {
  const has = (is: (condition: Condition) => boolean): boolean => came.some(({ condition }) => is(condition));
  if (has((condition) => isBack(condition) && condition !== 'unsent'))
    return { subject: 'İade ettiğiniz ürün bize ulaştı', first: 'iade ettiğiniz ürünleri inceledik' };
  if (has((condition) => condition === 'wrong'))
    return { subject: 'İade gönderinizi inceledik', first: 'bize gönderdiğiniz iadeyi inceledik' };
  if (!has((condition) => condition === 'missing'))
    return { subject: 'İade talebinizi işleme aldık', first: 'iade etmek istediğiniz ürünler size gönderilmemişti' };
  return has((condition) => condition === 'unsent')
    ? { subject: 'İade talebinizi inceledik', first: 'iade etmek istediğiniz ürünleri inceledik' }
    : { subject: 'İade ettiğiniz ürün bize ulaşmadı', first: 'iade ettiğiniz ürünler bize ulaşmadı' };
}

export const returnReceived = toBuyer('return.received', returnsToWrite, ({ number, came }) => ({
  subject: `${openingOf(came).subject}: ${number}`,
  paragraphs: [`${number} numaralı siparişinizden ${openingOf(came).first}.`],
  rows: came.map(({ title, quantity, condition }) => [`${title} × ${quantity}`, CAME_AS[condition]]),
}));

export const returnLetters: readonly Letter[] = [
  returnRequested,
  returnWithdrawn,
  returnApproved,
  returnRejected,
  returnReceived,
];
