/*
 * How templates are typed and run. Preact's own types let a template say anything, scripts and raw markup too, and would bring the types
 * of browsers to all of the product. Here an attribute that is not listed does not compile.
 */

/** A part of a page that is printed. */
export type Node = Drawn | string | number | boolean | null | undefined | readonly Node[];

/** A piece of markup, as Preact keeps it. */
export interface Drawn {
  readonly type: unknown;
}

type Draw = (type: unknown, props: object, key?: string | number) => Drawn;

const preact = require('preact/jsx-runtime') as { readonly jsx: Draw; readonly jsxs: Draw; readonly Fragment: unknown };
const { renderToString } = require('preact-render-to-string') as { renderToString(node: Drawn): string };

export const { jsx, jsxs, Fragment } = preact;

/** Markup as text, in which every text and attribute is escaped. */
export const markupOf = (node: Drawn): string => renderToString(node);

type Flag = boolean | undefined;
type Value = string | number | undefined;

/** Attributes that may stand in a tag. No style, since pages allow none; nothing that runs. */
interface Attributes {
  readonly children?: Node;
  readonly key?: string | number;
  readonly id?: string | undefined;
  readonly class?: string | undefined;
  readonly lang?: string | undefined;
  readonly dir?: 'auto' | 'ltr' | undefined;
  readonly role?: string | undefined;
  readonly href?: string | undefined;
  readonly rel?: string | undefined;
  readonly src?: string | undefined;
  readonly srcset?: string | undefined;
  readonly sizes?: string | undefined;
  readonly alt?: string | undefined;
  readonly width?: Value;
  readonly height?: Value;
  readonly loading?: 'eager' | 'lazy' | undefined;
  readonly fetchpriority?: 'high' | undefined;
  readonly decoding?: 'async' | undefined;
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  readonly value?: Value;
  readonly checked?: Flag;
  readonly disabled?: Flag;
  readonly required?: Flag;
  readonly formnovalidate?: Flag;
  readonly selected?: Flag;
  readonly tabindex?: Value;
  readonly open?: Flag;
  readonly for?: string | undefined;
  readonly action?: string | undefined;
  readonly method?: 'get' | 'post' | undefined;
  readonly maxlength?: Value;
  readonly placeholder?: string | undefined;
  readonly autocomplete?: string | undefined;
  readonly inputmode?: 'numeric' | 'tel' | 'email' | undefined;
  readonly min?: Value;
  readonly max?: Value;
  readonly rows?: Value;
  readonly colspan?: Value;
  readonly rowspan?: Value;
  readonly scope?: 'col' | 'row' | undefined;
  readonly target?: '_top' | undefined;
}

/** A page of somebody else within one of ours: the policy of the page names its address. */
interface Framed {
  readonly src: string;
  readonly title: string;
}

type Tag =
  | 'a'
  | 'article'
  | 'aside'
  | 'bdi'
  | 'blockquote'
  | 'br'
  | 'button'
  | 'dd'
  | 'details'
  | 'div'
  | 'dl'
  | 'dt'
  | 'em'
  | 'fieldset'
  | 'figcaption'
  | 'figure'
  | 'footer'
  | 'form'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'header'
  | 'hr'
  | 'img'
  | 'input'
  | 'label'
  | 'legend'
  | 'li'
  | 'main'
  | 'nav'
  | 'ol'
  | 'option'
  | 'p'
  | 'picture'
  | 's'
  | 'search'
  | 'section'
  | 'select'
  | 'small'
  | 'source'
  | 'span'
  | 'strong'
  | 'summary'
  | 'table'
  | 'tbody'
  | 'td'
  | 'textarea'
  | 'th'
  | 'tr'
  | 'ul';

export namespace JSX {
  export type Element = Drawn;
  export type ElementType = Tag | 'iframe' | ((props: never) => Drawn | null);
  export interface ElementChildrenAttribute {
    readonly children: unknown;
  }
  export interface IntrinsicAttributes {
    readonly key?: string | number;
  }
  export type IntrinsicElements = { readonly [T in Tag]: Attributes } & { readonly iframe: Framed };
}
