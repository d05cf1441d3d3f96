import { nullable, type Static, t } from '../../kernel/schema/schema';
import type { RemoteBuybox } from '../channel/buybox';
import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid } from '../error';
import { wholeKurusIn } from '../lira';

const NAME = 'Trendyol';

/** Barcodes in one question (developers.trendyol.com, "Ürün buybox kontrol servisi"). */
export const BUYBOX_ASKED = 10;

const lira = t.Optional(nullable(t.Number({ minimum: 0, maximum: 100_000_000_000 })));

const answerSchema = t.Object({
  buyboxInfo: t.Array(
    t.Object({
      barcode: t.String({ maxLength: 200 }),
      buyboxOrder: t.Optional(nullable(t.Integer({ minimum: 0, maximum: 1_000_000 }))),
      buyboxPrice: lira,
      hasMultipleSeller: t.Optional(nullable(t.Boolean())),
      secondBuyboxPrice: lira,
      thirdBuyboxPrice: lira,
    }),
    { maxItems: 1_000 },
  ),
});

/** Reads the items that were asked for. One without a place or a price says nothing. */
export function buyboxOf(answer: unknown, asked: readonly string[]): RemoteBuybox[] {
  const { buyboxInfo } = checkedAnswer<Static<typeof answerSchema>>(NAME, 'the buybox', answerSchema, answer);
  const rows = buyboxInfo.filter(({ barcode }) => asked.includes(barcode));
  if (new Set(rows.map(({ barcode }) => barcode)).size < rows.length)
    throw new ProviderAnswerInvalid(`${NAME} answered the place of a barcode twice.`);
  return rows.flatMap((row): RemoteBuybox[] => {
    const price = kurus(row.buyboxPrice);
    if (!row.buyboxOrder || price === null) return [];
    return [
      {
        barcode: row.barcode,
        rank: row.buyboxOrder,
        price,
        hasRivals: row.hasMultipleSeller === true,
        secondPrice: kurus(row.secondBuyboxPrice),
        thirdPrice: kurus(row.thirdBuyboxPrice),
      },
    ];
  });
}

/** A price of 0 stands for none. */
const kurus = (amount: number | null | undefined): number | null => (amount ? (wholeKurusIn(amount) ?? null) : null);
