import { Facts, type Upon, type UponCall, uponWords } from '../../kernel/declaration/upon';
import { claimsNamed } from './store';

interface Acting {
  readonly ext: string;
  readonly act: 'approve' | 'issue' | 'reject';
  readonly claimId: string;
  readonly itemId?: string | undefined;
}

/** The pieces of a claim that an act is about, with what their buyer says and what they cost. */
export async function claimUpon({ db, storeId, payload }: UponCall<Acting>): Promise<readonly Upon[]> {
  const { ext, act, claimId, itemId } = payload;
  const [claim] = await claimsNamed(db, { storeId, extension: ext }, [claimId]);
  if (!claim) return [];
  const items = claim.items.filter((item) =>
    itemId === undefined ? item.state === 'waiting_action' || item.state === 'unknown' : item.itemId === itemId,
  );
  const prices = items.map(({ price }) => price);
  const total = prices.includes(null) ? null : prices.reduce<number>((sum, price) => sum + (price ?? 0), 0);
  const amount = items.length > 0 ? total : null;
  const facts = new Facts().add('text', uponWords.order, claim.orderNumber);
  // The marketplace gives money back once a claim is approved, and none when it is rejected.
  (act === 'approve' ? facts.move(uponWords.money, amount) : facts.add('money', uponWords.money, amount)).add(
    'time',
    uponWords.deadline,
    items[0]?.deadline,
  );
  for (const { title, barcode, reason, note } of items)
    facts
      .add('text', uponWords.goods, title ?? barcode)
      .add('text', { tr: 'İade nedeni', en: 'Reason of the claim' }, reason)
      .add('text', { tr: 'Alıcının notu', en: 'Note of the buyer' }, note);
  return facts.all;
}
