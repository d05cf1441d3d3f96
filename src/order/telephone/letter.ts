import { sessionsOf } from '../../checkout/session/store';
import type { Letter, WrittenLetter } from '../../kernel/declaration/letter';
import { liraText } from '../../kernel/money';
import { dayText } from '../../kernel/shop-time';
import { letter } from '../../mail/page';
import { storeSummary } from '../../store/store';

/** Sends a buyer the link by which the cart of the telephone is paid. One that is paid, over or cancelled is told no more. */
export const payLink: Letter = {
  kind: 'order.payLink',
  async write(db, storeId, sessionIds) {
    const sessions = await sessionsOf(db, storeId, sessionIds);
    const { name: storeName } = await storeSummary(db, storeId);
    const written = new Map<string, WrittenLetter>();
    for (const { id, buyerName, buyerEmail, quote, orderId, linkUntil, linkUrl, linkCancelledAt } of sessions) {
      const isOver = orderId !== null || linkCancelledAt !== null || Date.parse(linkUntil ?? '') <= Date.now();
      if (isOver || linkUntil === null || linkUrl === null || buyerName === null || buyerEmail === null || !quote)
        continue;
      const one = letter({
        storeName,
        to: buyerEmail,
        name: buyerName,
        subject: `${storeName} siparişinizin ödemesi`,
        paragraphs: [
          'Telefonda hazırladığımız siparişinizi aşağıdaki sayfada inceleyin, sözleşmeyi onaylayın ve kartınızla ödeyin. Siparişiniz ödeyince oluşur.',
          `Bağlantı ${dayText(linkUntil)} gününe kadar geçerlidir. Bu siparişi siz istemediyseniz bu e-postayı dikkate almayın.`,
        ],
        rows: [['Toplam (KDV dahil)', `${liraText(quote.total)} TL`]],
        link: { words: 'Siparişi incele ve öde', address: linkUrl },
      });
      written.set(id, one);
    }
    return written;
  },
};
