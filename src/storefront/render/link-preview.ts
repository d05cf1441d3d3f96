import { listAsk, pageAsks } from '../read/asks';
import { sortNames } from '../read/narrowing';
import type { Ask } from '../read/page-store';
import type { ListedProduct, Picture } from '../read/shown';
import { descriptionWords } from '../text/description';
import { money, plain, shortened } from '../text/text';
import { jpegOfDrawing, logoOf } from './icon';
import { lira } from './json-ld';
import type { Page } from './page';
import { isSoldOut, pricesOf } from './parts';

const DESCRIPTION_CHARS_MAX = 200;
/** Programs that preview a link leave out a picture of several hundred kilobytes. */
const WIDTH_MAX = 1_280;

type Property = readonly [name: string, content: string];

interface Texts {
  readonly title: string;
  /** The description that the merchant has stated. */
  readonly description: string | undefined;
}

/**
 * Lists what the preview of a link shows where somebody sends it on: properties of Open Graph, and the one that X reads beside them.
 * @param origin of the shop @param isIndexed its address is the page's own
 */
export function linkPreview(page: Page, origin: string, { title, description }: Texts, isIndexed: boolean): Property[] {
  const { main, links, path, store } = page;
  const image = imageOf(page);
  const product = main?.kind === 'product' ? main.value : undefined;
  return [
    ['og:type', product ? 'product' : 'website'],
    ['og:locale', 'tr_TR'],
    ['og:site_name', store.name],
    ['og:title', title],
    ['og:description', shortened(description ?? wordsOf(page), DESCRIPTION_CHARS_MAX)],
    ...(isIndexed ? [['og:url', origin + links.to(path)] as const] : []),
    ...(image
      ? ([
          ['og:image', origin + links.to(image.url)],
          ['og:image:type', 'image/jpeg'],
          ['og:image:width', String(image.width)],
          ['og:image:height', String(image.height)],
          ['og:image:alt', image.alt],
        ] as const)
      : []),
    ...(product
      ? ([
          ['product:price:amount', lira(pricesOf(product).least)],
          ['product:price:currency', 'TRY'],
          ['product:availability', isSoldOut(product) ? 'oos' : 'instock'],
        ] as const)
      : []),
    ['twitter:card', image ? 'summary_large_image' : 'summary'],
    ...(image ? [['twitter:image', origin + links.to(image.url)] as const] : []),
  ];
}

/** Words for a page that the merchant has not described. */
export function wordsOf({ main, store }: Page): string {
  switch (main?.kind) {
    case 'product': {
      const words = descriptionWords(main.value.description);
      return words || `${plain(main.value.title)}: ${money(pricesOf(main.value).least)}`;
    }
    case 'category':
      return `${plain(main.value.name)} ürünleri ve fiyatları`;
    case 'collection':
      return `${plain(main.value.title)} ürünleri ve fiyatları`;
    default:
      return `${plain(store.name)} çevrimiçi mağazası`;
  }
}

interface Shown {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** The picture of the thing that a page is about; else the first one that it shows, or the logo. */
function imageOf(page: Page): Shown | undefined {
  const { main, design } = page;
  const logo = () => firstDrawn([logoOf(page)], page.store.name);
  if (main?.kind === 'product') return firstDrawn(main.value.media, main.value.title) ?? logo();
  if (main?.kind === 'cart' || main?.kind === 'checkout') return undefined;
  const list = listAsk(page);
  const asks = [...(list ? [list] : []), ...pageAsks(design, page)];
  for (const ask of asks) {
    const found = imageIn(page, ask);
    if (found) return found;
  }
  return logo();
}

const LISTS: ReadonlySet<Ask['kind']> = new Set([
  ...(['thing', 'newest', 'category', 'collection', 'members', 'search', 'membersNarrowed', 'searchNarrowed'] as const),
  ...sortNames.flatMap((sort) => [`${sort}OfAll`, `${sort}OfCategory`] as const),
]);

function imageIn({ shown, store }: Page, ask: Ask): Shown | undefined {
  if (ask.kind === 'media') return firstDrawn([shown.one<Picture>(ask)?.value], store.name);
  if (!LISTS.has(ask.kind)) return undefined;
  for (const { value } of shown.all<Partial<ListedProduct>>(ask)) {
    const found = firstDrawn([value.picture ?? undefined], value.title ?? store.name);
    if (found) return found;
  }
  return undefined;
}

function firstDrawn(pictures: readonly (Picture | undefined)[], title: string): Shown | undefined {
  for (const picture of pictures) {
    const drawn = picture?.variants.filter(({ format }) => format === 'webp') ?? [];
    const chosen = drawn.findLast(({ width }) => width <= WIDTH_MAX) ?? drawn[0];
    if (chosen)
      return { url: jpegOfDrawing(chosen.url), width: chosen.width, height: chosen.height, alt: picture?.alt ?? title };
  }
  return undefined;
}
