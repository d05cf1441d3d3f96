import { object, oneOf, t } from '../../kernel/schema/schema';
import { viewElements } from './elements';

/**
 * A node of a view: an element of the kit, or a part of the one that it stands in. Texts name values in braces: `{field}` of the
 * configuration, `{item}` of the list that a node is drawn for, `{product.title}` and `{store.name}`. A node that names a value which there
 * is not is not drawn. Nothing else is said in a view, and nothing of it runs.
 */
export interface ViewNode {
  readonly el?: string;
  readonly part?: string;
  readonly axes?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly link?: string;
  /** The `{field}` of a picture. */
  readonly image?: string;
  readonly alt?: string;
  /** The field of a list: the node is drawn once for each of its items. */
  readonly each?: string;
  readonly items?: readonly ViewNode[];
}

export type View = readonly ViewNode[];

const NODES_MAX = 50;
const name = (maxLength: number) => t.String({ pattern: '^[A-Za-z][A-Za-z0-9-]*$', maxLength });
const template = (maxLength: number) => t.String({ minLength: 1, maxLength });

/** The form of one node. Nodes inside are looked at one by one, by `viewFaults`. */
export const viewNodeSchema = object({
  el: t.Optional(oneOf(Object.keys(viewElements))),
  part: t.Optional(name(40)),
  axes: t.Optional(t.Record(t.String({ maxLength: 40 }), t.String({ maxLength: 40 }), { maxProperties: 8 })),
  text: t.Optional(template(600)),
  link: t.Optional(template(600)),
  image: t.Optional(template(60)),
  alt: t.Optional(template(200)),
  each: t.Optional(name(40)),
  items: t.Optional(t.Array(t.Unknown(), { minItems: 1, maxItems: NODES_MAX })),
});

/** The form of a view as manifests tell it. */
export const viewSchema = t.Array(t.Record(t.String({ maxLength: 40 }), t.Unknown()), {
  minItems: 1,
  maxItems: NODES_MAX,
  description:
    'A tree of elements of the kit, `{el, axes, text, link, image, alt, each, items}`; inside some of them parts, `{part, …}`. Texts and links name values in braces.',
});
