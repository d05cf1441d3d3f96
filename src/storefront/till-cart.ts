import { LINES_MAX, QUANTITY_MAX } from '../checkout/session/quote';
import { ID_PATTERN } from '../kernel/ids';
import { lineName } from './render/cart';
import type { Session, Wanted } from './sale/checkout-client';
import { type Fields, fieldsIn } from './sale/form';
import { codesOf, isStopped, once, toldIn, type Visit } from './visit';

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
  const wanted = wantedIn(await fieldsIn(visit.context));
  if (!wanted) return visit.goTo('/sepet', ['line_unavailable']);
  const { session } = await visit.cart();
  const lines = session ? added(session.lines, wanted) : [wanted];
  if (lines.length > LINES_MAX) return visit.goTo('/sepet', ['qty_capped']);
  const { client, storeId } = visit;
  const said = session ? await client.fill(storeId, session.id, { lines }) : await client.open(storeId, lines);
  if (said.refused) return visit.goTo('/sepet', [said.refused.code]);
  visit.keep(said.body.id);
  visit.goTo('/sepet', codesOf(said.body, true));
}

function wantedIn(fields: Fields): Wanted | undefined {
  const [productId, variantId] = [fields.one('urun'), fields.one('secenek')];
  if (!PRODUCT.test(productId) || !(variantId === '' || VARIANT.test(variantId))) return undefined;
  return { productId, variantId: variantId || null, quantity: Math.max(1, quantityIn(fields.one('adet')) ?? 1) };
}

/** @returns undefined of what is no number of pieces */
const quantityIn = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text) ? Math.min(Number(text), QUANTITY_MAX) : undefined;

const lineOf = ({ productId, variantId, quantity }: Session['lines'][number]): Wanted => ({
  productId,
  variantId,
  quantity,
});

const isSame = (one: Wanted, other: Wanted): boolean =>
  one.productId === other.productId && (one.variantId ?? null) === (other.variantId ?? null);

function added(lines: Session['lines'], wanted: Wanted): Wanted[] {
  const before = lines.map(lineOf);
  if (!before.some((line) => isSame(line, wanted))) return [...before, wanted];
  return before.map((line) =>
    isSame(line, wanted) ? { ...line, quantity: Math.min(line.quantity + wanted.quantity, QUANTITY_MAX) } : line,
  );
}

/** Changes how many there are, takes something out, or goes on to the order. */
export async function changeCart(visit: Visit): Promise<void> {
  const fields = await fieldsIn(visit.context);
  const { session } = await visit.cart();
  if (!session) return visit.goTo('/sepet');
  const before = session.lines.map(lineOf);
  const lines = changed(before, fields);
  const isSameCart = JSON.stringify(lines) === JSON.stringify(before);
  const said = isSameCart ? { body: session } : await visit.client.fill(visit.storeId, session.id, { lines });
  if (said.refused) return visit.goTo('/sepet', [said.refused.code]);
  const codes = [...codesOf(session), ...codesOf(said.body)];
  const goesOn = fields.one('sonra') === 'odeme' && said.body.lines.length > 0 && !isStopped(said.body);
  visit.goTo(goesOn && codes.length === 0 ? '/odeme' : '/sepet', codes);
}

const changed = (lines: readonly Wanted[], fields: Fields): Wanted[] =>
  lines.flatMap((line) => {
    const name = lineName({ productId: line.productId, variantId: line.variantId ?? null });
    const quantity = quantityIn(fields.one(`adet:${name}`)) ?? line.quantity;
    return fields.one('cikar') === name || quantity === 0 ? [] : [{ ...line, quantity }];
  });
