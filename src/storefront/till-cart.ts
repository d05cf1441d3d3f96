import { LINES_MAX, QUANTITY_MAX } from '../checkout/session/limits';
import { ID_PATTERN } from '../kernel/ids';
import { lineName } from './render/cart';
import type { CheckoutAnswer, Session, Wanted } from './sale/checkout-client';
import { type Fields, fieldsIn } from './sale/form';
import { chosenVariant } from './sale/option-fields';
import { codesOf, FEWER_CODE, isStopped, once, QUANTITY_CODE, toldIn, type Visit } from './visit';

const PRODUCT = new RegExp(`^(?=prd_)${ID_PATTERN}$`);
const VARIANT = new RegExp(`^(?=var_)${ID_PATTERN}$`);

export async function showCart(visit: Visit): Promise<void> {
  const { session, told } = await visit.cart();
  const keys = new Set(session?.lines.map(({ key }) => key));
  await visit.show(
    {
      kind: 'cart',
      value: { session, told: once([...visit.aside, ...told, ...(session ? toldIn(session, keys) : [])]) },
    },
    { products: productsOf(session) },
  );
}

const productsOf = (session: Session | undefined): readonly string[] => [
  ...new Set(session?.lines.map(({ productId }) => productId)),
];

/** Puts something into the cart; the first thing opens it. */
export async function addToCart(visit: Visit): Promise<void> {
  const fields = await fieldsIn(visit.context);
  const [productId, variantId] = [fields.one('urun'), chosenVariant(fields)];
  if (!PRODUCT.test(productId) || !(variantId === '' || VARIANT.test(variantId)))
    return visit.goTo('/sepet', ['line_unavailable']);
  // A form without the field is of one piece.
  const quantity = fields.has('adet') ? quantityIn(fields.one('adet')) : 1;
  if (!quantity) return visit.goTo('/sepet', [QUANTITY_CODE]);
  const wanted = { productId, variantId: variantId || null, quantity };
  const { session } = await visit.cart();
  let more = quantity;
  const { said } = session
    ? await rewritten(visit, session, (lines) => {
        const after = added(lines, wanted);
        more = piecesOf(after, wanted) - piecesOf(lines, wanted);
        return after;
      })
    : { said: await visit.client.open(visit.storeId, [wanted]) };
  if (said.refused) return visit.goTo('/sepet', [said.refused.code]);
  const short = shortOf(said.body, wanted);
  if (short === undefined) {
    visit.keep(said.body);
    return visit.goTo('/sepet', codesOf(said.body, true));
  }
  // Nobody is told of something that was added and cannot be had. A session that was opened for it alone is left behind.
  if (session) await rewritten(visit, said.body, (lines) => without(lines, wanted, more));
  visit.goTo('/sepet', [short]);
}

/** Notices of a line of which there are not so many, with the code of what is told where it was not added. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['out_of_stock', 'out_of_stock'],
  ['insufficient_stock', FEWER_CODE],
]);

const shortOf = ({ lines, notices }: Session, wanted: Wanted): string | undefined => {
  const key = lines.find((line) => isSame(line, wanted))?.key;
  const found = notices.find(({ line, messageCode }) => line !== null && line === key && SHORT.has(messageCode));
  return found && SHORT.get(found.messageCode);
};

/** @returns undefined of what is no number of pieces that a line may have, or of 0 */
const quantityIn = (text: string): number | undefined =>
  /^\d{1,2}$/.test(text) && Number(text) <= QUANTITY_MAX ? Number(text) : undefined;

const lineOf = ({ productId, variantId, quantity }: Session['lines'][number]): Wanted => ({
  productId,
  variantId,
  quantity,
});

const isSame = (one: Wanted, other: Wanted): boolean =>
  one.productId === other.productId && (one.variantId ?? null) === (other.variantId ?? null);

/** How often a step begins anew that others overtake. */
const ROUNDS = 10;

/**
 * Writes the cart over the one of which it was made. A step that another one overtakes makes it anew of what is there by then: nothing
 * that a shopper puts in from two pages at once is lost.
 * @param make the lines out of those that there are; undefined: they are right
 */
async function rewritten(
  { client, storeId }: Visit,
  before: Session,
  make: (lines: Wanted[]) => Wanted[] | undefined,
): Promise<{ readonly said: CheckoutAnswer<Session>; readonly codes: readonly string[] }> {
  const codes: string[] = [];
  for (let round = 1; ; round += 1) {
    codes.push(...codesOf(before));
    const lines = make(before.lines.map(lineOf));
    if (!lines) return { said: { body: before }, codes };
    if (lines.length > LINES_MAX) return { said: { refused: { code: 'qty_capped', pointers: [] } }, codes };
    const said = await client.fill(storeId, before.id, { lines, expectedRev: before.rev });
    if (said.refused?.code !== 'rev_conflict' || round === ROUNDS) return { said, codes };
    const now = await client.show(storeId, before.id);
    if (now.refused) return { said: now, codes };
    before = now.body;
  }
}

function added(before: Wanted[], wanted: Wanted): Wanted[] {
  if (!before.some((line) => isSame(line, wanted))) return [...before, wanted];
  return before.map((line) =>
    isSame(line, wanted) ? { ...line, quantity: Math.min(line.quantity + wanted.quantity, QUANTITY_MAX) } : line,
  );
}

const piecesOf = (lines: readonly Wanted[], wanted: Wanted): number =>
  lines.find((line) => isSame(line, wanted))?.quantity ?? 0;

const without = (before: readonly Wanted[], wanted: Wanted, pieces: number): Wanted[] =>
  before.flatMap((line) => {
    const quantity = isSame(line, wanted) ? line.quantity - pieces : line.quantity;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });

/** Changes how many there are, takes something out, or goes on to the order. */
export async function changeCart(visit: Visit): Promise<void> {
  const fields = await fieldsIn(visit.context);
  const { session } = await visit.cart();
  if (!session) return visit.goTo('/sepet');
  if (session.lines.some((line) => isMisstated(line, fields))) return visit.goTo('/sepet', [QUANTITY_CODE]);
  const { said, codes: before } = await rewritten(visit, session, (lines) => changed(lines, fields));
  if (said.refused) return visit.goTo('/sepet', [said.refused.code]);
  const codes = [...before, ...codesOf(said.body)];
  const goesOn = fields.one('sonra') === 'odeme' && said.body.lines.length > 0 && !isStopped(said.body);
  visit.goTo(goesOn && codes.length === 0 ? '/odeme' : '/sepet', codes);
}

/** Whether the form states no number for a line that stays. */
function isMisstated(line: Parameters<typeof lineName>[0], fields: Fields): boolean {
  const name = lineName(line);
  const field = `adet:${name}`;
  return fields.one('cikar') !== name && fields.has(field) && quantityIn(fields.one(field)) === undefined;
}

/** @returns undefined where the form says nothing new */
function changed(before: readonly Wanted[], fields: Fields): Wanted[] | undefined {
  const lines = before.flatMap((line) => {
    const name = lineName({ productId: line.productId, variantId: line.variantId ?? null });
    const quantity = quantityIn(fields.one(`adet:${name}`)) ?? line.quantity;
    return fields.one('cikar') === name || quantity === 0 ? [] : [{ ...line, quantity }];
  });
  return JSON.stringify(lines) === JSON.stringify(before) ? undefined : lines;
}
