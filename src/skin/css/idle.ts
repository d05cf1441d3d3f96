import * as csstree from 'css-tree';
import { elements } from '../../kit/elements';
import { type CssFault, fault } from './fault';

/** Elements that the first layer of the platform keeps visible. */
const KEPT: ReadonlySet<string> = new Set(elements.flatMap(({ id, required }) => (required ? [id] : [])));

/** Properties that the first layer states of them itself. */
const STATED: ReadonlySet<string> = new Set([
  'clip-path',
  'display',
  'filter',
  'max-height',
  'mix-blend-mode',
  'opacity',
  'rotate',
  'scale',
  'transform',
  'translate',
  'visibility',
]);

const NOTES_MAX = 20;

/** Finds rules that a browser drops, and declarations that the platform's first layer outweighs: they pass, and do nothing. */
export function idleIn(tree: csstree.CssNode): readonly CssFault[] {
  const found: CssFault[] = [];
  const note = (code: CssFault['code'], name: string, at: csstree.CssLocation | null | undefined): void => {
    if (found.length < NOTES_MAX) found.push(fault(code, name, at?.start.line, at?.start.column));
  };
  csstree.walk(tree, (node) => {
    if (node.type === 'Atrule' && node.name === 'keyframes')
      for (const stage of node.block?.children ?? [])
        if (stage.type === 'Atrule') note('css_idle', `@${stage.name}`, stage.loc);
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return;
    if (![...node.prelude.children].some((selector) => selector.type === 'Selector' && isKept(selector))) return;
    for (const each of node.block.children)
      if (each.type === 'Declaration' && STATED.has(each.property)) note('css_outweighed', each.property, each.loc);
  });
  return found;
}

/** True of a selector whose last compound is such an element itself. */
function isKept({ children }: csstree.Selector): boolean {
  let kept = false;
  for (const node of children) {
    if (node.type === 'Combinator' || node.type === 'PseudoElementSelector') kept = false;
    if (node.type === 'AttributeSelector' && node.name.name === 'data-el' && KEPT.has(wordOf(node) ?? '')) kept = true;
  }
  return kept;
}

const wordOf = ({ value }: csstree.AttributeSelector): string | undefined =>
  value === null ? undefined : value.type === 'String' ? value.value : value.name;
