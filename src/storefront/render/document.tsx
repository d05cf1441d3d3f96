import { markupOf } from '../jsx/jsx-runtime';
import { designedPage } from '../read/design';
import { isNarrowed } from '../read/narrowing';
import { descriptionWords } from '../text/description';
import { plain, shortened } from '../text/text';
import { Body } from './body';
import { iconsOf } from './icon';
import { structuredData } from './json-ld';
import { linkPreview, wordsOf } from './link-preview';
import type { Page } from './page';
import { isUnderWay } from './payment-step';
import { stepTitle } from './steps';
import { extensionTitle } from './view';

const DESCRIPTION_CHARS_MAX = 160;
const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => plain(text).replaceAll(/[&<>"']/g, (mark) => ESCAPED[mark] as string);

/** JSON within a page: nothing in it ends the element that it stands in. */
const dataText = (data: object): string =>
  JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The title of the tab of a browser. */
function titleOf(page: Page): string {
  const { place, main, store, query } = page;
  const designed = designedPage(page.design, place.kind, place.name);
  const stated = designed?.seo?.title ?? designed?.title;
  if (place.kind === 'extPage') return `${extensionTitle(page)} · ${store.name}`;
  if (main?.kind === 'category') return `${main.value.name} · ${store.name}`;
  if (main?.kind === 'checkout') return `${stepTitle(main.value)} · ${store.name}`;
  if (main?.kind === 'cart') return `Sepet · ${store.name}`;
  if (main) return `${main.value.title} · ${store.name}`;
  if (place.kind === 'home') return stated ?? store.name;
  if (place.kind === 'search') return `${query.words === '' ? 'Ürünler' : query.words} · ${store.name}`;
  return `${stated ?? 'Sayfa bulunamadı'} · ${store.name}`;
}

function descriptionOf(page: Page): string | undefined {
  const { main, place } = page;
  if (main?.kind === 'product' && main.value.description !== null)
    return shortened(descriptionWords(main.value.description), DESCRIPTION_CHARS_MAX) || undefined;
  return designedPage(page.design, place.kind, place.name)?.seo?.description;
}

/** Tells whether robots index a page. Pages of searches and rests of lists are in no index. */
const isIndexed = ({ place, query, design }: Page): boolean =>
  place.kind !== 'search' &&
  place.kind !== 'notFound' &&
  place.kind !== 'cart' &&
  place.kind !== 'checkout' &&
  query.behind === '' &&
  !isNarrowed(query.narrowing) &&
  designedPage(design, place.kind, place.name)?.seo?.noindex !== true;

const LOOKS_AGAIN_SECONDS = 5;

/** Pages without a script that go on by themselves: to the page of a provider, and to see whether a payment has come to its end. */
function movesOn({ main, links }: Page): readonly string[] {
  if (main?.kind !== 'checkout') return [];
  const shown = main.value;
  const to = (seconds: number, address: string) =>
    `<meta http-equiv="refresh" content="${seconds};url=${escaped(address)}">`;
  if (shown.step === 'leave' && shown.page.kind === 'redirect') return [to(0, shown.page.url)];
  if (shown.step === 'payment' && isUnderWay(shown.standing)) return [to(LOOKS_AGAIN_SECONDS, links.to(shown.again))];
  return [];
}

/** The whole page as HTML. @param origin of the shop; undefined of a preview, which no robot reads */
export function documentOf(page: Page, origin: string | undefined): string {
  const { design, links, path } = page;
  const title = titleOf(page);
  const description = descriptionOf(page);
  const { tab, touch } = iconsOf(page);
  const { cssName } = page.place.kind === 'checkout' ? design.plain : design;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description ?? shortened(wordsOf(page), DESCRIPTION_CHARS_MAX))}">`,
    `<link rel="stylesheet" href="${escaped(links.to(`/tema/${cssName}.css`))}">`,
    `<link rel="icon" type="${tab.type}" href="${escaped(tab.path)}">`,
    touch === undefined ? '' : `<link rel="apple-touch-icon" href="${escaped(touch)}">`,
    `<meta name="theme-color" content="${escaped(design.colors.background)}">`,
    ...movesOn(page),
    ...(origin === undefined
      ? []
      : [
          isIndexed(page)
            ? `<link rel="canonical" href="${escaped(origin + links.to(path))}">`
            : '<meta name="robots" content="noindex">',
          ...linkPreview(page, origin, { title, description }, isIndexed(page)).map(
            ([name, content]) =>
              `<meta ${name.startsWith('twitter:') ? 'name' : 'property'}="${name}" content="${escaped(content)}">`,
          ),
          ...structuredData(page, origin).map(
            (data) => `<script type="application/ld+json">${dataText(data)}</script>`,
          ),
        ]),
  ];
  const body = markupOf(<Body page={page} heading={plain(title)} />);
  return `<!doctype html>\n<html lang="tr">\n<head>\n${head.filter(Boolean).join('\n')}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}
