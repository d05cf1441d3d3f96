import { QUANTITY_MAX } from '../../checkout/session/limits';
import type { SectionProps } from '../../section/sections';
import type { Node } from '../jsx/jsx-runtime';
import { FIELDS, listAsk } from '../read/asks';
import type { Product } from '../read/shown';
import { blocksIn } from '../text/description';
import { type FieldName, fieldText } from '../text/fields';
import { plain } from '../text/text';
import { SearchForm } from './frame';
import { List } from './list';
import { Sorts } from './options';
import type { NodeProps, Page } from './page';
import { Action, Heading, isSoldOut, Letter, lines, Price, pricesOf, Rich, Section, Text } from './parts';
import { Zone } from './zone';
import { drawnOf, PICTURES_PLACE, Zoomable } from './zoom';

type Props<T extends keyof SectionProps> = Partial<SectionProps[T]>;

export const ProductMain = ({ page, placed: { node } }: NodeProps) => {
  const {
    media = 'left',
    ratio = 'square',
    quantity = true,
    customFields = true,
    note,
  } = node.props as Props<'productMain'>;
  if (page.main?.kind !== 'product') return null;
  const { value } = page.main;
  const { least, most } = pricesOf(value);
  return (
    <section data-el="section" data-axis-tone="plain" data-axis-width="normal">
      <div data-part="inner">
        <article data-el="product-detail" data-axis-media={media}>
          <Pictures page={page} product={value} ratio={ratio} />
          <div data-part="body">
            {value.brand ? <Text size="small" text={value.brand} /> : null}
            <h1 data-part="title" data-sold="">
              <span data-shown="">{plain(value.title)}</span>
            </h1>
            <p data-priced="" data-sold="">
              <Price price={least} most={most} compareAt={value.compareAt} />
            </p>
            <Zone page={page} id="product.afterPrice" />
            {page.sells === 'here' ? (
              <form method="post" action={page.links.to('/sepet/ekle')} data-form="">
                <input type="hidden" name="urun" value={value.id} />
                <Sorts product={value} />
                {quantity && !isSoldOut(value) ? <Quantity most={mostOf(value)} /> : null}
                <Buy isSoldOut={isSoldOut(value)} note={note} />
              </form>
            ) : (
              <>
                <Sorts product={value} />
                {page.sells === 'shown' ? <ToCart page={page} note={note} /> : <Ask page={page} note={note} />}
              </>
            )}
            <Zone page={page} id="product.afterBuy" />
            <Description page={page} text={value.description} />
            <Zone page={page} id="product.afterDescription" />
            {customFields ? <Fields page={page} product={value} /> : null}
          </div>
        </article>
      </div>
    </section>
  );
};

/** The first picture large, the others small below it. */
const Pictures = ({
  page,
  product,
  ratio,
}: {
  readonly page: Page;
  readonly product: Product;
  readonly ratio: Props<'productMain'>['ratio'];
}) => {
  const pictures = drawnOf(product);
  const { title } = product;
  return (
    <div data-part="media" id={PICTURES_PLACE}>
      {pictures.length === 0 ? <Letter text={title} /> : null}
      {pictures.slice(0, 1).map((picture) => (
        <Zoomable
          key={picture.mediaId}
          page={page}
          picture={picture}
          nth={0}
          title={title}
          sizes="(min-width: 860px) 50vw, 100vw"
          ratio={ratio}
          first
        />
      ))}
      {pictures.length > 1 ? (
        <ul data-thumbs="">
          {pictures.slice(1).map((picture, nth) => (
            <li key={picture.mediaId}>
              <Zoomable
                page={page}
                picture={picture}
                nth={nth + 1}
                title={title}
                sizes="(min-width: 860px) 12vw, 25vw"
                ratio="square"
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
};

/** As many pieces as a line may have, and as there are of the sort of which there are most. */
const mostOf = ({ stock, variants }: Product): number =>
  Math.min(
    QUANTITY_MAX,
    Math.max(
      ...(variants.length === 0 ? [stock] : variants.map((variant) => variant.stock)).map(
        (each) => each ?? QUANTITY_MAX,
      ),
    ),
  );

const Quantity = ({ most }: { readonly most: number }) => (
  <div data-el="quantity">
    <label data-part="label" for="adet">
      Adet
    </label>
    <input
      data-part="input"
      id="adet"
      type="number"
      inputmode="numeric"
      name="adet"
      value={1}
      min={1}
      max={most}
      required
    />
  </div>
);

interface BuyProps {
  /** The merchant's own, below the button. */
  readonly note: string | undefined;
}

const Buy = ({ isSoldOut, note }: BuyProps & { readonly isSoldOut: boolean }) => (
  <div data-el="buy" data-sold="">
    <button data-part="button" type="submit" disabled={isSoldOut}>
      <span data-shown="">{isSoldOut ? 'Tükendi' : 'Sepete ekle'}</span>
    </button>
    {note ? <p data-part="note">{plain(note)}</p> : null}
  </div>
);

/** A preview sends no form: its button leads to the cart, which says so. */
const ToCart = ({ page, note }: BuyProps & { readonly page: Page }) => (
  <div data-el="buy" data-sold="">
    <a data-part="button" href={page.links.to('/sepet')}>
      <span data-shown="">Sepete ekle</span>
    </a>
    {note ? <p data-part="note">{plain(note)}</p> : null}
  </div>
);

/** How it is bought where this installation takes no orders in its pages: from whoever sells. */
const Ask = ({ page, note }: BuyProps & { readonly page: Page }) => {
  const { identity } = page.store;
  const mail = identity ? page.links.of(`mailto:${identity.email}`) : undefined;
  const telephone = identity ? page.links.of(`tel:${identity.phone}`) : undefined;
  return (
    <div data-el="buy" data-sold="">
      {mail === undefined ? null : (
        <a data-part="button" href={mail}>
          <span data-shown="">Sipariş için yazın</span>
        </a>
      )}
      {identity && telephone !== undefined ? (
        <p data-part="note">
          Telefonla sipariş: <a href={telephone}>{plain(identity.phone)}</a>
        </p>
      ) : null}
      {note ? <p data-part="note">{plain(note)}</p> : null}
    </div>
  );
};

const Description = ({ page, text }: { readonly page: Page; readonly text: string | null }) => {
  const blocks = text === null ? [] : blocksIn(text);
  return blocks.length === 0 ? null : (
    <div data-part="description">
      <Rich page={page} content={blocks} />
    </div>
  );
};

const Fields = ({ page, product: { metafields } }: { readonly page: Page; readonly product: Product }) => {
  const rows = page.shown.all<FieldName>(FIELDS.product).flatMap(({ key, value }) => {
    const text = Object.hasOwn(metafields, key) ? fieldText(value, metafields[key]) : undefined;
    return text === undefined ? [] : [{ key, label: value.label, text }];
  });
  return rows.length === 0 ? null : (
    <dl data-part="fields">
      {rows.map(({ key, label, text }) => (
        <div key={key}>
          <dt>{plain(label)}</dt>
          <dd>{lines(text)}</dd>
        </div>
      ))}
    </dl>
  );
};

const Titled = ({ title, children }: { readonly title: string; readonly children?: Node }) => (
  <Section>
    <Heading level="1" text={title} />
    {children}
  </Section>
);

export const CollectionMain = ({ page, placed: { node } }: NodeProps) => {
  const { columns } = node.props as Props<'collectionMain'>;
  return page.main?.kind === 'collection' ? (
    <Titled title={page.main.value.title}>
      <Zone page={page} id="collection.beforeList" />
      <List page={page} columns={columns} none="Bu koleksiyonda şu an ürün yok." />
    </Titled>
  ) : null;
};

export const CategoryMain = ({ page, placed: { node } }: NodeProps) => {
  const { columns } = node.props as Props<'categoryMain'>;
  return page.main?.kind === 'category' ? (
    <Titled title={page.main.value.name}>
      <List page={page} columns={columns} none="Bu kategoride şu an ürün yok." />
    </Titled>
  ) : null;
};

export const SearchMain = ({ page, placed: { node } }: NodeProps) => {
  const { columns } = node.props as Props<'searchMain'>;
  const { words } = page.query;
  const tooShort = words !== '' && listAsk(page) === undefined;
  return (
    <Titled title={words === '' ? 'Ürünler' : `“${plain(words)}” için sonuçlar`}>
      <SearchForm page={page} words={words} />
      {tooShort ? (
        <Text text="Aramak için harf veya rakam yazın." />
      ) : (
        <List page={page} columns={columns} none={words === '' ? 'Şu an ürün yok.' : 'Aradığınız ürün bulunamadı.'} />
      )}
    </Titled>
  );
};

export const NotFoundMain = ({ page, placed: { node } }: NodeProps) => {
  const { title = 'Aradığınız sayfa burada değil', text, action } = node.props as Props<'notFoundMain'>;
  return (
    <Section>
      <div data-el="empty">
        <h1 data-part="title">{plain(title)}</h1>
        {text ? <p data-part="text">{lines(text)}</p> : null}
        <div data-part="actions">
          <Action page={page} action={action ?? { label: 'Ana sayfaya dönün', link: '/' }} />
        </div>
        <SearchForm page={page} words="" />
      </div>
    </Section>
  );
};
