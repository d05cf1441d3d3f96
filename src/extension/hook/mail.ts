import type { MutationContext } from '../../kernel/declaration/context';
import { mailEveryOwner, panelAddress } from '../../mail/notify';
import type { Manifest } from '../../provider/manifest';
import type { DecisionPoint } from '../../provider/manifest-document';
import { FAILURES_MAX } from './table';

const places: Readonly<Record<DecisionPoint, string>> = {
  'checkout.cart.validate': 'sepet denetimi',
  'checkout.pricing.adjust': 'indirimler',
  'checkout.shipping.rates': 'kargo seçenekleri',
  'checkout.payment.filter': 'ödeme yöntemleri',
  'checkout.order.validate': 'sipariş denetimi',
};

/** Lets the owners know the decisions that an extension no longer makes. The last failure is no text for a mail: its panel page says it. */
export function tellOwners(
  context: MutationContext,
  { name }: Manifest,
  points: readonly DecisionPoint[],
): Promise<void> {
  const link = panelAddress(context.services.settings, '/settings/extensions');
  return mailEveryOwner(context, {
    subject: `“${name}” eklentisi ödeme adımında durduruldu`,
    text: `“${name}” eklentisi ödeme adımında art arda ${FAILURES_MAX} kez hata verdi ve şu noktalarda durduruldu: ${points.map((point) => places[point]).join(', ')}.

Alışveriş onsuz devam ediyor. Hatalar ve yeniden açma düğmesi: ${link}
`,
  });
}
