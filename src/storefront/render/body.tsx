import { kindOf } from '../read/asks';
import { nodesOf } from '../read/design';
import { Cart } from './cart';
import { SellerFooter } from './frame';
import { LegalText } from './legal';
import type { Page } from './page';
import { Nodes } from './sections';
import { CheckoutStep } from './steps';
import { ExtensionPage } from './view';
import { Zone } from './zone';
import { LargePictures } from './zoom';

/** Kinds of pages whose own section has the heading of the page. */
const HEADED: ReadonlySet<string> = new Set([
  'product',
  'collection',
  'category',
  'search',
  'cart',
  'checkout',
  'notFound',
  'extPage',
]);

/** The node whose title is the heading of a page that has none of its own. */
export function leadingNode({
  design,
  place,
  sections,
}: Pick<Page, 'design' | 'place' | 'sections'>): string | undefined {
  if (HEADED.has(place.kind)) return undefined;
  return nodesOf(design, sections.own).find(({ node }) => node.type === 'hero')?.id;
}

/** True of a page within a page of the same shop, which has header and footer, and the seller in it. */
const isFramed = ({ main }: Page): boolean =>
  main?.kind === 'checkout' && 'isFramed' in main.value && main.value.isFramed;

/** Draws all that is seen of a page. @param heading of a page that no section gives one */
export const Body = ({ page, heading }: { readonly page: Page; readonly heading: string }) => {
  const { design, place, leading, sections } = page;
  if (isFramed(page))
    return (
      <main id="icerik">
        <Own page={page} />
      </main>
    );
  return (
    <div data-el="page" data-axis-kind={kindOf(place) ?? 'cart'}>
      <a data-skip="" href="#icerik">
        İçeriğe geç
      </a>
      <Nodes page={page} nodes={nodesOf(design, sections.header)} />
      <Zone page={page} id="header.after" label="Öne çıkanlar" />
      <main id="icerik">
        <Zone page={page} id="page.top" />
        {leading === undefined && !HEADED.has(place.kind) && page.main?.kind !== 'legal' ? (
          <h1 data-hidden="">{heading}</h1>
        ) : null}
        <Own page={page} />
        <LegalText page={page} />
        <ExtensionPage page={page} />
        <Zone page={page} id="page.bottom" />
      </main>
      <Zone page={page} id="footer.before" label="Ek bilgiler" />
      <footer data-foot="">
        <div data-el="footer">
          <div data-inner="">
            <Nodes page={page} nodes={nodesOf(design, sections.footer)} />
          </div>
        </div>
        <SellerFooter page={page} />
      </footer>
      <LargePictures page={page} />
    </div>
  );
};

/** The sections of the page. The steps to an order have none, and a design may have no page for the cart. */
const Own = ({ page }: { readonly page: Page }) => {
  const { own } = page.sections;
  if (page.place.kind === 'checkout') return <CheckoutStep page={page} />;
  if (page.place.kind === 'cart' && own.length === 0) return <Cart page={page} />;
  return <Nodes page={page} nodes={nodesOf(page.design, own)} />;
};
