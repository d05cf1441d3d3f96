import { Facts, type Upon, type UponCall, uponWords } from '../../kernel/declaration/upon';
import { claimsNamed } from './store';

interface Acting {
  readonly ext: string;
  readonly claimId: string;
  readonly itemId?: string | undefined;
}

/** The pieces of a claim that an act is about, with what their buyer says and what they cost. */
export async function claimUpon({ db, storeId, payload }: UponCall<Acting>): Promise<readonly Upon[]> {
  const { ext, claimId, itemId } = payload;
  const [claim] = await claimsNamed(db, { storeId, extension: ext }, [claimId]);
  if (!claim) return [];
  const items = claim.items.filter((item) =>
    itemId === undefined ? item.state === 'waiting_action' || item.state === 'unknown' : item.itemId === itemId,
  );
  const prices = items.map(({ price }) => price);
  const total = prices.includes(null) ? null : prices.reduce<number>((sum, price) => sum + (price ?? 0), 0);
  const facts = new Facts()
    .add('text', uponWords.order, claim.orderNumber)
    .add('money', uponWords.money, items.length > 0 ? total : null)
    .add('time', uponWords.deadline, items[0]?.deadline);
  for (const { title, barcode, reason, note } of items)
    facts
      .add('text', uponWords.goods, title ?? barcode)
      .add('text', { tr: 'İade nedeni', en: 'Reason of the claim' }, reason)
      .add('text', { tr: 'Alıcının notu', en: 'Note of the buyer' }, note);
  return facts.all;
}
