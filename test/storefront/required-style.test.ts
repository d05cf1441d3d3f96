import * as csstree from 'css-tree';
import { required } from '../../src/storefront/style/required';

const plain = { text: '#111111', surface: '#ffffff', base: '16px', space: '16px', width: '1160px' };

/** Reads the declarations of the first layer, by the selector as it is written. */
function declared(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  csstree.walk(csstree.parse(required(plain)), (node) => {
    if (node.type !== 'Rule') return;
    const selector = csstree.generate(node.prelude);
    const properties = found.get(selector) ?? new Map<string, string>();
    found.set(selector, properties);
    for (const each of node.block.children)
      if (each.type === 'Declaration' && each.important) properties.set(each.property, csstree.generate(each.value));
  });
  return found;
}

describe('the first layer of a style sheet', () => {
  const of = (selector: string): Record<string, string> => Object.fromEntries(declared().get(selector) ?? []);
  const unplaced = { float: 'none', 'grid-area': 'auto', margin: '0', height: 'auto', 'aspect-ratio': 'auto' };
  const rows = { 'grid-template-rows': 'none', 'grid-auto-rows': 'auto', 'grid-auto-flow': 'row' };

  test('raises amounts, and leaves a skin nothing by which they share a place', () => {
    expect(of('[data-priced]')).toMatchObject({ ...unplaced, order: '0', position: 'relative', inset: 'auto' });
    expect(Number(of('[data-priced]')['z-index'])).toBeGreaterThan(999);
    expect(of('[data-priced]')).toMatchObject({ 'box-shadow': 'none', 'text-shadow': 'none', outline: 'none' });
    expect(of('[data-priced]')['line-height']).toBe('1.55');
    expect(of(':has(>[data-priced])')).toMatchObject(rows);
  });

  test('shows a large picture while the address names it, and never else', () => {
    expect(of('[data-zoom]')).toEqual({ all: 'initial', display: 'none' });
    expect(of('[data-zoom]:target')).toMatchObject({ display: 'grid', position: 'fixed', inset: '0' });
  });

  test.each(['[data-cart]', '[data-el="cart-summary"]', '[data-el="cart-line"]', '[data-el="product-grid"]'])(
    'lays out the rows of %s',
    (selector) => {
      expect(of(selector)).toMatchObject(rows);
    },
  );

  test.each([
    '[data-el="cart-line"]>*',
    '[data-el="cart-summary"]>:not([data-priced])',
    '[data-el="cart-summary"] [data-part="actions"]>*',
    '[data-el="cart-line"] [data-part="remove"] button',
    '[data-el="product-card"]>a',
  ])('takes away what a skin says of the place of %s', (selector) => {
    expect(of(selector)).toMatchObject(unplaced);
  });
});
