/*
 * Reads a table as spreadsheets and programs write it, and goes on behind a line that is none. A quote within a cell that does not begin
 * with one is a sign as any other, e.g. of inches. One that opens a cell and is not closed would take all lines behind it: its line alone
 * is refused.
 */

import { withoutLineEnds } from '../../kernel/lines';
import type { Reason } from './errors';

/** A record of a table, below each other. */
export interface Read {
  /** Line of the file, as editors count; where a cell has line breaks, the last of its lines. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Why nobody knows what its cells are. */
  readonly refusal?: Reason;
}

/** A record has no more characters, so that a quote that is never closed keeps no more in memory. */
const RECORD_CHARACTERS_MAX = 200_000;
const QUOTED_MAX = 24;

/** A record of the text that is there; `end` is where the next one begins. */
interface FoundRecord extends Pick<Read, 'cells'> {
  readonly end: number;
}

/** A quote that opens a cell and does not close it. */
interface Fault {
  /** Its place in the text. */
  readonly quote: number;
  readonly why: Reason;
}

/** The record goes on in text that has not come yet. */
const MORE = 'more';

/** Programs keep spreadsheets from reading a number by `="0869"`, without quotes around it. */
const FORMULA = /="(?:[^"\r\n]|"")*"/y;
const BLANKS_AND_QUOTE = /[^\S\r\n\t]*"/y;
const BLANKS = /[^\S\r\n\t]*/y;
const BREAK = /\r\n|\r|\n/g;

export class TableReader {
  private text = '';
  /** Ends the header, and so each record: a table may have other breaks within its cells, and no quotes around them. */
  private break: string | undefined;
  /** Number of lines that were read. */
  private lines = 0;
  /** Cells of the header; 0: it has not come yet. */
  private width = 0;
  /** The line of a quote that was not closed, as long as what stands below it may be a part of its cell. */
  private openIn: number | undefined;

  /** @param isHinted its first line tells spreadsheets the separator, and is no header */
  constructor(
    private readonly separator: string,
    private isHinted = false,
  ) {}

  /** @param text in pieces, cut anywhere */
  *add(text: string): Iterable<Read> {
    this.text += text;
    yield* this.records(false);
  }

  *end(): Iterable<Read> {
    yield* this.records(true);
  }

  private *records(isWhole: boolean): Iterable<Read> {
    let at = 0;
    while (at < this.text.length) {
      const found = this.record(at, isWhole);
      if (found === MORE) break;
      const end = 'why' in found ? this.endOfLine(found.quote) : found.end;
      const raw = this.text.slice(at, end);
      const first = this.lines + 1;
      this.lines += breaksIn(raw);
      const number = /[\r\n]$/.test(raw) ? this.lines : this.lines + 1;
      at = end;
      if (this.isHinted) {
        this.isHinted = false;
        continue;
      }
      yield 'why' in found ? this.faulty(raw, number, found.why) : this.sound(raw, found.cells, first, number);
    }
    this.text = this.text.slice(at);
  }

  private faulty(raw: string, number: number, refusal: Reason): Read {
    this.openIn = number;
    return { number, cells: withoutLineEnds(raw).split(this.separator), refusal };
  }

  private sound(raw: string, cells: readonly string[], first: number, number: number): Read {
    if (this.width === 0) this.width = cells.length;
    const isWhole = cells.length === this.width;
    const { openIn } = this;
    if (isWhole) this.openIn = undefined;
    if (!isWhole && openIn !== undefined && cells.some((cell) => cell.trim() !== ''))
      return {
        number,
        cells,
        refusal: (words) => words.belowOpenQuote(openIn),
      };
    if (first < number && this.isDoubtful(raw, cells))
      return {
        number,
        cells,
        refusal: (words) => words.takenLines(first, number),
      };
    return { number, cells };
  }

  /** Whether a cell has probably taken whole lines: two quotes that stand for inches open one in a line and close it in another. */
  private isDoubtful(raw: string, cells: readonly string[]): boolean {
    if (cells.length < this.width) return cells.some((cell) => /[\r\n]/.test(cell) && cell.includes(this.separator));
    const lines = withoutLineEnds(raw).split(BREAK);
    return this.width > 1 && lines.every((line) => line.split(this.separator).length === this.width);
  }

  private record(from: number, isWhole: boolean): FoundRecord | Fault | typeof MORE {
    const { text, separator } = this;
    const isLong = text.length - from > RECORD_CHARACTERS_MAX;
    const cells: string[] = [];
    for (let at = from; ; ) {
      const cell = this.cell(at, isWhole || isLong);
      if (cell === MORE || 'why' in cell) return cell;
      cells.push(cell.text);
      if (text[cell.end] === separator) {
        at = cell.end + 1;
        continue;
      }
      // The other half of the break may be in the next piece.
      if (this.isHalf(cell.end) && !isWhole) return MORE;
      const broken = this.breakAt(cell.end);
      if (broken === '' && !isWhole && !isLong) return MORE;
      this.break ??= broken || undefined;
      return { cells, end: cell.end + broken.length };
    }
  }

  private cell(at: number, isLast: boolean): { readonly text: string; readonly end: number } | Fault | typeof MORE {
    const quoted = matchAt(BLANKS_AND_QUOTE, this.text, at);
    if (quoted !== undefined) return this.quoted(at + quoted.length - 1, isLast);
    const formula = matchAt(FORMULA, this.text, at) ?? '';
    const end = this.endOfCell(at + formula.length, isLast);
    return { text: this.text.slice(at, end), end };
  }

  private quoted(
    quote: number,
    isLast: boolean,
  ): { readonly text: string; readonly end: number } | Fault | typeof MORE {
    const { text, separator } = this;
    for (let from = quote + 1; ; ) {
      const close = text.indexOf('"', from);
      if (close < 0 || (close + 1 === text.length && !isLast)) return isLast ? this.unclosed(quote) : MORE;
      if (text[close + 1] === '"') {
        from = close + 2;
        continue;
      }
      const end = close + 1 + (matchAt(BLANKS, text, close + 1) ?? '').length;
      if ((end === text.length || this.isHalf(end)) && !isLast) return MORE;
      if (end === text.length || text[end] === separator || this.breakAt(end) !== '')
        return { text: text.slice(quote + 1, close).replaceAll('""', '"'), end };
      return this.unclosed(quote, close);
    }
  }

  /** @param close the quote behind it that closes nothing, as more follows it; undefined: there is none */
  private unclosed(quote: number, close?: number): Fault {
    const isNear = close !== undefined && close < this.endOfLine(quote);
    const near = this.excerpt(quote, isNear ? close : undefined);
    return { quote, why: (words) => (isNear ? words.closedTooEarly(near) : words.unclosed(near)) };
  }

  private excerpt(quote: number, until = this.endOfLine(quote)): string {
    const said = this.text
      .slice(quote + 1, until)
      .replaceAll(BREAK, ' ')
      .trim();
    return said.length > QUOTED_MAX ? `${said.slice(0, QUOTED_MAX)}…` : said;
  }

  private endOfCell(from: number, isLast: boolean): number {
    const { text, separator } = this;
    let at = from;
    while (at < text.length && text[at] !== separator && this.breakAt(at) === '' && (isLast || !this.isHalf(at)))
      at += 1;
    return at;
  }

  /** The break that ends a record there; empty: none does. */
  private breakAt(at: number): string {
    const { text } = this;
    const sign = text[at];
    if (sign !== '\r' && sign !== '\n') return '';
    const found = text.startsWith('\r\n', at) ? '\r\n' : sign;
    return this.break === undefined || this.break === found ? found : '';
  }

  private isHalf(at: number): boolean {
    return this.text[at] === '\r' && at + 1 === this.text.length;
  }

  /** The place at which the next line begins. */
  private endOfLine(from: number): number {
    BREAK.lastIndex = from;
    const found = BREAK.exec(this.text);
    return found ? found.index + found[0].length : this.text.length;
  }
}

const breaksIn = (text: string): number => text.match(BREAK)?.length ?? 0;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
