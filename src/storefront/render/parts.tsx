import type { Node } from '../jsx/jsx-runtime';
import { media } from '../read/asks';
import type { ListedProduct, Picture, Thing } from '../read/shown';
import type { DescriptionBlock, DescriptionCell, DescriptionTable } from '../text/description';
import { money, plain } from '../text/text';
import type { Page } from './page';

/*
 * Parts that many sections are made of. No part spreads data into a tag: each attribute is named, and each text is escaped by what prints
 * it. Addresses come from `Links` alone.
 */

type Tone = 'plain' | 'surface' | 'accent';
type Width = 'narrow' | 'normal' | 'wide';

interface SectionProps {
  readonly title?: string | undefined;
  readonly tone?: Tone | undefined;
  readonly width?: Width | undefined;
  readonly children?: Node;
}

/** A band of the page with its heading. */
export const Section = ({ title, tone = 'plain', width = 'normal', children }: SectionProps) => (
  <section data-el="section" data-axis-tone={tone} data-axis-width={width}>
    <div data-part="inner">
      {title ? <Heading level="2" text={title} /> : null}
      {children}
    </div>
  </section>
);

export const Heading = ({ level, text }: { readonly level: '1' | '2' | '3'; readonly text: string }) => {
  const Tag = `h${level}` as const;
  return (
    <Tag data-el="heading" data-axis-level={level}>
      {plain(text)}
    </Tag>
  );
};

export const Text = ({
  text,
  size = 'normal',
}: {
  readonly text: string;
  readonly size?: 'normal' | 'small' | 'large';
}) => (
  <p data-el="text" data-axis-size={size}>
    {lines(text)}
  </p>
);

/** Text whose line breaks stay. */
export const lines = (text: string): Node =>
  plain(text)
    .split('\n')
    .map((line, nth) => (nth === 0 ? line : [<br key={nth} />, line]));

interface ActionProps {
  readonly page: Page;
  readonly action: { readonly label: string; readonly link: unknown } | undefined;
  readonly kind?: 'primary' | 'secondary';
}

/** A link that looks like a button; nothing where it leads nowhere. */
export const Action = ({ page, action, kind = 'primary' }: ActionProps) => {
  const href = action && page.links.of(action.link);
  return action && href !== undefined ? (
    <a data-el="button" data-axis-kind={kind} href={href}>
      {plain(action.label)}
    </a>
  ) : null;
};

export type Ratio = 'natural' | 'square' | 'landscape' | 'portrait' | 'wide';

interface ImageProps {
  readonly page: Page;
  readonly picture: Picture | undefined;
  readonly alt: string;
  /** How wide it is shown, for who chooses a size. */
  readonly sizes: string;
  readonly ratio?: Ratio | undefined;
  /** True: it is seen at once. */
  readonly first?: boolean;
  /** True: it is what a visitor waits for, so it is fetched before all others. */
  readonly leads?: boolean;
}

/** A picture in all sizes that are drawn of it; nothing where none is. */
export const Image = ({ page, picture, alt, sizes, ratio = 'natural', first = false, leads = false }: ImageProps) => {
  const webp = (picture?.variants ?? []).filter(({ format }) => format === 'webp');
  const largest = webp.at(-1);
  if (!picture || !largest) return null;
  const avif = picture.variants.filter(({ format }) => format === 'avif');
  const setOf = (variants: typeof webp) =>
    variants.map(({ url, width }) => `${page.links.to(url)} ${width}w`).join(', ');
  return (
    <span data-el="image" data-axis-ratio={ratio}>
      <picture>
        {avif.length > 0 ? <source type="image/avif" srcset={setOf(avif)} sizes={sizes} /> : null}
        <img
          src={page.links.to(largest.url)}
          srcset={setOf(webp)}
          sizes={sizes}
          width={largest.width}
          height={largest.height}
          alt={plain(alt)}
          loading={first || leads ? 'eager' : 'lazy'}
          fetchpriority={leads ? 'high' : undefined}
          decoding="async"
        />
      </picture>
    </span>
  );
};

/** A picture that a prop names. */
export const pictureOf = (page: Page, id: string | undefined): Picture | undefined =>
  id === undefined ? undefined : page.shown.one<Picture>(media(id))?.value;

interface PriceProps {
  readonly price: number;
  /** The price of the dearest variant, where they differ. */
  readonly most?: number;
  readonly compareAt?: number | null;
}

export const Price = ({ price, most, compareAt }: PriceProps) => {
  const isSale = typeof compareAt === 'number' && compareAt > price;
  return (
    <span data-el="price" data-axis-kind={isSale ? 'sale' : 'regular'}>
      <span data-part="amount">
        <span data-shown="">
          {most !== undefined && most > price ? `${money(price)} – ${money(most)}` : money(price)}
        </span>
      </span>
      {isSale ? (
        <>
          {' '}
          <s data-part="compare">
            <span data-hidden="">İndirimden önce: </span>
            {money(compareAt)}
          </s>
        </>
      ) : null}
    </span>
  );
};

/** Prices of what is sold of a product: its own, or those of its variants. */
export function pricesOf({ price, variants }: Pick<ListedProduct, 'price' | 'variants'>): {
  least: number;
  most: number;
} {
  const all = variants.length === 0 ? [price] : variants.map((variant) => variant.price ?? price);
  return { least: Math.min(...all), most: Math.max(...all) };
}

/** True when nothing of it can be bought. */
export const isSoldOut = ({ stock, variants }: Pick<ListedProduct, 'stock' | 'variants'>): boolean =>
  variants.length === 0 ? stock === 0 : variants.every((variant) => variant.stock === 0);

const CARD_SIZES = '(min-width: 860px) 25vw, 50vw';

/** A product of a list. */
const ProductCard = ({
  page,
  product: { key, value },
  first,
  leads,
}: Pick<CoverProps, 'page' | 'first' | 'leads'> & { readonly product: Thing<ListedProduct> }) => {
  const { least, most } = pricesOf(value);
  const sale = typeof value.compareAt === 'number' && value.compareAt > least;
  const soldOut = isSoldOut(value);
  return (
    <article data-el="product-card">
      <a href={page.links.ofKey(key)}>
        <Cover page={page} picture={value.picture ?? undefined} title={value.title} first={first} leads={leads} />
        <p data-part="title">{plain(value.title)}</p>
      </a>
      <p data-part="price" data-priced="">
        <Price price={least} most={most} compareAt={value.compareAt} />
      </p>
      {soldOut || sale ? (
        <p data-part="badge">
          <span data-el="badge" data-axis-kind={soldOut ? 'soldOut' : 'sale'}>
            {soldOut ? 'Tükendi' : 'İndirim'}
          </span>
        </p>
      ) : null}
    </article>
  );
};

interface CoverProps {
  readonly page: Page;
  readonly picture: Picture | undefined;
  readonly title: string;
  readonly first: boolean;
  readonly leads: boolean;
}

/** The picture of a thing; its first letter where it has none. */
const Cover = ({ page, picture, title, first, leads }: CoverProps) => (
  <span data-part="media">
    {picture?.variants.some(({ format }) => format === 'webp') ? (
      <Image
        page={page}
        picture={picture}
        alt={altBeside(picture, title)}
        sizes={CARD_SIZES}
        ratio="square"
        first={first}
        leads={leads}
      />
    ) : (
      <Letter text={title} />
    )}
  </span>
);

/** Nothing where the title beside the picture says it already. */
const altBeside = ({ alt }: Picture, title: string): string => (alt === title ? '' : (alt ?? ''));

export const Letter = ({ text }: { readonly text: string }) => (
  <span data-letter="" aria-hidden="true">
    {[...plain(text)][0]?.toLocaleUpperCase('tr-TR') ?? ''}
  </span>
);

interface GridProps {
  readonly page: Page;
  readonly products: readonly Thing<ListedProduct>[];
  readonly columns?: number | undefined;
  /** True: the page begins with it, so its first row is seen at once. */
  readonly first?: boolean;
}

export const ProductGrid = ({ page, products, columns = 4, first = false }: GridProps) => {
  const leading = first ? products.findIndex(({ value }) => value.picture !== null) : -1;
  return (
    <ul data-el="product-grid" data-axis-columns={String(columns)}>
      {products.map((product, nth) => (
        <li key={product.key} data-part="item">
          <ProductCard page={page} product={product} first={first && nth < columns} leads={nth === leading} />
        </li>
      ))}
    </ul>
  );
};

/** Text with structure. Its links go where `Links` lets them, and nothing else of it is more than text. */
export const Rich = ({ page, content }: { readonly page: Page; readonly content: readonly DescriptionBlock[] }) => (
  <div data-el="rich-text">{blocksOf(content).map((block, nth) => drawn(page, block, nth))}</div>
);

type Block = Exclude<DescriptionBlock, DescriptionTable>;
type Joined = DescriptionBlock | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly Block[] };

/** Items that follow each other are one list. */
function blocksOf(content: readonly DescriptionBlock[]): readonly Joined[] {
  const joined: Joined[] = [];
  for (const block of content) {
    const last = joined.at(-1);
    const ordered = block.type === 'ol';
    if (block.type !== 'ul' && block.type !== 'ol') joined.push(block);
    else if (last?.type === 'list' && last.ordered === ordered)
      joined.splice(-1, 1, { ...last, items: [...last.items, block] });
    else joined.push({ type: 'list', ordered, items: [block] });
  }
  return joined;
}

function drawn(page: Page, block: Joined, key: number) {
  if (block.type === 'list') {
    const items = block.items.map((item, nth) => <li key={nth}>{runs(page, item)}</li>);
    return block.ordered ? (
      <ol key={key} data-part="list">
        {items}
      </ol>
    ) : (
      <ul key={key} data-part="list">
        {items}
      </ul>
    );
  }
  if (block.type === 'table') return <Table key={key} page={page} table={block} />;
  const inside = runs(page, block);
  if (block.type === 'h2' || block.type === 'h3') {
    const Tag = block.type;
    return (
      <Tag key={key} data-el="heading" data-axis-level={block.type.slice(1)}>
        {inside}
      </Tag>
    );
  }
  if (block.type === 'quote')
    return (
      <blockquote key={key} data-part="quote">
        {inside}
      </blockquote>
    );
  return <p key={key}>{inside}</p>;
}

/** A table scrolls by itself where the screen is narrower, and keys reach it. */
const Table = ({ page, table: { rows } }: { readonly page: Page; readonly table: DescriptionTable }) => (
  <section data-table="" aria-label="Tablo" tabindex={0}>
    <table>
      <tbody>
        {rows.map((row, nth) => (
          <tr key={nth}>
            {row.map((cell, at) => (
              <Cell key={at} page={page} cell={cell} scope={nth === 0 ? 'col' : 'row'} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

interface CellProps {
  readonly page: Page;
  readonly cell: DescriptionCell;
  /** The cells that a head names. */
  readonly scope: 'col' | 'row';
}

const Cell = ({ page, cell, scope }: CellProps) => {
  const spans = {
    colspan: cell.columns === 1 ? undefined : cell.columns,
    rowspan: cell.rows === 1 ? undefined : cell.rows,
  };
  return cell.isHead ? (
    <th scope={scope} colspan={spans.colspan} rowspan={spans.rowspan}>
      {runs(page, cell)}
    </th>
  ) : (
    <td colspan={spans.colspan} rowspan={spans.rowspan}>
      {runs(page, cell)}
    </td>
  );
};

const runs = (page: Page, { children }: Pick<Block, 'children'> | DescriptionCell): Node =>
  children.map(({ text, bold, italic, link }, nth) => {
    let inside: Node = lines(text);
    if (italic) inside = <em>{inside}</em>;
    if (bold) inside = <strong>{inside}</strong>;
    const href = link === undefined ? undefined : page.links.of(link);
    return href === undefined ? (
      <bdi key={nth}>{inside}</bdi>
    ) : (
      <a key={nth} data-el="link" href={href} rel="noopener">
        {inside}
      </a>
    );
  });
