import { kurus, label, nullable, object, oneOf, type Static, t, time, unit, words } from '../../kernel/schema/schema';
import type { ListingRow } from '../listing/aggregate';
import { nameOfWish } from './difference';
import { type OfferState, toldOf } from './row';
import { type Terms, type Wish, wishOf } from './wish';

const states = {
  waiting_to_push: ['gönderilmeyi bekliyor', 'waits to be pushed'],
  in_batch: ['pazaryeri işliyor', 'the marketplace works on it'],
  refused: ['pazaryeri reddetti', 'refused by the marketplace'],
  resend_window: ['yeniden gönderilmeyi bekliyor', 'waits until it may be sent again'],
  sold_there: ['pazaryerinde satıldı', 'sold there'],
  changed_there: ['pazaryerinde değişti', 'changed there'],
  price_locked: ['fiyatı kilitli', 'its price is locked'],
  price_held: ['fiyatı onay bekliyor', 'its price waits for a person'],
  throttled: ['istek sınırı doldu', 'the request limit is used up'],
  unknown: ['bilinmiyor', 'unknown'],
} as const;
type Reason = keyof typeof states;

const values = object({
  stock: label('Stok', 'Stock')(nullable(t.Integer(unit('count')))),
  price: label('Fiyat', 'Price')(nullable(kurus())),
});

export const driftSchema = label(
  'Farkın nedeni',
  'Reason of the difference',
)(
  nullable(
    object(
      {
        state: label('Neden', 'Reason')(oneOf(Object.keys(states) as Reason[], words(states))),
        here: label('Mağazada', 'Here')(values),
        told: label('Söylenen', 'Told')(values),
        there: label('Pazaryerinde', 'There')(values),
        since: label(
          'Ne zamandan beri',
          'Since',
        )(nullable(time({ description: 'When the marketplace was told last, or refused it.' }))),
        source: label(
          'Kaynak',
          'Source',
        )(
          object({
            ledgerSeq: label(
              'Stok hareketi',
              'Stock movement',
            )(nullable(t.Integer({ description: 'Last movement of stock that the marketplace was told of.' }))),
            batch: label(
              'İstek',
              'Request',
            )(nullable(t.String({ description: 'The number of the request at the marketplace.' }))),
            text: label('Yanıt', 'Answer')(nullable(t.String({ description: 'In the words of the marketplace.' }))),
          }),
        ),
      },
      { description: 'Why the marketplace shows another price or stock than the store has for it; null: it does not.' },
    ),
  ),
);
export type Drift = Static<typeof driftSchema>;

/** Tells why a marketplace shows something else than the store has for a listing. */
export function driftOf(row: ListingRow & OfferState, terms: Terms): Drift {
  const wish = wishOf({ ...row, priceLocked: false }, terms, Number.MAX_SAFE_INTEGER);
  const there = { stock: row.mirror?.stock ?? null, price: row.mirror?.price ?? null };
  const differs = {
    stock: wish.stock !== null && wish.stock !== there.stock,
    price: wish.price !== null && wish.price !== there.price,
  };
  if (!differs.stock && !differs.price) return null;
  const told = toldOf(row);
  return {
    state: reasonOf(row, wish, differs),
    here: { stock: wish.stock, price: wish.price },
    told: { stock: told.stock, price: told.price },
    there,
    since: row.refusedAt ?? row.toldAt,
    source: { ledgerSeq: row.toldSeq, batch: row.batchId, text: row.refusedText },
  };
}

function reasonOf(
  row: ListingRow & OfferState,
  wish: Wish,
  differs: { readonly stock: boolean; readonly price: boolean },
): Reason {
  if (row.mirror === null || row.there === false) return 'unknown';
  if (!differs.stock && row.priceLocked) return 'price_locked';
  if (!differs.stock && row.heldPrice !== null) return 'price_held';
  if (row.waits === 'throttled') return 'throttled';
  if (row.waits === 'resend_window' || row.understatedUntil !== null) return 'resend_window';
  const sent = row.priceLocked ? { ...wish, price: null, listPrice: null } : wish;
  if (row.refusedAt !== null && row.refusedWish === nameOfWish(sent)) return 'refused';
  const told = toldOf(row);
  const isTold = (!differs.stock || told.stock === wish.stock) && (!differs.price || told.price === wish.price);
  if (!isTold || row.toldAt === null) return 'waiting_to_push';
  if (row.sendingId !== null) return 'in_batch';
  return (row.mirror.stock ?? 0) < (told.stock ?? 0) ? 'sold_there' : 'changed_there';
}
