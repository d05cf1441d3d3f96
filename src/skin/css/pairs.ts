import * as csstree from 'css-tree';

/** A colour of text and what is behind it, set by one rule; each is `#rrggbb` or the name of a custom property. */
export interface Pair {
  readonly fg: string;
  readonly bg: string;
  readonly line: number;
  readonly column: number;
}

const PAIRS_MAX = 500;

/** Lists pairs of plain colours. Mixed or shaded colours are left to people's eyes. */
export function pairsIn(tree: csstree.CssNode): readonly Pair[] {
  const found: Pair[] = [];
  csstree.walk(tree, {
    visit: 'Rule',
    enter({ block, loc }) {
      const colors = new Map<string, string>();
      for (const node of block.children) {
        if (node.type !== 'Declaration') continue;
        const color = colorOf(node.value);
        const role = node.property === 'background-color' ? 'background' : node.property;
        if (color === undefined) colors.delete(role);
        else colors.set(role, color);
      }
      const [fg, bg] = [colors.get('color'), colors.get('background')];
      if (fg !== undefined && bg !== undefined && found.length < PAIRS_MAX)
        found.push({ fg, bg, line: loc?.start.line ?? 1, column: loc?.start.column ?? 1 });
    },
  });
  return found;
}

/** A value that is one colour: `#abc`, `#aabbcc`, or `var(--tz-color-text)` without another choice. */
function colorOf(value: csstree.Value | csstree.Raw): string | undefined {
  if (value.type !== 'Value' || value.children.size !== 1) return undefined;
  const only = value.children.first;
  if (only?.type === 'Hash') return hexOf(only.value.toLowerCase());
  if (only?.type !== 'Function' || only.name !== 'var' || only.children.size !== 1) return undefined;
  const name = only.children.first;
  return name?.type === 'Identifier' ? name.name : undefined;
}

function hexOf(digits: string): string | undefined {
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined;
  return `#${digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}
