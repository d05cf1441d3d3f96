import type { TObject } from '../../kernel/schema/schema';
import type { ReferenceKind } from '../../section/prop';
import { sectionOf } from '../../section/sections';
import type { Link } from '../../section/value/link';
import { markedIn } from '../../section/value/marked';
import type { Bundle } from './bundle';
import { at } from './finding';
import { extendedIn, type Offers, offerOf } from './offers';

/** A thing of the shop that a design names. */
export interface Reference {
  readonly kind: ReferenceKind;
  readonly id: string;
  readonly pointer: string;
}

export interface PlacedLink {
  readonly link: Link;
  readonly pointer: string;
}

export interface BundleReferences {
  readonly references: readonly Reference[];
  readonly links: readonly PlacedLink[];
  readonly menus: readonly { readonly key: string; readonly pointer: string }[];
}

const isReference = (hint: string): hint is ReferenceKind =>
  hint === 'product' || hint === 'collection' || hint === 'category' || hint === 'media';

/** Values with the schema that they are to fit. */
interface Stated {
  readonly form: TObject;
  readonly values: unknown;
  readonly pointer: string;
}

/** Finds all that a design names: things of the shop, addresses, menus. Props of types and extensions that nobody knows name nothing. */
export function namedIn(bundle: Bundle, offers: Offers): BundleReferences {
  const references: Reference[] = [];
  const links: PlacedLink[] = [];
  const menus: { key: string; pointer: string }[] = [];
  for (const { form, values, pointer: within } of [...propsIn(bundle), ...configsIn(bundle, offers)])
    for (const { hint, value, path } of markedIn(form, values)) {
      const pointer = at(within, ...path);
      if (hint === 'link') links.push({ link: value as Link, pointer });
      if (hint === 'menu' && typeof value === 'string') menus.push({ key: value, pointer });
      if (isReference(hint) && typeof value === 'string') references.push({ kind: hint, id: value, pointer });
    }
  links.push(...linksOfMenus(bundle));
  references.push(...picturesOf(bundle), ...links.flatMap(ofLink));
  return { references, links, menus };
}

const propsIn = ({ nodes }: Bundle): readonly Stated[] =>
  Object.entries(nodes).flatMap(([id, { type, props }]) => {
    const form = sectionOf(type)?.props;
    return form ? [{ form, values: props, pointer: at('/nodes', id, 'props') }] : [];
  });

const configsIn = (bundle: Bundle, offers: Offers): readonly Stated[] =>
  extendedIn(bundle).flatMap(({ pointer, config, ...of }) => {
    const form = offerOf(offers, of)?.form;
    return form ? [{ form, values: config, pointer: at(pointer, 'config') }] : [];
  });

function linksOfMenus(bundle: Bundle): readonly PlacedLink[] {
  return Object.entries(bundle.menus).flatMap(([key, { items }]) =>
    items.flatMap((item, index) => {
      const pointer = at('/menus', key, 'items', index);
      const below = (item.items ?? []).map(({ link }, each) => ({ link, pointer: at(pointer, 'items', each, 'link') }));
      return [{ link: item.link, pointer: at(pointer, 'link') }, ...below];
    }),
  );
}

const MEDIA_NAMED = /\bmed_[0-9A-HJKMNP-TV-Z]{26}\b/g;
const MEDIA = /^med_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Values of variables that are pictures, whichever theme names them. */
const picturesOf = ({ variables }: Bundle): readonly Reference[] =>
  Object.entries(variables).flatMap(([name, value]): Reference[] =>
    typeof value === 'string' && MEDIA.test(value)
      ? [{ kind: 'media', id: value, pointer: at('/variables', name) }]
      : [],
  );

function ofLink({ link, pointer }: PlacedLink): readonly Reference[] {
  if (typeof link === 'string' || link.to === 'page' || link.to === 'extPage') return [];
  return [{ kind: link.to, id: link.id, pointer }];
}

/** Media that a body names anywhere, each once, also in what is parked and in props that nobody knows. @param text its canonical text */
export const mediaNamed = (text: string): string[] => [...new Set(text.match(MEDIA_NAMED))].toSorted();
