import type { GroupName, PageKind } from '../kit/page-kinds';
import type { PropsOf, SectionType } from './declare';
import * as content from './types/content';
import * as frame from './types/frame';
import * as goods from './types/goods';
import * as main from './types/main';

const declared = [
  frame.header,
  frame.announcement,
  frame.footer,
  frame.footerColumn,
  content.hero,
  content.richTextSection,
  content.imageBanner,
  content.imageWithText,
  content.featureList,
  content.feature,
  content.faq,
  content.faqItem,
  content.quotes,
  content.quoteItem,
  content.logoList,
  content.logo,
  content.gallery,
  content.galleryItem,
  content.contact,
  content.divider,
  content.customField,
  goods.productGrid,
  goods.featuredProduct,
  goods.collectionList,
  goods.categoryList,
  goods.breadcrumb,
  goods.relatedProducts,
  main.productMain,
  main.collectionMain,
  main.categoryMain,
  main.searchMain,
  main.cartMain,
  main.notFoundMain,
] as const;

type Declared = (typeof declared)[number];
/** Names of the types of the platform. */
export type SectionName = Declared['type'];
/** Props by the name of the type. */
export type SectionProps = { readonly [S in Declared as S['type']]: PropsOf<S> };

/** Every type of the platform, in the order in which an editor offers them. */
export const sections: readonly SectionType[] = declared as readonly SectionType[];

const byType = new Map(sections.map((each) => [each.type, each]));

export const sectionOf = (type: string): SectionType | undefined => byType.get(type);

/** Types that a page of the kind takes at its root. */
export const sectionsOn = (kind: PageKind): readonly SectionType[] =>
  sections.filter(({ pages }) => pages.includes(kind));

/** Types that a group takes. */
export const sectionsIn = (group: GroupName): readonly SectionType[] =>
  sections.filter(({ groups }) => groups.includes(group));
