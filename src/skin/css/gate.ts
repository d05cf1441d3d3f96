import * as csstree from 'css-tree';
import { beforeParsing } from './before';
import { type CssFault, fault } from './fault';
import { judge } from './judge';
import { namesIn, type Used } from './names';
import { type Pair, pairsIn } from './pairs';

export interface Passed {
  /** The gate's own writing of the style sheet. */
  readonly css: string;
  readonly faults: readonly [];
  /** Names of the kit that it refers to. */
  readonly used: readonly Used[];
  /** Colours of text that it sets together with what is behind it. */
  readonly pairs: readonly Pair[];
}

/** A style sheet as it is served, or its faults. */
export type Gated = Passed | { readonly css?: undefined; readonly faults: readonly CssFault[] };

const FAULTS_MAX = 20;

/**
 * Lets a style sheet pass whose every word is known, and serves the gate's own writing of it: what a browser might read otherwise than the
 * parser is not in there. It takes its time: {@link gatedApart} asks it of a thread.
 */
export function gated(css: string, bytesMax: number): Gated {
  if (Buffer.byteLength(css) > bytesMax) return { faults: [fault('css_too_large', '')] };
  const early = beforeParsing(css);
  if (early) return { faults: [early] };
  const faults: CssFault[] = [];
  const note: Parameters<typeof judge>[1] = (code, name, at) => {
    if (faults.length < FAULTS_MAX) faults.push(fault(code, name, at?.start.line, at?.start.column));
  };
  const tree = csstree.parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError: ({ message }) => note('css_syntax', message),
  });
  csstree.walk(tree, (node) => judge(node, note));
  if (faults.length > 0) return { faults };
  return { css: csstree.generate(tree), faults: [], used: namesIn(tree), pairs: pairsIn(tree) };
}
