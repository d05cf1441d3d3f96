import { type Role, reaches } from '../../kernel/declaration/roles';
import { folded } from '../../kernel/folded';
import { priceChangeIn, priceChangeName } from '../bulk/price-change';
import type { Texts } from '../text/tr';
import { isClosed } from './sections';

/** A place that the search box leads to. */
export interface Destination {
  readonly id: string;
  readonly name: string;
  readonly to: string;
  readonly hint?: string;
}

type ActName = keyof Texts['search']['act'];

/** The page or the dialog of each act. */
const places: Readonly<Record<ActName, string>> = {
  createProduct: '/products?act=create',
  createCategory: '/categories?act=create',
  createCollection: '/collections?act=create',
  telephoneOrder: '/orders/telephone',
  createCoupon: '/coupons?act=create',
  importProducts: '/products/import',
  toShip: '/orders?payment=paid&fulfilment=unfulfilled',
  unpaid: '/orders?payment=awaiting_transfer',
  lowStock: '/stock?show=low',
  soldOut: '/stock?show=out',
  editStock: '/stock',
  countStock: '/stock/count',
  accountantFile: '/reports',
  vat: '/reports?view=vat',
  deadStock: '/reports?view=stock',
  toDecide: '/proposals?state=submitted',
  invite: '/account',
  password: '/account',
};

/** The least role of a person whom the page of an act offers it, where that is open to more. */
const roles: Readonly<Partial<Record<ActName, Role>>> = { invite: 'owner' };

/** Acts that a text names, and that are open to a role, those with a number in it first. All of them: the text is empty. */
export function actsNamed(text: string, texts: Texts, role: Role): Destination[] {
  const price = priceChangeIn(text);
  const words = wordsOf(text);
  const mayGo = (to: string): boolean => !isClosed(role, to.replace(/\?.*/, ''));
  const open = (Object.keys(places) as ActName[]).filter(
    (act) => mayGo(places[act]) && reaches(role, roles[act] ?? role),
  );
  const named = open.map((act) => ({
    ...texts.search.act[act],
    id: act,
    to: places[act],
  }));
  const found = named
    .filter((act) => hasAll(`${act.name} ${act.words}`, words))
    .map(({ id, name, to }) => ({ id, name, to }));
  return price === null || !mayGo(PRICED) ? found : [priceAct(price, texts), ...found];
}

const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean);

/** Whether a name has words that begin with those of a text. */
export const isNamed = (name: string, text: string): boolean => hasAll(name, wordsOf(text));

/** Whether words of a name begin with these. */
function hasAll(name: string, wanted: readonly string[]): boolean {
  const words = wordsOf(name);
  return wanted.every((word) => words.some((each) => each.startsWith(word)));
}

/** The page on which prices are changed. */
const PRICED = '/products';

const priceAct = (percent: number, texts: Texts): Destination => ({
  id: 'price',
  name: priceChangeName(percent, texts),
  to: `${PRICED}?percent=${percent}`,
  hint: texts.search.priceHint,
});
