/** The things that a node may say: whether it has to, it may, or it must not. */
type Says = 'must' | 'may';

export interface ViewRule {
  readonly text?: Says;
  readonly link?: Says;
  readonly image?: Says;
  readonly alt?: Says;
  /** Parts that stand in it, and nothing else. */
  readonly parts?: Readonly<Record<string, ViewRule>>;
  /** Other elements stand in it. */
  readonly holds?: true;
}

const text: ViewRule = { text: 'must' };
const linked: ViewRule = { text: 'must', link: 'may' };
const pressed: ViewRule = { text: 'must', link: 'must' };
const partsOf = (...parts: readonly [name: string, rule: ViewRule][]): ViewRule => ({
  parts: Object.fromEntries(parts),
});

/** Elements of the kit that a view is made of. The others show things of the shop, and take orders. */
export const viewElements: Readonly<Record<string, ViewRule>> = {
  /** At the root of a page alone: its text is its heading. */
  section: { text: 'may', holds: true },
  heading: text,
  text,
  link: pressed,
  button: pressed,
  image: { image: 'must', alt: 'may' },
  badge: text,
  notice: text,
  'feature-list': partsOf(['item', partsOf(['title', linked], ['text', text])]),
  faq: partsOf(['item', partsOf(['question', text], ['answer', text])]),
  quote: partsOf(['text', text], ['author', text]),
  contact: partsOf(['row', partsOf(['label', text], ['value', linked])]),
};
