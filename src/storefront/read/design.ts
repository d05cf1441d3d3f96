import { createHash } from 'node:crypto';
import type { Bundle, BundleNode, BundlePage } from '../../design/bundle/bundle';
import { pageOf } from '../../design/bundle/bundle';
import type { TSchema } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import type { PageKind } from '../../kit/page-kinds';
import { propertyOf, tokenDefaults } from '../../kit/tokens';
import { sectionOf } from '../../section/sections';
import { firstPartyPack, newestPack } from '../../skin/first-party/packs';
import { isLegible } from '../../skin/pack/legible';
import type { Pack } from '../../skin/pack/pack';
import { customProperties } from '../../skin/pack/resolve';
import { compressedOnce } from '../../surfaces/compression';
import { baseStyle } from '../style/base';
import { required } from '../style/required';

/** A design as pages are drawn of it: made of a body once, and kept. */
export interface Design {
  readonly hash: string;
  readonly bundle: Bundle;
  /** The theme that the body names as `theme`, or the newest version that there is of it. */
  readonly pack: Pack;
  readonly css: string;
  /** The text of the style sheet as it is sent. */
  readonly cssBytes: Buffer;
  /** The name of the style sheet in its address: the same as long as its text is. */
  readonly cssName: string;
  /** The style sheet of the steps to an order, which no skin dresses: nobody hides there what a shopper agrees to. */
  readonly plain: Pick<Design, 'css' | 'cssBytes' | 'cssName'>;
  /** Colours as they are written into what is drawn without a style sheet. */
  readonly colors: { readonly background: string; readonly accent: string; readonly accentText: string };
}

/** Parts of a design that do not stand in its text. */
export interface Brought {
  /** The pack of the store's own that it names. */
  readonly own?: Pack | undefined;
  /** Its style sheet, as the gate writes it. */
  readonly customCss?: string | undefined;
}

/** The theme of a design that names none of this product. */
const FALLBACK = 'sade';

/** @param text of a body as it is kept */
export function designOf(hash: string, text: string, { own, customCss }: Brought = {}): Design {
  const bundle = fitting(JSON.parse(text) as Bundle);
  const { key, version } = bundle.theme;
  const pack = firstPartyPack(key, version) ?? own ?? newestPack(key) ?? (newestPack(FALLBACK) as Pack);
  const plain = styleSheet(hash, styleOf(pack, bundle));
  const worn = styleSheet(hash, styleOf(pack, bundle, [pack.css, customCss]));
  return { hash, bundle, pack, ...worn, plain, colors: colorsOf(pack, bundle) };
}

const kitProperties = Object.fromEntries(
  Object.entries(tokenDefaults).map(([name, value]) => [propertyOf(name), value]),
);

/** Reads the values of a design; those of the kit where they cannot be read on each other. */
function colorsOf(pack: Pack, bundle: Bundle): Design['colors'] {
  const own = isLegible(pack, bundle) ? customProperties(pack, bundle) : kitProperties;
  const of = (name: string): string => own[propertyOf(name)] ?? '';
  return { background: of('color-bg'), accent: of('color-accent'), accentText: of('color-accent-text') };
}

function styleSheet(hash: string, css: string): Design['plain'] {
  const digest = createHash('sha256').update(css).digest('hex').slice(0, 16);
  return { css, cssBytes: compressedOnce(Buffer.from(css)), cssName: `${hash}-${digest}` };
}

/** The body with what its nodes say in the form that their types have: a draft may hold more, and what does not fit is not drawn. */
const fitting = (bundle: Bundle): Bundle => ({
  ...bundle,
  nodes: Object.fromEntries(Object.entries(bundle.nodes).map(([id, node]) => [id, fittingNode(node)])),
});

function fittingNode(node: BundleNode): BundleNode {
  const schemas: Readonly<Record<string, TSchema>> = sectionOf(node.type)?.props.properties ?? {};
  const props = Object.entries(node.props).filter(([name, value]) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    return schema !== undefined && schemaErrors(schema, value).length === 0;
  });
  return { ...node, props: Object.fromEntries(props) };
}

/**
 * The whole style sheet of a shop. Layers decide: of what is important the first one wins, so that no skin hides what the law wants seen;
 * of all else the last.
 */
function styleOf(pack: Pack, bundle: Bundle, [skin, customCss]: readonly (string | undefined)[] = []): string {
  const isTextLegible = isLegible(pack, bundle);
  const own = customProperties(pack, bundle);
  // Nobody buys by values that cannot be read: the steps to an order wear those of the kit then.
  const worn = isTextLegible || skin !== undefined ? own : kitProperties;
  const properties = Object.entries(worn).map(([name, value]) => `${name}: ${value};`);
  const plain = isTextLegible ? own : kitProperties;
  const of = (name: string): string => plain[propertyOf(name)] ?? '';
  return [
    '@layer required, base, skin, custom;',
    `:root { ${properties.join(' ')} }`,
    `@layer required {\n${required({
      text: of('color-text'),
      surface: of('color-surface'),
      base: of('size-base'),
      space: of('space'),
      width: of('width-max'),
    })}\n}`,
    `@layer base {\n${baseStyle}\n}`,
    ...(skin === undefined ? [] : [`@layer skin {\n${skin}\n}`]),
    ...(customCss === undefined ? [] : [`@layer custom {\n${customCss}\n}`]),
  ].join('\n');
}

/** A node with its name. */
export interface Placed {
  readonly id: string;
  readonly node: BundleNode;
}

/** Nodes by their names, those that are there and shown. */
export const nodesOf = ({ bundle }: Pick<Design, 'bundle'>, ids: readonly string[]): readonly Placed[] =>
  ids.flatMap((id) => {
    const node = Object.hasOwn(bundle.nodes, id) ? bundle.nodes[id] : undefined;
    return node && node.hidden !== true ? [{ id, node }] : [];
  });

/** @param path of a page of the kind `page` @returns undefined: the design has no such page */
export function designedPage(
  { bundle }: Pick<Design, 'bundle'>,
  kind: PageKind | 'checkout' | 'extPage',
  path?: string,
): BundlePage | undefined {
  if (kind === 'checkout' || kind === 'extPage') return undefined;
  if (kind !== 'page') return pageOf(bundle, kind);
  return Object.values(bundle.pages).find((page) => page.kind === 'page' && page.path === path);
}
