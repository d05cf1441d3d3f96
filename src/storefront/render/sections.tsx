import type { SectionName } from '../../section/sections';
import type { Drawn } from '../jsx/jsx-runtime';
import type { Placed } from '../read/design';
import { CartMain } from './cart';
import * as content from './content';
import * as frame from './frame';
import * as goods from './goods';
import * as main from './main';
import type { NodeProps, Page } from './page';

type Draws = (props: NodeProps) => Drawn | null;

/** Each type with the template that draws it. A type that stands in slots alone is drawn by its whole. */
const drawn: Readonly<Partial<Record<SectionName, Draws>>> = {
  header: frame.Header,
  announcement: frame.Announcement,
  footer: frame.Footer,
  hero: content.Hero,
  richText: content.RichTextSection,
  imageBanner: content.ImageBanner,
  imageWithText: content.ImageWithText,
  featureList: content.FeatureList,
  faq: content.Faq,
  quotes: content.Quotes,
  logoList: content.LogoList,
  gallery: content.Gallery,
  contact: content.Contact,
  divider: content.Divider,
  customField: content.CustomField,
  productGrid: goods.ProductGridSection,
  featuredProduct: goods.FeaturedProduct,
  collectionList: goods.CollectionList,
  categoryList: goods.CategoryList,
  breadcrumb: goods.Breadcrumb,
  relatedProducts: goods.RelatedProducts,
  productMain: main.ProductMain,
  collectionMain: main.CollectionMain,
  categoryMain: main.CategoryMain,
  searchMain: main.SearchMain,
  cartMain: CartMain,
  notFoundMain: main.NotFoundMain,
};

/** Nodes one below the other. One of an unknown type is passed over: the rest of the page stands. */
export const Nodes = ({ page, nodes }: { readonly page: Page; readonly nodes: readonly Placed[] }) => (
  <>
    {nodes.map((placed) => {
      const Draw = Object.hasOwn(drawn, placed.node.type) ? drawn[placed.node.type as SectionName] : undefined;
      return Draw ? <Draw key={placed.id} page={page} placed={placed} /> : null;
    })}
  </>
);
