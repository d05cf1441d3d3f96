import { QUANTITY_MAX } from '../../checkout/session/limits';
import type { SectionProps } from '../../section/sections';
import { thing } from '../read/asks';
import type { ListedProduct } from '../read/shown';
import type { Session } from '../sale/checkout-client';
import { toldOf } from '../sale/words';
import { money, plain } from '../text/text';
import { Coupon } from './coupon';
import { Notices } from './form';
import type { NodeProps, Page } from './page';
import { Action, Image, Letter, lines, Section } from './parts';
import { Zone } from './zone';

type Line = Session['lines'][number];

/** Names a line in forms: its key is another one as soon as the cart changes. */
export const lineName = ({ productId, variantId }: Pick<Line, 'productId' | 'variantId'>): string =>
  `${productId}:${variantId ?? ''}`;

export const CartMain = ({ page, placed: { node } }: NodeProps) => {
  const { note } = node.props as Partial<SectionProps['cartMain']>;
  return <Cart page={page} note={note} />;
};

/** The cart: also of a design that has no page for it. */
export const Cart = ({ page, note }: { readonly page: Page; readonly note?: string | undefined }) => {
  const { session, told } = page.main?.kind === 'cart' ? page.main.value : { session: undefined, told: [] };
  const isEmpty = session === undefined || session.lines.length === 0;
  return (
    <Section>
      <h1 data-el="heading" data-axis-level="1">
        Sepet
      </h1>
      <div data-stack="">
        <Notices page={page} told={told} />
        {isEmpty ? <Empty page={page} /> : <Filled page={page} session={session} />}
        {isEmpty ? null : <Coupon page={page} session={session} at="sepet" />}
        {isEmpty ? null : <Zone page={page} id="cart.afterLines" />}
        {note ? <p data-el="text">{lines(note)}</p> : null}
      </div>
    </Section>
  );
};

const Empty = ({ page }: { readonly page: Page }) => (
  <div data-el="empty">
    <p data-part="title">Sepetiniz boş</p>
    <div data-part="actions">
      <Action page={page} action={{ label: 'Ürünlere bakın', link: '/ara' }} />
    </div>
  </div>
);

const Filled = ({ page, session }: { readonly page: Page; readonly session: Session }) => (
  <form method="post" action={page.links.to('/sepet')} data-cart="">
    {/* Whoever presses Enter in a field changes the cart, and takes nothing out of it: browsers press the first button. */}
    <button type="submit" data-hidden="" tabindex={-1}>
      Sepeti güncelle
    </button>
    <ul data-lines="">
      {session.lines.map((line) => (
        <CartLine key={line.key} page={page} session={session} line={line} />
      ))}
    </ul>
    <div data-el="cart-summary">
      <Amounts session={session} />
      <p data-quiet="">Fiyatlara KDV dahildir. Kargo ve ödeme ücreti sonraki adımlarda gösterilir.</p>
      <div data-part="actions">
        <button data-el="button" data-axis-kind="primary" type="submit" name="sonra" value="odeme">
          Ödemeye geç
        </button>
        <button data-el="button" data-axis-kind="secondary" type="submit">
          Sepeti güncelle
        </button>
      </div>
    </div>
  </form>
);

interface LineProps {
  readonly page: Page;
  readonly session: Session;
  readonly line: Line;
}

const productOf = (page: Page, { productId }: Line) => page.shown.one<ListedProduct>(thing(productId));

const CartLine = ({ page, session, line }: LineProps) => {
  const name = lineName(line);
  const title = plain(line.title);
  const told = session.notices
    .filter((notice) => notice.line === line.key)
    .flatMap(({ messageCode }) => toldOf(messageCode) ?? []);
  return (
    <li data-el="cart-line">
      <LinePicture page={page} line={line} />
      <div data-body="">
        <p data-part="title">
          <LineTitle page={page} line={line} />
        </p>
        {line.variantTitle === null ? null : <p data-part="options">{plain(line.variantTitle)}</p>}
        <p data-quiet="" data-priced="">
          <span data-shown="">{money(line.unitPrice)}</span>
        </p>
        <Notices page={page} told={told} />
      </div>
      <div data-part="quantity">
        <div data-el="quantity">
          <label data-part="label" for={`adet-${line.key}`}>
            Adet
            <span data-hidden="">: {title}</span>
          </label>
          <input
            data-part="input"
            id={`adet-${line.key}`}
            type="number"
            inputmode="numeric"
            name={`adet:${name}`}
            value={line.quantity}
            min={0}
            max={mostOf(page, line)}
            required
          />
        </div>
      </div>
      <p data-part="total" data-priced="">
        <span data-shown="">{money(line.quantity * line.unitPrice)}</span>
      </p>
      <p data-part="remove">
        <button type="submit" name="cikar" value={name} formnovalidate>
          Çıkar<span data-hidden="">: {title}</span>
        </button>
      </p>
    </li>
  );
};

/** As many pieces as there are. A line of which there are none is told so, and may be taken out. */
function mostOf(page: Page, line: Line): number {
  const product = productOf(page, line)?.value;
  const item = line.variantId === null ? product : product?.variants?.find(({ id }) => id === line.variantId);
  return Math.min(QUANTITY_MAX, item?.stock || QUANTITY_MAX);
}

const LinePicture = ({ page, line }: Omit<LineProps, 'session'>) => {
  const picture = productOf(page, line)?.value.picture ?? undefined;
  return (
    <span data-part="media">
      {picture?.variants.some(({ format }) => format === 'webp') ? (
        <Image page={page} picture={picture} alt="" sizes="96px" ratio="square" />
      ) : (
        <Letter text={line.title} />
      )}
    </span>
  );
};

const LineTitle = ({ page, line }: Omit<LineProps, 'session'>) => {
  const product = productOf(page, line);
  return product ? <a href={page.links.ofKey(product.key)}>{plain(line.title)}</a> : <span>{plain(line.title)}</span>;
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const Row = ({ label, amount, total = false }: { label: string; amount: string; total?: boolean }) => (
  <p data-part={total ? 'total' : 'row'} data-priced="">
    <span data-part="label">{plain(label)}</span>{' '}
    <span data-part="amount">
      <span data-shown="">{amount}</span>
    </span>
  </p>
);

/** Adds up discounts of one name: a coupon of a collection is off several lines. */
function discountsByName(discounts: Session['discounts']): (readonly [string, number])[] {
  const byName = new Map<string, number>();
  for (const { label, kurus } of discounts) byName.set(label, (byName.get(label) ?? 0) + kurus);
  return [...byName];
}

/** Draws all parts of the total, as far as they are known. */
export const Amounts = ({ session }: { readonly session: Session }) => {
  const { lines, discounts, rates, rate, codFee, total } = session;
  const goods = sum(lines.map(({ quantity, unitPrice }) => quantity * unitPrice));
  const off = sum(discounts.map(({ kurus }) => kurus));
  const shipping = rates.find(({ id }) => id === rate);
  return (
    <>
      <Row label="Ürünler" amount={money(goods)} />
      {discountsByName(discounts).map(([label, kurus]) => (
        <Row key={label} label={label} amount={`−${money(kurus)}`} />
      ))}
      {total === null || shipping === undefined ? null : (
        <Row label={shipping.labelTR} amount={shipping.kurus === 0 ? 'Ücretsiz' : money(shipping.kurus)} />
      )}
      {codFee === null || codFee === 0 ? null : <Row label="Kapıda ödeme ücreti" amount={money(codFee)} />}
      <Row label={total === null ? 'Ara toplam' : 'Toplam'} amount={money(total ?? goods - off)} total />
    </>
  );
};
