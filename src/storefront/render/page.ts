import type { DrawnSections } from '../../design/bundle/drawn';
import type { PageRequest } from '../read/asks';
import type { Design, Placed } from '../read/design';
import type { Extensions } from '../read/extensions';
import type { Links } from '../read/links';
import type { Category, Collection, Product, Shown, Store } from '../read/shown';
import type { CartShown, StepShown } from '../sale/shown';

/** `here`: pages take orders. `shown`: a preview shows how that is, and takes none. `never`: this installation takes none in its pages. */
export type Sells = 'here' | 'shown' | 'never';

/** The part of a page that a visitor alone sees. */
export type OwnMain =
  | { readonly kind: 'cart'; readonly value: CartShown }
  | { readonly kind: 'checkout'; readonly value: StepShown };

/** A text of the law that the owner of the shop has confirmed. */
interface LegalPageText {
  readonly title: string;
  readonly text: string;
}

/** The thing that a page is about. */
export type Main =
  | { readonly kind: 'product'; readonly value: Product }
  | { readonly kind: 'collection'; readonly value: Collection }
  | { readonly kind: 'category'; readonly value: Category }
  | { readonly kind: 'legal'; readonly value: LegalPageText }
  | OwnMain;

/** All that the parts of one page are drawn of. */
export interface Page extends PageRequest {
  readonly design: Design;
  readonly shown: Shown;
  readonly links: Links;
  readonly store: Store;
  readonly main: Main | undefined;
  /** Names of the sections that it draws. */
  readonly sections: DrawnSections;
  /** Blocks and pages of extensions that are enabled. */
  readonly extensions: Extensions;
  /** The address of the page within the shop. */
  readonly path: string;
  readonly sells: Sells;
  /** Pieces in the cart of whoever asks. */
  readonly pieces: number;
  /** The node whose title is the heading of the page; undefined: the page has one of its own. */
  readonly leading: string | undefined;
}

/** Everything that a template of a node is given. */
export interface NodeProps {
  readonly page: Page;
  readonly placed: Placed;
}
