import { type SessionRow, session } from '../../checkout/session/table';
import { label, nullable, object, oneOf, t, time, words } from '../../kernel/schema/schema';

/** States of a link: how far its buyer is, or why it leads nowhere any more. */
const linkStates = ['waiting', 'paying', 'paid', 'expired', 'cancelled'] as const;
export const linkState = label(
  'Durum',
  'State',
)(
  oneOf(
    linkStates,
    words({
      waiting: ['ödeme bekleniyor', 'waits for payment'],
      paying: ['ödeniyor', 'being paid'],
      paid: ['ödendi', 'paid'],
      expired: ['süresi doldu', 'expired'],
      cancelled: ['iptal edildi', 'cancelled'],
    }),
  ),
);
type LinkState = (typeof linkStates)[number];

/** Tells how a link stands. @param paying somebody pays, or nobody knows whether somebody has */
export function stateOfLink(
  { orderId, linkCancelledAt, linkUntil }: Pick<SessionRow, 'orderId' | 'linkCancelledAt' | 'linkUntil'>,
  paying: boolean,
  now: Date,
): LinkState {
  if (orderId !== null) return 'paid';
  if (paying) return 'paying';
  if (linkCancelledAt !== null) return 'cancelled';
  return linkUntil !== null && Date.parse(linkUntil) > now.getTime() ? 'waiting' : 'expired';
}

/** The traits of a link that the trail tells. */
export const linkSchema = session.label(
  object({
    linkUntil: label('Bağlantı şu zamana kadar', 'Link until')(nullable(time())),
    linkCancelledAt: label('Bağlantının iptali', 'Link cancelled')(nullable(time())),
  }),
);

export const linkAnswer = object({
  url: label(
    'Bağlantı',
    'Link',
  )(t.String({ description: 'The page of the shop at which the buyer accepts and pays.' })),
  linkUntil: linkSchema.properties.linkUntil,
});

export const linkSnapshot = ({ linkUntil, linkCancelledAt }: Pick<SessionRow, 'linkUntil' | 'linkCancelledAt'>) => ({
  linkUntil,
  linkCancelledAt,
});
