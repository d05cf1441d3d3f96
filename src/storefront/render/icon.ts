import type { SectionProps } from '../../section/sections';
import { media } from '../read/asks';
import { nodesOf } from '../read/design';
import type { Picture } from '../read/shown';
import type { Page } from './page';

/** The address of an icon that is drawn of the first letter of a shop. */
export const LETTER_ICON = '/simge.svg';

/** Telephones show icons in this width, in pixels. */
const TOUCH_WIDTH = 180;

/** Icons of a shop, by their addresses. */
export interface Icons {
  readonly tab: { readonly path: string; readonly type: string };
  /** The icon on the first screen of a telephone; undefined: the shop has no logo, and the telephone draws one. */
  readonly touch: string | undefined;
}

/** The picture that the header of a design shows as logo. */
export function logoOf({ design, sections, shown }: Pick<Page, 'design' | 'sections' | 'shown'>): Picture | undefined {
  const header = nodesOf(design, sections.header).find(({ node }) => node.type === 'header');
  const { logo } = (header?.node.props ?? {}) as Partial<SectionProps['header']>;
  return logo === undefined ? undefined : shown.one<Picture>(media(logo))?.value;
}

/** The logo where there is one; else the first letter of the name. */
export function iconsOf(page: Pick<Page, 'design' | 'sections' | 'shown' | 'links'>): Icons {
  const drawn = logoOf(page)?.variants.filter(({ format }) => format === 'webp') ?? [];
  const [smallest] = drawn;
  if (!smallest) return { tab: { path: page.links.to(LETTER_ICON), type: 'image/svg+xml' }, touch: undefined };
  const touch = drawn.find(({ width }) => width >= TOUCH_WIDTH) ?? drawn.at(-1) ?? smallest;
  return {
    tab: { path: page.links.to(smallest.url), type: 'image/webp' },
    touch: page.links.to(jpegOfDrawing(touch.url)),
  };
}

/** The address of a drawing as JPEG, for programs that read no other format. */
export const jpegOfDrawing = (url: string): string => url.replace(/\.webp$/, '.jpg');
