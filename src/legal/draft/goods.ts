import { liraText } from '../../kernel/money';
import type { Block } from '../../order/belge/block';
import { withdrawalForm } from '../../order/belge/documents';
import { deliveryTerms, heading, impossibleDelivery, text, withdrawalRight } from '../../order/belge/parts';
import { exceptionTexts } from '../../order/law/exceptions';
import type { LegalFacts } from './facts';

/** Writes the cost of the way to the buyer; nothing where nobody has stated it. */
export function feeText({ shippingFee, freeShippingFrom }: LegalFacts): readonly Block[] {
  if (shippingFee === null) return [];
  if (shippingFee === 0) return [text('Kargo ücreti alınmaz.')];
  const free =
    freeShippingFrom === null ? '' : ` Ürün toplamı ${liraText(freeShippingFrom)} TL ve üzerindeyse kargo ücretsizdir.`;
  return [text(`Kargo ücreti sipariş başına ${liraText(shippingFee)} TL’dir.${free}`)];
}

export const withdrawalDraft = (facts: LegalFacts, at: string): readonly Block[] => [
  heading('Cayma hakkı'),
  ...withdrawalRight(facts, at),
  heading('Cayma hakkının kullanılamadığı durumlar'),
  text('Mesafeli Sözleşmeler Yönetmeliği madde 15/1 gereğince aşağıdaki durumlarda cayma hakkı kullanılamaz:'),
  { kind: 'list', items: exceptionTexts },
  ...withdrawalForm(facts, null),
];

export const deliveryDraft = (facts: LegalFacts): readonly Block[] => [
  heading('Teslim süresi'),
  ...deliveryTerms(facts),
  heading('Kargo ücreti'),
  ...feeText(facts),
  text('Seçilen kargonun ücreti sipariş onaylanmadan önce gösterilir.'),
  heading('Teslim edilemeyen ürünler'),
  ...impossibleDelivery,
];
