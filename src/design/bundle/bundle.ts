import { object, oneOf, type Static, t } from '../../kernel/schema/schema';
import { limits } from '../../kit/limits';
import { fixedPageKinds, pageKinds } from '../../kit/page-kinds';
import { linkSchema } from '../../section/value/link';

/** The form of bodies that this version writes. */
export const BUNDLE_SCHEMA = 1;

/** Names that every object of the language has are none. */
const KEY = '^(?!__proto__$|constructor$)[a-z0-9_-]{3,40}$';
/** The key of a theme, an extension or a block of one. */
const NAME = '^(?!constructor$)[a-z0-9][a-z0-9-]{0,62}$';
const VERSION = '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$';
const VARIABLE = '^(?!constructor$)[a-z][a-z0-9-]{0,62}$';
/** A path or a part of one: small letters, digits and hyphens. */
const SLUG = '^(?!constructor$)[a-z0-9]+(-[a-z0-9]+)*$';
const KINDS = `^(${fixedPageKinds.join('|')})$`;
const POINTER = '^(/[^/]*)+$';

const mapOf = <S extends Parameters<typeof t.Record>[1]>(pattern: string, value: S, maxProperties: number) =>
  t.Record(t.String({ pattern }), value, { additionalProperties: false, maxProperties });

const key = t.String({ pattern: KEY });
const keys = t.Array(key, { maxItems: limits.sectionsPerPage });
const title = t.String({ minLength: 1, maxLength: 120 });

/** A value of a variable: text of a colour, a length, a font, a choice or a picture; a number; a switch. */
const variable = t.Union([t.String({ maxLength: 200 }), t.Number(), t.Boolean()]);
const variables = mapOf(VARIABLE, variable, limits.variables);

export const nodeSchema = object({
  type: t.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{1,59}$' }),
  props: mapOf('^(?!constructor$)[A-Za-z][A-Za-z0-9]{0,59}$', t.Unknown(), 100),
  slots: t.Optional(mapOf('^[a-z][A-Za-z0-9]{0,39}$', t.Array(key, { maxItems: limits.nodesPerSlot }), 8)),
  /** The key in the skeleton of a theme that it came from. */
  from: t.Optional(t.String({ pattern: '^[a-z0-9-]{1,40}(/[a-z0-9-]{1,40}){1,4}$' })),
  hidden: t.Optional(t.Boolean()),
});

const nodes = mapOf(KEY, nodeSchema, limits.nodes);

/** Roles of own pages that the law wants a shop to have. */
export const legalRoles = ['salesContract', 'returnPolicy', 'privacyNotice'] as const;

const page = object({
  kind: oneOf(pageKinds),
  /** Pages of the kind `page` alone have one: they stand at `/sayfa/{path}`. */
  path: t.Optional(t.String({ pattern: SLUG, maxLength: 80 })),
  title: t.Optional(title),
  seo: t.Optional(
    object({
      title: t.Optional(title),
      description: t.Optional(t.String({ minLength: 1, maxLength: 300 })),
      noindex: t.Optional(t.Boolean()),
    }),
  ),
  legal: t.Optional(oneOf(legalRoles)),
  root: keys,
});

const groups = object({ header: keys, footer: keys });

const subItem = object({ label: t.String({ minLength: 1, maxLength: 80 }), link: linkSchema });
const menu = object({
  label: title,
  items: t.Array(
    object({ ...subItem.properties, items: t.Optional(t.Array(subItem, { maxItems: limits.menuItems })) }),
    { maxItems: limits.menuItems },
  ),
});

const config = mapOf('^(?!constructor$)[A-Za-z][A-Za-z0-9_]{0,59}$', t.Unknown(), 50);

/** The configuration of a block or a page, as calls state it. */
export const extensionConfig = () =>
  t.Record(t.String(), t.Unknown(), { maxProperties: 50, description: 'Fields as design.catalog.get tells them.' });

/** A block of an extension. */
export const zoneBlockSchema = object({
  id: key,
  extension: t.String({ pattern: NAME }),
  block: t.String({ pattern: NAME }),
  config,
});

/** A page of an extension. */
export const extPageSchema = object({
  extension: t.String({ pattern: NAME }),
  page: t.String({ pattern: NAME }),
  config,
});

/** The address of a page of an extension below `/ek/`. */
export const extPageSlug = () => t.String({ pattern: SLUG, maxLength: limits.extPageSlug });

/** A layout that was left, with its nodes. */
const layout = object({
  /** Roots of the fixed pages by their kind, but for empty ones. */
  pages: mapOf(KINDS, keys, pageKinds.length),
  /** Kinds of fixed pages that were not there. */
  without: t.Optional(t.Array(oneOf(fixedPageKinds), { maxItems: fixedPageKinds.length })),
  groups,
  nodes,
});

const pins = t.Array(t.String({ pattern: POINTER, maxLength: 200 }), { maxItems: limits.pins });

const parkedTheme = object({
  version: t.String({ pattern: VERSION }),
  preset: t.Optional(t.String({ pattern: NAME })),
  variables,
  customCss: t.Optional(t.String({ maxLength: limits.customCssBytes })),
  pins: t.Optional(pins),
  /** Layouts with which the theme was left, the last one first. */
  layouts: t.Optional(t.Array(layout, { maxItems: limits.parkedLayouts })),
});

/** A design: what a shop has said of its storefront. No theme owns a part of it. */
export const bundleSchema = object({
  schema: t.Literal(BUNDLE_SCHEMA),
  theme: object({
    key: t.String({ pattern: NAME }),
    version: t.String({ pattern: VERSION }),
    preset: t.Optional(t.String({ pattern: NAME })),
    /** Hash of the pack, where a workspace tries one whose push waits for the owner. */
    pack: t.Optional(t.String({ pattern: '^[0-9a-f]{64}$' })),
  }),
  variables,
  customCss: t.Optional(t.String()),
  /** Pointers to values that an upgrade of the theme leaves alone. */
  pins: t.Optional(pins),
  pages: mapOf(KEY, page, limits.pages),
  groups,
  menus: mapOf(KEY, menu, limits.menus),
  nodes,
  /** Sections that are kept for another use: an editor copies one. */
  composites: mapOf(KEY, object({ label: title, root: key }), limits.composites),
  zones: mapOf('^[a-z]{1,20}.[A-Za-z]{1,30}$', t.Array(zoneBlockSchema, { maxItems: 10 }), 20),
  extPages: mapOf(SLUG, extPageSchema, limits.extPages),
  /** Each theme that the shop has left, as it was left. */
  parked: mapOf(NAME, parkedTheme, limits.parkedThemes),
  /** Values that an upgrade has taken out, since the theme has no place for them any more. */
  removed: t.Optional(
    t.Array(
      object({
        theme: t.String({ pattern: NAME }),
        /** The version that took it out. */
        version: t.String({ pattern: VERSION }),
        /** The place at which it stood. */
        pointer: t.String({ pattern: POINTER, maxLength: 200 }),
        value: t.Unknown(),
      }),
      { maxItems: limits.removed },
    ),
  ),
});

export type Bundle = Static<typeof bundleSchema>;
export type BundleNode = Static<typeof nodeSchema>;
export type BundlePage = Static<typeof page>;
export type LegalRole = (typeof legalRoles)[number];
export type BundleMenu = Static<typeof menu>;
export type VariableValue = Static<typeof variable>;
export type ParkedTheme = Static<typeof parkedTheme>;
export type ParkedLayout = Static<typeof layout>;

/** The page of a kind that there is one of. */
export const pageOf = (bundle: Bundle, kind: BundlePage['kind']): BundlePage | undefined =>
  Object.values(bundle.pages).find((each) => each.kind === kind);
