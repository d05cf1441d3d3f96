import { Facts, type Upon, type UponCall, uponWords } from '../../kernel/declaration/upon';
import { describedPackage, type NamedPackage } from '../../order/package/described-store';

interface Piece {
  readonly lineId: string;
  readonly quantity: number;
}

interface Acting extends NamedPackage {
  readonly lines?: readonly Piece[] | undefined;
  readonly groups?: readonly (readonly Piece[])[] | undefined;
}

/** The goods of a package that an act is about, with their buyer and what they cost: of an act upon some pieces those alone. */
export async function packageUpon({ db, storeId, payload }: UponCall<Acting>): Promise<readonly Upon[]> {
  const found = await describedPackage(db, storeId, payload);
  if (!found) return [];
  const named = payload.lines ?? payload.groups?.flat();
  const meant = (lineId: string, all: number): number =>
    named === undefined ? all : named.reduce((sum, each) => sum + (each.lineId === lineId ? each.quantity : 0), 0);
  const goods = found.lines.flatMap(({ lineId, title, quantity, unitPrices }) => {
    const pieces = meant(lineId, quantity);
    return pieces === 0 ? [] : [{ text: `${pieces} × ${title}`, price: sumOf(unitPrices.slice(0, pieces)) }];
  });
  const facts = new Facts()
    .add('text', uponWords.order, found.externalNumber)
    .add('text', { tr: 'Paket', en: 'Package' }, found.packageId)
    .add('text', uponWords.buyer, found.buyerName)
    .add('money', uponWords.money, sumOf(goods.map(({ price }) => price)))
    .add('time', { tr: 'Kargoya son teslim', en: 'Ship until' }, found.shipUntil);
  for (const { text } of goods) facts.add('text', uponWords.goods, text);
  return facts.all;
}

const sumOf = (prices: readonly number[]): number => prices.reduce((sum, price) => sum + price, 0);
