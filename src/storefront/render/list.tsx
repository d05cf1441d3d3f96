import { LIST_ROWS, listAsk } from '../read/asks';
import { isNarrowed, narrowingParams } from '../read/narrowing';
import type { ListedProduct, Thing } from '../read/shown';
import { Narrow } from './narrow';
import type { Page } from './page';
import { ProductGrid } from './parts';

interface ListProps {
  readonly page: Page;
  readonly columns: number | undefined;
  /** Said where there are none. */
  readonly none: string;
}

/** The list of a page, with a link to where it goes on. */
export const List = ({ page, columns, none }: ListProps) => {
  const ask = listAsk(page);
  const all = ask ? page.shown.all<ListedProduct>(ask) : [];
  const products = all.slice(0, LIST_ROWS);
  const last = products.at(-1);
  const next = all.length > LIST_ROWS && last ? nextPage(page, last) : undefined;
  const { narrowing } = page.query;
  // A list of one or none is neither sorted nor narrowed.
  const isChosen = isNarrowed(narrowing) || page.query.behind !== '';
  if (products.length === 0)
    return (
      <>
        {isChosen ? <Narrow page={page} /> : null}
        <div data-el="empty">
          <p data-part="text">{isChosen ? 'Seçtiğiniz koşullara uyan ürün yok.' : none}</p>
        </div>
      </>
    );
  return (
    <>
      {isChosen || products.length > 1 ? <Narrow page={page} /> : null}
      <ProductGrid page={page} products={products} columns={columns} first />
      {page.query.behind !== '' || next !== undefined ? (
        <nav data-el="pagination" aria-label="Sayfalar">
          {page.query.behind === '' ? null : (
            <a data-part="item" href={page.links.to(addressOf(page, undefined))}>
              Başa dön
            </a>
          )}
          {next === undefined ? null : (
            <a data-part="item" rel="next" href={page.links.to(next)}>
              Sonraki ürünler
            </a>
          )}
        </nav>
      ) : null}
    </>
  );
};

const nextPage = (page: Page, { value, place }: Thing<ListedProduct>): string => {
  const { kind } = page.place;
  if (isNarrowed(page.query.narrowing)) return addressOf(page, String(place));
  if (kind === 'collection') return addressOf(page, String(place));
  if (kind === 'search') return addressOf(page, page.query.words === '' ? value.id : String(place));
  return addressOf(page, value.handle);
};

function addressOf({ path, query }: Page, behind: string | undefined): string {
  const search = new URLSearchParams();
  if (query.words !== '') search.set('q', query.words);
  for (const [name, value] of narrowingParams(query.narrowing)) search.set(name, value);
  if (behind !== undefined) search.set('sonra', behind);
  return search.size === 0 ? path : `${path}?${search}`;
}
