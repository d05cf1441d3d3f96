import { pageKinds } from './page-kinds';

/**
 * An element of the markup. A renderer writes `data-el="hero"` on it, `data-part="hero-title"`-like names only as listed here, and each
 * axis as `data-axis-align="center"`. A skin has no other hooks.
 */
export interface KitElement {
  readonly id: string;
  /** Names of `data-part` on things inside. */
  readonly parts: readonly string[];
  /** Names of axes with their values; the first value is the usual one. */
  readonly axes: Readonly<Record<string, readonly string[]>>;
  /** Pseudo-classes that a skin may dress. */
  readonly states: readonly string[];
  /** The element's places for other elements. */
  readonly slots: readonly string[];
  /** The law or a shopper needs to see it: no skin may hide it. */
  readonly required: boolean;
}

const PRESSED = ['hover', 'focus-visible', 'active', 'disabled'];
const TOUCHED = ['hover', 'focus-visible'];
const COLUMNS = ['3', '2', '4'];

const element = (id: string, traits: Partial<Omit<KitElement, 'id'>> = {}): KitElement => ({
  id,
  parts: [],
  axes: {},
  states: [],
  slots: [],
  required: false,
  ...traits,
});

/** Every element, in the order in which a page shows them. */
export const elements: readonly KitElement[] = [
  element('page', { axes: { kind: pageKinds }, slots: ['header', 'main', 'footer'] }),
  element('header', { parts: ['brand', 'logo', 'nav', 'tools'], axes: { layout: ['left', 'center'] }, required: true }),
  element('footer', { parts: ['columns', 'column', 'seller', 'legal', 'note'], required: true }),
  element('announcement', { parts: ['text'], axes: { tone: ['accent', 'plain', 'surface'] } }),
  element('section', {
    parts: ['inner', 'title'],
    axes: { width: ['normal', 'narrow', 'wide'], tone: ['plain', 'surface', 'accent'] },
    slots: ['items'],
  }),
  element('heading', { axes: { level: ['2', '1', '3'] } }),
  element('text', { axes: { size: ['normal', 'small', 'large'] } }),
  element('rich-text', { parts: ['quote', 'list'] }),
  element('link', { states: TOUCHED }),
  element('button', { axes: { kind: ['primary', 'secondary'] }, states: PRESSED }),
  element('image', { axes: { ratio: ['natural', 'square', 'landscape', 'portrait', 'wide'] } }),
  element('hero', {
    parts: ['media', 'body', 'title', 'text', 'actions'],
    axes: { align: ['left', 'center'], height: ['medium', 'small', 'large'], media: ['side', 'behind', 'none'] },
  }),
  element('feature-list', { parts: ['item', 'title', 'text'], axes: { columns: COLUMNS } }),
  element('product-card', { parts: ['media', 'title', 'price', 'badge'], states: TOUCHED }),
  element('product-grid', { parts: ['item'], axes: { columns: COLUMNS } }),
  element('price', { parts: ['amount', 'compare'], axes: { kind: ['regular', 'sale'] }, required: true }),
  element('badge', { axes: { kind: ['neutral', 'sale', 'soldOut'] } }),
  element('gallery', { parts: ['item'], axes: { columns: COLUMNS } }),
  element('product-detail', {
    parts: ['media', 'body', 'title', 'description', 'fields', 'stock'],
    axes: { media: ['left', 'right'] },
  }),
  element('option', { parts: ['legend', 'choice'], states: ['hover', 'focus-visible', 'checked', 'disabled'] }),
  element('quantity', { parts: ['label', 'input'], states: TOUCHED }),
  element('buy', { parts: ['button', 'note'], states: PRESSED, required: true }),
  element('breadcrumb', { parts: ['item'] }),
  element('pagination', { parts: ['item'] }),
  element('filter', { parts: ['legend', 'choice'] }),
  element('search-form', { parts: ['input', 'button'], states: TOUCHED }),
  element('menu', { parts: ['item', 'sub'], axes: { direction: ['row', 'column'] }, states: TOUCHED }),
  element('field', {
    parts: ['label', 'input', 'hint', 'error'],
    axes: { state: ['normal', 'invalid'] },
    states: ['hover', 'focus-visible', 'disabled'],
    required: true,
  }),
  element('faq', { parts: ['item', 'question', 'answer'] }),
  element('quote', { parts: ['text', 'author'] }),
  element('logo-list', { parts: ['item'] }),
  element('contact', { parts: ['row', 'label', 'value'] }),
  element('legal', { parts: ['row'], required: true }),
  element('cart-line', { parts: ['media', 'title', 'options', 'quantity', 'total', 'remove'] }),
  element('cart-summary', { parts: ['row', 'label', 'amount', 'total', 'actions'], required: true }),
  element('notice', { axes: { kind: ['info', 'success', 'error'] }, required: true }),
  element('empty', { parts: ['title', 'text', 'actions'] }),
];
