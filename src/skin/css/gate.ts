import * as csstree from 'css-tree';
import { beforeParsing } from './before';
import type { CssCode } from './codes';
import { type CssFault, fault } from './fault';
import { idleIn } from './idle';
import { judge } from './judge';
import { namesIn, type Used } from './names';
import { type Pair, pairsIn } from './pairs';

export interface Passed {
  /** The gate's own writing of the style sheet. */
  readonly css: string;
  readonly faults: readonly [];
  readonly mended?: undefined;
  /** Names of the kit that it refers to. */
  readonly used: readonly Used[];
  /** Colours of text that it sets together with what is behind it. */
  readonly pairs: readonly Pair[];
  /** Rules that pass and do nothing. */
  readonly idle: readonly CssFault[];
}

export interface Refused {
  readonly css?: undefined;
  readonly idle?: undefined;
  readonly faults: readonly CssFault[];
  /**
   * The style sheet without the declarations that take elements from their places, where it has no other fault. A shop that published it
   * before they were refused goes on wearing the rest.
   */
  readonly mended?: string;
}

/** A style sheet as it is served, or its faults. */
export type Gated = Passed | Refused;

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
  if (faults.length > 0)
    return faults.every(({ code }) => code === 'css_place') ? { faults, mended: mended(tree) } : { faults };
  return { css: csstree.generate(tree), faults: [], used: namesIn(tree), pairs: pairsIn(tree), idle: idleIn(tree) };
}

/** Writes the style sheet without the declarations that take elements from their places. */
function mended(tree: csstree.CssNode): string {
  let isSound = true;
  csstree.walk(tree, {
    visit: 'Declaration',
    enter(node, item, list) {
      const found: CssCode[] = [];
      csstree.walk(node, (each) => judge(each, (code) => found.push(code)));
      if (found.includes('css_place')) list.remove(item);
      // Faults beyond the first twenty were not told.
      if (found.some((code) => code !== 'css_place')) isSound = false;
    },
  });
  return isSound ? csstree.generate(tree) : '';
}
