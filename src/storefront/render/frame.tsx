import type { BundleMenu } from '../../design/bundle/bundle';
import type { SectionProps } from '../../section/sections';
import { nodesOf } from '../read/design';
import type { Seller } from '../read/shown';
import { plain } from '../text/text';
import { legalPages, Registered } from './legal';
import type { NodeProps, Page } from './page';
import { Image, lines, pictureOf } from './parts';

type Props<T extends keyof SectionProps> = Partial<SectionProps[T]>;

const menuOf = ({ design }: Page, key: string | undefined): BundleMenu | undefined => {
  const { menus } = design.bundle;
  return key !== undefined && Object.hasOwn(menus, key) ? menus[key] : undefined;
};

interface MenuProps {
  readonly page: Page;
  readonly menu: BundleMenu | undefined;
  readonly direction: 'row' | 'column';
}

/** Draws a menu with those of its links that lead somewhere. The entries below an item open with it. */
const Menu = ({ page, menu, direction }: MenuProps) => {
  const items = (menu?.items ?? []).flatMap(({ label, link, items }) => {
    const href = page.links.of(link);
    return href === undefined ? [] : [{ label, href, items: items ?? [] }];
  });
  return items.length === 0 ? null : (
    <ul data-el="menu" data-axis-direction={direction}>
      {items.map(({ label, href, items }, nth) => (
        <li key={nth} data-part="item">
          <a href={href}>{plain(label)}</a>
          {items.length > 0 ? (
            <ul data-part="sub">
              {items.map((each, place) => {
                const inside = page.links.of(each.link);
                return inside === undefined ? null : (
                  <li key={place}>
                    <a href={inside}>{plain(each.label)}</a>
                  </li>
                );
              })}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
};

export const SearchForm = ({ page, words = '' }: { readonly page: Page; readonly words?: string }) => (
  <search>
    <form data-el="search-form" method="get" action={page.links.to('/ara')}>
      <label>
        <span data-hidden="">Ürün arayın</span>
        <input
          data-part="input"
          type="search"
          name="q"
          maxlength={200}
          value={plain(words)}
          placeholder="Ürün arayın"
        />
      </label>
      <button data-part="button" type="submit">
        Ara
      </button>
    </form>
  </search>
);

export const Header = ({ page, placed: { node } }: NodeProps) => {
  const { logo, menu, layout = 'left', search } = node.props as Props<'header'>;
  const picture = pictureOf(page, logo);
  const name = plain(page.store.name);
  return (
    <header data-el="header" data-axis-layout={layout}>
      <div data-inner="">
        <a data-part="brand" href={page.links.to('/')}>
          {picture ? (
            <span data-part="logo">
              <Image page={page} picture={picture} alt={name} sizes="200px" first />
            </span>
          ) : (
            name
          )}
        </a>
        <nav data-part="nav" aria-label="Ana menü">
          <Menu page={page} menu={menuOf(page, menu)} direction="row" />
        </nav>
        {search || page.sells !== 'never' ? (
          <div data-part="tools">
            {search ? <SearchForm page={page} /> : null}
            {page.sells !== 'never' ? (
              <a data-el="link" data-to-cart="" href={page.links.to('/sepet')}>
                Sepet
                {page.pieces > 0 ? (
                  <>
                    {' '}
                    ({page.pieces}
                    <span data-hidden=""> ürün</span>)
                  </>
                ) : null}
              </a>
            ) : null}
          </div>
        ) : null}
      </div>
    </header>
  );
};

export const Announcement = ({ page, placed: { node } }: NodeProps) => {
  const { text, link, tone = 'accent' } = node.props as Props<'announcement'>;
  const href = link === undefined ? undefined : page.links.of(link);
  return text === undefined ? null : (
    <aside data-el="announcement" data-axis-tone={tone} aria-label="Duyuru">
      <p data-part="text">{href === undefined ? plain(text) : <a href={href}>{plain(text)}</a>}</p>
    </aside>
  );
};

/** Draws the footer of a design. The facts that the law wants stand below it, see {@link SellerFooter}. */
export const Footer = ({ page, placed: { node } }: NodeProps) => {
  const { text, note } = node.props as Props<'footer'>;
  const columns = nodesOf(page.design, node.slots?.columns ?? []);
  return (
    <div data-footer="">
      {text || columns.length > 0 ? (
        <div data-part="columns">
          {text ? (
            <div data-part="column">
              <p>{lines(text)}</p>
            </div>
          ) : null}
          {columns.map(({ id, node }) => {
            const { title = '', menu } = node.props as Props<'footerColumn'>;
            return (
              <nav key={id} data-part="column" aria-label={plain(title)}>
                <h2>{plain(title)}</h2>
                <Menu page={page} menu={menuOf(page, menu)} direction="column" />
              </nav>
            );
          })}
        </div>
      ) : null}
      {note ? <p data-part="note">{plain(note)}</p> : null}
    </div>
  );
};

/** The seller, and the legal pages: on every page, whatever the design says. It stands apart, where no skin reaches. */
export const SellerFooter = ({ page }: { readonly page: Page }) => {
  const { identity, name } = page.store;
  const legal = legalPages(page);
  return (
    <div data-seller="">
      <div data-inner="">
        {legal.length > 0 || page.sells !== 'never' ? (
          <nav data-part="legal" aria-label="Sipariş ve yasal sayfalar">
            <ul>
              {page.sells === 'never' ? null : (
                <li>
                  <a href={page.links.to('/siparis')}>Siparişinizi izleyin</a>
                </li>
              )}
              {legal.map(({ path, label }) => (
                <li key={path}>
                  <a href={page.links.to(`/sayfa/${path}`)}>{plain(label)}</a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        <div data-el="legal" data-part="seller">
          {identity ? (
            rowsOf(identity).map(([label, value]) => (
              <p key={label} data-part="row">
                <span>{label}: </span>
                <bdi>{plain(value)}</bdi>
              </p>
            ))
          ) : (
            <p data-part="row">
              <bdi>{plain(name)}</bdi>
            </p>
          )}
          <Registered page={page} />
        </div>
      </div>
    </div>
  );
};

const rowsOf = (seller: Seller): readonly (readonly [string, string])[] =>
  (
    [
      ['Satıcı', seller.title],
      ['Adres', `${seller.address}, ${seller.district} / ${seller.province}`],
      ['Telefon', seller.phone],
      ['E-posta', seller.email],
      ['Vergi dairesi', seller.taxOffice],
      ['MERSİS', seller.mersis],
      ['KEP', seller.kep],
    ] as const
  ).flatMap(([label, value]) => (value ? [[label, value] as const] : []));
