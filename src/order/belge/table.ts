import { createdAt, id, label, object, oneOf, t, typeNamed, words } from '../../kernel/schema/schema';
import { identity, MOMENT, type New, type Row, table } from '../../kernel/table/table';

export const belgeKinds = ['preliminary_information', 'distance_contract'] as const;
export type BelgeKind = (typeof belgeKinds)[number];

/**
 * A document that the buyer was shown and agreed to, as it was worded then. The product's login may neither change nor delete it. The
 * seller has to prove it for years (Regulation on Distance Contracts, Art. 5(6) and 20).
 */
export const belge = table({
  word: 'belge',
  label: label('Yasal belge', 'Legal document'),
  table: 'order_belge',
  columns: {
    id: identity('blg'),
    orderId: { type: 'text', schema: id('ord'), shown: false, compared: false, kept: 'once' },
    kind: {
      type: 'text',
      schema: label(
        'Belge türü',
        'Kind of document',
      )(
        oneOf(
          belgeKinds,
          words({
            preliminary_information: ['ön bilgilendirme formu', 'pre-contract information'],
            distance_contract: ['mesafeli satış sözleşmesi', 'distance-sales agreement'],
          }),
        ),
      ),
      kept: 'once',
    },
    digest: {
      type: 'text',
      schema: label(
        'SHA-256',
        'SHA-256',
      )(t.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the document as HTML; its PDF names it.' })),
      kept: 'once',
    },
    /** The document itself: who buys, at which address, what. It is read with the order's own rights, see `orders.belge.get`. */
    html: { type: 'text', schema: t.String(), shown: false, compared: false, kept: 'once' },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'apart', noted: MOMENT },
  },
});

export type NewBelge = New<typeof belge>;
export type BelgeRow = Row<typeof belge>;
export const belgeSchema = typeNamed('Belge')(belge.label(object(belge.answers)));
