import type { SectionProps } from '../../section/sections';
import { CATEGORIES, categoryOfAsk, gridAsk, relatedAsk, target, thing } from '../read/asks';
import type { Target } from '../read/links';
import type { Category, Collection, ListedProduct, Thing } from '../read/shown';
import { plain } from '../text/text';
import type { NodeProps, Page } from './page';
import { Image, Letter, Price, ProductGrid, pricesOf, Section } from './parts';

type Props<T extends keyof SectionProps> = Partial<SectionProps[T]>;

/** Products alone: a draft may name a thing of another kind. */
const isProduct = ({ key }: Thing<unknown>): boolean => key.startsWith('product:');

function productsOf(page: Page, props: Props<'productGrid'>): readonly Thing<ListedProduct>[] {
  const ask = gridAsk(props);
  if (ask) return page.shown.all<ListedProduct>(ask);
  if (props.source !== 'products') return [];
  return (props.products ?? []).flatMap((id) => page.shown.one<ListedProduct>(thing(id)) ?? []).filter(isProduct);
}

/** The address of all products of a grid. */
function wholeOf(page: Page, { source, collection, category }: Props<'productGrid'>): string | undefined {
  if (source === 'newest') return page.links.to('/ara');
  const of = source === 'collection' ? collection : source === 'category' ? category : undefined;
  const found = of === undefined ? undefined : page.shown.one<Pick<Target, 'name'>>(target(of));
  return found && page.links.ofKey(found.key, found.value.name);
}

/** Nothing where no product is shown: an empty shelf tells nobody anything. */
export const ProductGridSection = ({ page, placed: { node } }: NodeProps) => {
  const props = node.props as Props<'productGrid'>;
  const products = productsOf(page, props);
  const whole = props.more ? wholeOf(page, props) : undefined;
  return products.length === 0 ? null : (
    <Section title={props.title} tone={props.tone} width={props.width}>
      <ProductGrid page={page} products={products} columns={props.columns} />
      {whole === undefined ? null : (
        <p data-more="">
          <a data-el="link" href={whole}>
            Tümünü gör
          </a>
        </p>
      )}
    </Section>
  );
};

export const FeaturedProduct = ({ page, placed: { node } }: NodeProps) => {
  const { title, product, media = 'left', tone } = node.props as Props<'featuredProduct'>;
  const found = product === undefined ? undefined : page.shown.one<ListedProduct>(thing(product));
  if (!found || !isProduct(found)) return null;
  const { key, value } = found;
  const { least, most } = pricesOf(value);
  const href = page.links.ofKey(key);
  return (
    <Section title={title} tone={tone}>
      <div data-el="product-detail" data-axis-media={media}>
        <div data-part="media">
          {value.picture ? (
            <Image
              page={page}
              picture={value.picture}
              alt={value.picture.alt ?? value.title}
              sizes="(min-width: 860px) 50vw, 100vw"
              ratio="square"
            />
          ) : (
            <Letter text={value.title} />
          )}
        </div>
        <div data-part="body">
          <h3 data-part="title">{plain(value.title)}</h3>
          <p data-priced="">
            <Price price={least} most={most} compareAt={value.compareAt} />
          </p>
          <p>
            <a data-el="button" data-axis-kind="primary" href={href}>
              Ürünü inceleyin
            </a>
          </p>
        </div>
      </div>
    </Section>
  );
};

interface Card {
  readonly key: string;
  readonly name: string;
}

const Cards = ({
  page,
  cards,
  columns,
}: {
  readonly page: Page;
  readonly cards: readonly Card[];
  readonly columns: number;
}) => (
  <ul data-cards={String(columns)}>
    {cards.map(({ key, name }) => (
      <li key={key}>
        <a href={page.links.ofKey(key, name)}>{plain(name)}</a>
      </li>
    ))}
  </ul>
);

export const CollectionList = ({ page, placed: { node } }: NodeProps) => {
  const { title, collections = [], columns = 3, tone, width } = node.props as Props<'collectionList'>;
  const cards = collections.flatMap((id) => {
    const found = page.shown.one<Collection>(thing(id));
    return found?.key.startsWith('collection:') ? [{ key: found.key, name: found.value.title }] : [];
  });
  return cards.length === 0 ? null : (
    <Section title={title} tone={tone} width={width}>
      <Cards page={page} cards={cards} columns={columns} />
    </Section>
  );
};

export const CategoryList = ({ page, placed: { node } }: NodeProps) => {
  const { title, categories = [], columns = 4, tone, width } = node.props as Props<'categoryList'>;
  const things =
    categories.length === 0
      ? page.shown.all<Category>(CATEGORIES)
      : categories.flatMap((id) => page.shown.one<Category>(thing(id)) ?? []);
  const cards = things.flatMap(({ key, value }) => (key.startsWith('category:') ? [{ key, name: value.name }] : []));
  return cards.length === 0 ? null : (
    <Section title={title} tone={tone} width={width}>
      <Cards page={page} cards={cards} columns={columns} />
    </Section>
  );
};

/** The way to this page, with its addresses. */
export function wayTo(page: Page): readonly { readonly name: string; readonly href: string | undefined }[] {
  const { main, place, links } = page;
  const home = { name: 'Ana sayfa', href: links.to('/') };
  if (main?.kind === 'product') {
    const category = page.shown.one<Category>(categoryOfAsk(place.name));
    const above = category ? [{ name: category.value.name, href: links.ofKey(category.key, category.value.name) }] : [];
    return [home, ...above, { name: main.value.title, href: undefined }];
  }
  if (main?.kind === 'collection') return [home, { name: main.value.title, href: undefined }];
  if (main?.kind === 'category') return [home, { name: main.value.name, href: undefined }];
  if (main?.kind === 'legal') return [home, { name: main.value.title, href: undefined }];
  if (place.kind === 'search') return [home, { name: 'Arama', href: undefined }];
  const title = Object.values(page.design.bundle.pages).find((each) => each.path === place.name)?.title;
  return title === undefined ? [home] : [home, { name: title, href: undefined }];
}

export const Breadcrumb = ({ page }: NodeProps) => (
  <nav data-el="breadcrumb" aria-label="Sayfa yolu">
    <ol data-inner="">
      {wayTo(page).map(({ name, href }, nth) => (
        <li key={nth} data-part="item">
          {href === undefined ? <span aria-current="page">{plain(name)}</span> : <a href={href}>{plain(name)}</a>}
        </li>
      ))}
    </ol>
  </nav>
);

export const RelatedProducts = ({ page, placed: { node } }: NodeProps) => {
  const props = node.props as Props<'relatedProducts'>;
  if (page.place.kind !== 'product') return null;
  const products = page.shown.all<ListedProduct>(relatedAsk(page.place.name, props));
  return products.length === 0 ? null : (
    <Section title={props.title} tone={props.tone} width={props.width}>
      <ProductGrid page={page} products={products} columns={props.columns} />
    </Section>
  );
};
