import { label, line, oneOf, paragraphs, words } from '../../kernel/schema/schema';
import { claimAccepters, claimFaults, claimStates } from '../../provider/channel/claim';
import { DESCRIPTION_MAX } from './limits';

export const claimId = label('İade talebi', 'Claim')(line(100));
export const itemId = label('İade kalemi', 'Item of the claim')(line(100));

export const claimAct = label(
  'İşlem',
  'Act',
)(
  oneOf(['approve', 'reject', 'issue'] as const, {
    description: 'issue: the marketplace is to look at the goods before anybody decides.',
    ...words({
      approve: ['onayla', 'approve'],
      reject: ['reddet', 'reject'],
      issue: ['incelemeye gönder', 'raise an issue'],
    }),
  }),
);

export const itemState = label(
  'Durum',
  'State',
)(
  oneOf(
    claimStates,
    words({
      created: ['oluşturuldu', 'created'],
      waiting_action: ['işlem bekliyor', 'waits for the shop'],
      fraud_check: ['sahtecilik kontrolünde', 'checked for fraud'],
      in_analysis: ['analizde', 'in analysis'],
      accepted: ['kabul edildi', 'accepted'],
      rejected: ['reddedildi', 'rejected'],
      cancelled: ['vazgeçildi', 'cancelled'],
      unresolved: ['anlaşmazlıkta', 'unresolved'],
      unknown: ['bilinmiyor', 'unknown'],
    }),
  ),
);

export const fault = label(
  'Kusur',
  'Fault',
)(
  oneOf(
    claimFaults,
    words({
      seller: ['satıcı', 'seller'],
      buyer: ['alıcı', 'buyer'],
      carrier: ['kargo', 'carrier'],
      marketplace: ['pazaryeri', 'marketplace'],
      unknown: ['bilinmiyor', 'unknown'],
    }),
  ),
);

export const accepter = label(
  'Kabul eden',
  'Accepted by',
)(
  oneOf(claimAccepters, {
    description: 'deadline: nobody had answered in time.',
    ...words({
      seller: ['satıcı', 'seller'],
      deadline: ['süre doldu', 'deadline'],
      marketplace: ['pazaryeri', 'marketplace'],
    }),
  }),
);

export const reasonField = label(
  'Neden',
  'Reason',
)(line(20, { description: 'Its number at the marketplace. Of reject; an issue may have one.' }));

export const description = label(
  'Açıklama',
  'Description',
)(paragraphs(DESCRIPTION_MAX, { description: 'For the marketplace; of reject and issue.' }));
