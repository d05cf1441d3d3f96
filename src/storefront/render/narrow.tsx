import { isNarrowed, narrowingFields, type Sort, wordOfSort } from '../read/narrowing';
import type { Page } from './page';

const SORTS: readonly (readonly [Sort, string])[] = [
  ['newest', 'En yeni'],
  ['cheapest', 'Fiyat: önce düşük'],
  ['dearest', 'Fiyat: önce yüksek'],
];

/** The order of a list that nobody has sorted. */
const ownOrder = ({ place, query }: Page): string => {
  if (place.kind === 'search') return query.words === '' ? 'En yeni' : 'En uygun';
  return 'Önerilen';
};

/** A form by which a shopper sorts a list and narrows it. It needs no script: the address says what is shown. */
export const Narrow = ({ page }: { readonly page: Page }) => {
  const { path, links, query } = page;
  const { sort, inStock, least, greatest } = query.narrowing;
  const isOpen = inStock || least !== undefined || greatest !== undefined;
  const own = ownOrder(page);
  return (
    <form data-el="filter" data-narrow="" method="get" action={links.to(path)}>
      {query.words === '' ? null : <input type="hidden" name="q" value={query.words} />}
      <label>
        <span data-part="legend">Sıralama</span>
        <select name={narrowingFields.sort}>
          <option value="" selected={sort === undefined}>
            {own}
          </option>
          {SORTS.filter(([, label]) => label !== own).map(([each, label]) => (
            <option key={each} value={wordOfSort(each)} selected={sort === each}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <details open={isOpen}>
        <summary>Filtrele</summary>
        <div>
          <label data-part="choice">
            <input type="checkbox" name={narrowingFields.inStock} value="1" checked={inStock === true} />
            <span>Yalnızca stoktakiler</span>
          </label>
          <Amount name={narrowingFields.least} label="En az (TL)" value={least} />
          <Amount name={narrowingFields.greatest} label="En çok (TL)" value={greatest} />
        </div>
      </details>
      <button data-el="button" data-axis-kind="secondary" type="submit">
        Uygula
      </button>
      {isNarrowed(query.narrowing) ? (
        <a
          data-el="link"
          href={links.to(query.words === '' ? path : `${path}?${new URLSearchParams({ q: query.words })}`)}
        >
          Temizle
        </a>
      ) : null}
    </form>
  );
};

interface AmountProps {
  readonly name: string;
  readonly label: string;
  /** The amount that is stated, in kuruş. */
  readonly value: number | undefined;
}

const Amount = ({ name, label, value }: AmountProps) => (
  <label>
    <span data-part="legend">{label}</span>
    <input
      type="number"
      inputmode="numeric"
      name={name}
      min={0}
      max={99_999_999}
      value={value === undefined ? undefined : value / 100}
    />
  </label>
);
