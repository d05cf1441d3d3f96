import { codeContext } from '../../catalog/digital/context';
import { codesTakenFor, digitalOf, type TakenCode } from '../../catalog/digital/sale-store';
import type { Letter } from '../../kernel/declaration/letter';
import { letter } from '../../mail/page';
import { storeSummary } from '../../store/store';
import { followLink } from '../order/follow-key';
import { type DigitalLine, type DigitalOrder, digitalToWrite } from './store';

/**
 * The letter with the digital goods of an order: codes, links and how to use them. Codes are opened only while it is written: no other way
 * takes them out of the shop.
 */
export const digitalDelivered: Letter = {
  kind: 'order.digital',
  async write(db, storeId, orderIds, { secretBox, addressOf, digests }) {
    const orders = await digitalToWrite(db, storeId, orderIds);
    const lines = orders.flatMap((order) => order.lines);
    const codes = await codesTakenFor(
      db,
      storeId,
      lines.map(({ id }) => id),
    );
    const digital = await digitalOf(
      db,
      storeId,
      lines.map(({ productId }) => productId),
    );
    const { name: storeName } = await storeSummary(db, storeId);
    const shop = await addressOf(db, storeId);
    const open = ({ id, productId, sealed }: TakenCode): string =>
      secretBox.open(sealed, codeContext(storeId, productId, id));
    const linesOf = (line: DigitalLine): string[] => {
      const { url = null, instructions = null } = digital.get(line.productId) ?? {};
      const own = codes.filter(({ lineId }) => lineId === line.id).map(open);
      return [
        [line.title, ...own, ...(line.digitalKind === 'link' && url !== null ? [url] : [])].join('\n'),
        ...(line.short > 0 ? [`${line.short} adet kodunuzu hazır olur olmaz ayrıca göndereceğiz.`] : []),
        ...(instructions === null ? [] : [instructions]),
      ];
    };
    return new Map(
      orders.map(({ id, number, email: to, name, lines }: DigitalOrder) => [
        id,
        letter({
          storeName,
          to,
          name,
          page: followLink(shop, digests, { storeId, orderId: id }),
          subject: `Dijital ürünleriniz: ${number}`,
          paragraphs: [`${number} numaralı siparişinizin dijital ürünleri:`, ...lines.flatMap(linesOf)],
        }),
      ]),
    );
  },
};
