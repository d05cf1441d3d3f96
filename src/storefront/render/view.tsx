import type { ViewNode } from '../../kit/view/node';
import { ITEM, type PageName, piecesOf, soleName } from '../../kit/view/template';
import type { Drawn, Node } from '../jsx/jsx-runtime';
import type { ExtensionPart, ViewValue } from '../read/extensions';
import { money, plain } from '../text/text';
import type { Page } from './page';
import { Heading, Image, lines, pictureOf, type Ratio, Section, Text } from './parts';

/*
 * Views of extensions. What an extension says is a tree of names and texts; each element is drawn here, and each link goes through
 * `Links`, so nothing of a manifest or of a configuration is ever more than text.
 */

interface Scope {
  readonly page: Page;
  readonly values: ExtensionPart['values'];
  /** The item of the list for which a node is drawn. */
  readonly item?: ViewValue | undefined;
}

const NUMBER = new Intl.NumberFormat('tr-TR');

/** A view as it is drawn of one configuration. Empty: each node names something that there is not. */
export const drawnView = (page: Page, { view, values }: ExtensionPart): readonly Drawn[] =>
  drawnAll({ page, values }, view, drawnNode);

type Draws<T> = (scope: Scope, node: ViewNode, key: string) => T | undefined;

/** Nodes in their order, each of a list once for each of its items. */
function drawnAll<T>(scope: Scope, nodes: readonly ViewNode[], draw: Draws<T>): readonly T[] {
  return nodes.flatMap((node, nth) =>
    scopesOf(scope, node).flatMap((each, place) => draw(each, node, `${nth}-${place}`) ?? []),
  );
}

function scopesOf(scope: Scope, { each }: ViewNode): readonly Scope[] {
  if (each === undefined) return [scope];
  const list = scope.values.get(each)?.value;
  return Array.isArray(list) ? list.map((value) => ({ ...scope, item: { value } })) : [];
}

function valueIn({ page, values, item }: Scope, name: string): ViewValue | undefined {
  if (name === ITEM && item) return item;
  switch (name as PageName) {
    case 'store.name':
      return { value: page.store.name };
    case 'product.title':
      return page.main?.kind === 'product' ? { value: page.main.value.title } : undefined;
    default:
      return values.get(name);
  }
}

/** Writes a value in words. @returns undefined for a value that has none */
function wordsOf(found: ViewValue | undefined): string | undefined {
  const { value, unit } = found ?? {};
  if (typeof value === 'string') return plain(value).trim() || undefined;
  if (typeof value !== 'number') return undefined;
  if (unit === 'kuruş') return money(value);
  return unit === 'percent' ? `%${NUMBER.format(value)}` : NUMBER.format(value);
}

/** A text with its values. @returns undefined if one of them is not there */
function filled(scope: Scope, template: string, as: (words: string) => string = (words) => words): string | undefined {
  let text = '';
  for (const piece of piecesOf(template)) {
    const words = 'words' in piece ? piece.words : wordsOf(valueIn(scope, piece.name));
    if (words === undefined) return undefined;
    text += 'words' in piece ? words : as(words);
  }
  return text;
}

/** Nothing of a value ends the part of an address in which it stands. */
const encoded = (words: string): string =>
  encodeURIComponent(words).replaceAll(/['()*!~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** @returns undefined of what must not be followed */
function hrefOf(scope: Scope, template: string): string | undefined {
  const sole = soleName(template);
  const link = sole === undefined ? filled(scope, template, encoded) : valueIn(scope, sole)?.value;
  return link === undefined ? undefined : scope.page.links.of(link);
}

const textOf = (scope: Scope, { text = '' }: ViewNode): string | undefined => filled(scope, text);

/** Each element of a view. One of which something is missing is not drawn. */
function drawnNode(scope: Scope, node: ViewNode, key: string): Drawn | undefined {
  const { el = '', axes = {}, items = [] } = node;
  if (el === 'image') return drawnImage(scope, node, key);
  if (el === 'link' || el === 'button') return drawnLink(scope, node, key);
  if (Object.hasOwn(LISTS, el)) return LISTS[el as keyof typeof LISTS](scope, items, key, axes);
  const text = textOf(scope, node);
  return text === undefined ? undefined : TEXTS[el as keyof typeof TEXTS]?.(text, key, axes);
}

type Axes = NonNullable<ViewNode['axes']>;
type DrawsText = (text: string, key: string, axes: Axes) => Drawn;

const TEXTS: Readonly<Record<'heading' | 'text' | 'badge' | 'notice', DrawsText>> = {
  heading: (text, key, { level = '2' }) => <Heading key={key} level={level as '2' | '3'} text={text} />,
  text: (text, key, { size }) => <Text key={key} text={text} size={size as 'normal'} />,
  badge: (text, key, { kind = 'neutral' }) => (
    <p key={key}>
      <span data-el="badge" data-axis-kind={kind}>
        {text}
      </span>
    </p>
  ),
  notice: (text, key, { kind = 'info' }) => (
    <p key={key} data-el="notice" data-axis-kind={kind}>
      {lines(text)}
    </p>
  ),
};

function drawnLink(scope: Scope, node: ViewNode, key: string): Drawn | undefined {
  const [text, href] = [textOf(scope, node), hrefOf(scope, node.link ?? '')];
  if (text === undefined || href === undefined) return undefined;
  const isButton = node.el === 'button';
  return (
    <p key={key}>
      <a
        data-el={isButton ? 'button' : 'link'}
        data-axis-kind={isButton ? (node.axes?.kind ?? 'primary') : undefined}
        href={href}
        rel="noopener"
      >
        {text}
      </a>
    </p>
  );
}

function drawnImage(scope: Scope, { image = '', alt = '', axes }: ViewNode, key: string): Drawn | undefined {
  const id = valueIn(scope, soleName(image) ?? '')?.value;
  const picture = typeof id === 'string' ? pictureOf(scope.page, id) : undefined;
  if (!picture?.variants.some(({ format }) => format === 'webp')) return undefined;
  const sizes = '(min-width: 860px) 50vw, 100vw';
  const { page } = scope;
  const words = filled(scope, alt) ?? '';
  return <Image key={key} page={page} picture={picture} alt={words} sizes={sizes} ratio={axes?.ratio as Ratio} />;
}

interface Part {
  readonly key: string;
  readonly part: string;
  readonly text: string;
  readonly href: string | undefined;
}

/** A thing of a list by its parts. @returns undefined if one of them is not there: half of an answer is none */
function partsOf(
  scope: Scope,
  { items = [] }: ViewNode,
  key: string,
): { key: string; parts: readonly Part[] } | undefined {
  const parts = drawnAll(scope, items, partOf);
  const isWhole = items.every(({ part }) => parts.some((each) => each.part === part));
  return isWhole ? { key, parts } : undefined;
}

function partOf(scope: Scope, node: ViewNode, key: string): Part | undefined {
  const text = textOf(scope, node);
  const href = node.link === undefined ? undefined : hrefOf(scope, node.link);
  return text === undefined ? undefined : { key, part: node.part ?? '', text, href };
}

const inside = ({ text, href }: Part): Node => (href === undefined ? lines(text) : <a href={href}>{lines(text)}</a>);

type Tagged = readonly [part: string, tag: 'h3' | 'p' | 'summary' | 'blockquote' | 'figcaption' | 'dt' | 'dd'];

/** Parts of a thing, each in its tag: those of the first name, and all others. */
const drawnParts = (parts: readonly Part[], first: Tagged, other: Tagged): readonly Drawn[] =>
  parts.map((each) => {
    const [part, Tag] = each.part === first[0] ? first : other;
    return (
      <Tag key={each.key} data-part={part}>
        {inside(each)}
      </Tag>
    );
  });

type DrawsList = (scope: Scope, items: readonly ViewNode[], key: string, axes: Axes) => Drawn | undefined;

const LISTS: Readonly<Record<'feature-list' | 'faq' | 'quote' | 'contact', DrawsList>> = {
  'feature-list': (scope, items, key, { columns = '3' }) =>
    filledList(drawnAll(scope, items, partsOf), (list) => (
      <ul key={key} data-el="feature-list" data-axis-columns={columns}>
        {list.map(({ key, parts }) => (
          <li key={key} data-part="item">
            {drawnParts(parts, ['title', 'h3'], ['text', 'p'])}
          </li>
        ))}
      </ul>
    )),
  faq: (scope, items, key) =>
    filledList(drawnAll(scope, items, partsOf), (list) => (
      <div key={key} data-el="faq">
        {list.map(({ key, parts }) => (
          <details key={key} data-part="item">
            {drawnParts(parts, ['question', 'summary'], ['answer', 'p'])}
          </details>
        ))}
      </div>
    )),
  quote: (scope, items, key) => {
    const whole = partsOf(scope, { items }, key);
    return whole ? (
      <figure key={key} data-el="quote">
        {drawnParts(whole.parts, ['text', 'blockquote'], ['author', 'figcaption'])}
      </figure>
    ) : undefined;
  },
  contact: (scope, items, key) =>
    filledList(drawnAll(scope, items, partsOf), (list) => (
      <dl key={key} data-el="contact">
        {list.map(({ key, parts }) => (
          <div key={key} data-part="row">
            {drawnParts(parts, ['label', 'dt'], ['value', 'dd'])}
          </div>
        ))}
      </dl>
    )),
};

const filledList = <T,>(list: readonly T[], draw: (list: readonly T[]) => Drawn): Drawn | undefined =>
  list.length === 0 ? undefined : draw(list);

const partAt = ({ extensions, place }: Page): ExtensionPart | undefined =>
  place.kind === 'extPage' ? extensions.pageAt(place.name) : undefined;

/** The title of a page of an extension: its own, else the name of its kind. */
export function extensionTitle(page: Page): string {
  const part = partAt(page);
  const stated = part?.title === undefined ? undefined : filled({ page, values: part.values }, part.title);
  return stated ?? part?.label.tr ?? '';
}

/** A page of an extension: its heading, and the sections of its view. */
export const ExtensionPage = ({ page }: { readonly page: Page }) => {
  const part = partAt(page);
  if (!part) return null;
  const title = <Heading level="1" text={extensionTitle(page)} />;
  const sections = drawnAll({ page, values: part.values }, part.view, sectionOf);
  const [first = { key: '', axes: { width: 'narrow' }, text: '', items: [] }, ...others] = sections;
  return (
    <>
      {[first, ...others].map(({ key, axes, text, items }, nth) => (
        <Section
          key={key}
          title={nth === 0 ? undefined : text}
          tone={axes.tone as 'plain'}
          width={axes.width as 'narrow'}
        >
          {nth === 0 ? title : null}
          {nth === 0 && text !== '' ? <Heading level="2" text={text} /> : null}
          <div data-block="">{items}</div>
        </Section>
      ))}
    </>
  );
};

/** A section of a page. @returns undefined where nothing of it is there */
function sectionOf(scope: Scope, node: ViewNode, key: string) {
  const items = drawnAll(scope, node.items ?? [], drawnNode);
  return items.length === 0 ? undefined : { key, axes: node.axes ?? {}, text: textOf(scope, node) ?? '', items };
}
