import { Parser } from 'htmlparser2';
import type { RichText } from '../../section/value/rich-text';
import { plain } from './text';

/*
 * Descriptions are HTML of whoever wrote them. A parser reads them into blocks of text, and pages draw those blocks with tags of their
 * own. Nothing that was written is printed as markup, so no browser can read it otherwise than it was checked.
 */

type TextBlock = RichText[number];
type Run = TextBlock['children'][number];

/** A cell of a table, e.g. of sizes. */
export interface DescriptionCell {
  readonly isHead: boolean;
  /** The number of columns that it takes. */
  readonly columns: number;
  /** The number of rows that it takes. */
  readonly rows: number;
  readonly children: readonly Run[];
}

export interface DescriptionTable {
  readonly type: 'table';
  readonly rows: readonly (readonly DescriptionCell[])[];
}

export type DescriptionBlock = TextBlock | DescriptionTable;

/** Their contents are for no reader. */
const UNREAD: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'iframe', 'object', 'noscript', 'svg', 'math', 'head', 'title', 'textarea'],
  ...['select', 'video', 'audio', 'canvas'],
]);
/** Between these a new line begins. */
const LINED: ReadonlySet<string> = new Set([
  ...['p', 'div', 'section', 'article', 'header', 'footer', 'main', 'aside', 'figure', 'figcaption', 'address', 'pre'],
  ...['blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'hr', 'table', 'caption', 'tr', 'td', 'th'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);
const BOLD: ReadonlySet<string> = new Set(['b', 'strong', 'dt', 'caption']);
const ITALIC: ReadonlySet<string> = new Set(['i', 'em', 'cite']);

/** Says whether a text has tags that begin lines. Line ends are blanks then; else they are all that divides it. */
const HAS_LINES = /<\/?(?:p|div|br|h[1-6]|ul|ol|li|dl|table|tr|section|article|blockquote|hr)(?=[\s/>])/i;

const SPAN_MAX = 50;
const spanOf = (stated: string | undefined): number =>
  stated !== undefined && /^\d{1,3}$/.test(stated) ? Math.min(Math.max(Number(stated), 1), SPAN_MAX) : 1;

/** Text of one block while it is read: its runs, with one blank where there were several. */
class Line {
  readonly runs: { text: string; bold: boolean; italic: boolean; link: string | undefined }[] = [];

  get isEmpty(): boolean {
    return this.runs.length === 0;
  }

  add(text: string, format: { readonly bold: boolean; readonly italic: boolean; readonly link: string | undefined }) {
    const last = this.runs.at(-1);
    const isBlankBefore = last === undefined || /[ \n]$/.test(last.text);
    const joined = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
    const shown = isBlankBefore && joined.startsWith(' ') ? joined.slice(1) : joined;
    if (shown === '') return;
    if (last && last.bold === format.bold && last.italic === format.italic && last.link === format.link)
      last.text += shown;
    else this.runs.push({ text: shown, ...format });
  }

  /** Begins a new line within the same block. */
  break(): void {
    const last = this.runs.at(-1);
    if (last) last.text = last.text.endsWith(' ') ? `${last.text.slice(0, -1)}\n` : `${last.text}\n`;
  }

  /** Runs as they are drawn. @returns none where nothing can be read */
  get children(): Run[] {
    const printed = this.runs.map((run) => ({ ...run, text: plain(run.text) }));
    while (printed.length > 0) {
      const last = printed[printed.length - 1] as (typeof printed)[number];
      last.text = last.text.trimEnd();
      if (last.text !== '') break;
      printed.pop();
    }
    return printed.map(({ text, bold, italic, link }) => ({
      text,
      ...(bold ? { bold } : {}),
      ...(italic ? { italic } : {}),
      ...(link === undefined ? {} : { link }),
    }));
  }
}

interface OpenTable {
  readonly rows: DescriptionCell[][];
  cell: { readonly isHead: boolean; readonly columns: number; readonly rows: number; readonly line: Line } | undefined;
}

/** Makes blocks of what the parser meets. A table within a cell is text of that cell. */
class Reader {
  readonly blocks: DescriptionBlock[] = [];
  private line = new Line();
  private type: TextBlock['type'] = 'p';
  private unread = 0;
  private bold = 0;
  private italic = 0;
  private quotes = 0;
  private items = 0;
  private readonly links: (string | undefined)[] = [];
  private readonly lists: ('ul' | 'ol')[] = [];
  private readonly tables: OpenTable[] = [];
  private hasHeading = false;

  constructor(private readonly linesDivide: boolean) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.unread > 0 || UNREAD.has(name)) {
      this.unread += 1;
      return;
    }
    if (name === 'br') this.current.break();
    if (BOLD.has(name)) this.bold += 1;
    if (ITALIC.has(name)) this.italic += 1;
    if (name === 'a') this.links.push(attributes.href?.trim());
    if (!LINED.has(name)) return;
    if (name === 'ul' || name === 'ol') this.lists.push(name);
    if (name === 'blockquote') this.quotes += 1;
    if (name === 'table') this.openTable();
    else if (name === 'tr') this.openRow();
    else if (name === 'td' || name === 'th') this.openCell(name, attributes);
    else this.begin(this.typeOf(name));
    if (name === 'li') this.items += 1;
  }

  close(name: string): void {
    if (this.unread > 0) {
      this.unread -= 1;
      return;
    }
    if (BOLD.has(name)) this.bold -= 1;
    if (ITALIC.has(name)) this.italic -= 1;
    if (name === 'a') this.links.pop();
    if (!LINED.has(name)) return;
    if (name === 'ul' || name === 'ol') this.lists.pop();
    if (name === 'blockquote') this.quotes -= 1;
    if (name === 'li') this.items -= 1;
    if (name === 'table') this.closeTable();
    else if (name === 'td' || name === 'th') this.closeCell();
    else if (name === 'li' || name === 'ul' || name === 'ol') this.endList();
    else if (this.items === 0) this.begin(this.typeOf(''));
  }

  text(text: string): void {
    if (this.unread > 0) return;
    const [first = '', ...others] = this.linesDivide ? text.split('\n') : [text];
    this.write(first);
    for (const each of others) {
      this.begin('p');
      this.write(each);
    }
  }

  end(): void {
    while (this.tables.length > 0) this.closeTable();
    this.finish();
  }

  private write(text: string): void {
    this.current.add(text, { bold: this.bold > 0, italic: this.italic > 0, link: this.links.at(-1) });
  }

  /** The line that text goes to; between the cells of a table there is none, and it comes before the table. */
  private get current(): Line {
    return this.tables[0]?.cell?.line ?? this.line;
  }

  /** Begins a block. Within an item or a cell a line begins in its stead. */
  private begin(type: TextBlock['type']): void {
    if (this.tables[0]?.cell || (this.items > 0 && type === 'p')) {
      this.current.break();
      return;
    }
    this.finish();
    this.type = type;
  }

  /** Ends an item or a list. Text behind an inner list goes on as an item of the list around it. */
  private endList(): void {
    this.begin(this.typeOf(this.items > 0 ? 'li' : ''));
  }

  private finish(): void {
    const children = this.line.children;
    if (children.length > 0) {
      // A smaller heading stands below a larger one, or is one itself.
      const type = this.type === 'h3' && !this.hasHeading ? 'h2' : this.type;
      if (type === 'h2') this.hasHeading = true;
      this.blocks.push({ type, children });
    }
    this.line = new Line();
    this.type = 'p';
  }

  private typeOf(name: string): TextBlock['type'] {
    if (name === 'li') return this.lists.at(-1) ?? 'ul';
    if (/^h[12]$/.test(name)) return 'h2';
    if (/^h[3-6]$/.test(name)) return 'h3';
    return this.quotes > 0 ? 'quote' : 'p';
  }

  private openTable(): void {
    if (this.tables.length === 0) this.finish();
    this.tables.push({ rows: [], cell: undefined });
  }

  private openRow(): void {
    const [table] = this.tables;
    if (table && this.tables.length === 1) table.rows.push([]);
    else this.current.break();
  }

  private openCell(name: 'td' | 'th', { colspan, rowspan }: Readonly<Record<string, string>>): void {
    const [table] = this.tables;
    if (!table || this.tables.length > 1) this.current.add(' ', { bold: false, italic: false, link: undefined });
    else table.cell = { isHead: name === 'th', columns: spanOf(colspan), rows: spanOf(rowspan), line: new Line() };
  }

  private closeCell(): void {
    const [table] = this.tables;
    if (!table?.cell || this.tables.length > 1) return;
    const { line, ...cell } = table.cell;
    if (table.rows.length === 0) table.rows.push([]);
    table.rows.at(-1)?.push({ ...cell, children: line.children });
    table.cell = undefined;
  }

  private closeTable(): void {
    if (this.tables.length === 1) this.closeCell();
    const table = this.tables.pop();
    if (this.tables.length > 0 || !table) return;
    this.finish();
    const rows = table.rows.filter((row) => row.some(({ children }) => children.length > 0));
    if (rows.length === 0) return;
    // A table of one column arranges text: there is nothing to compare.
    if (rows.every((row) => row.length === 1))
      this.blocks.push(...rows.flat().map(({ children }) => ({ type: 'p' as const, children: [...children] })));
    else this.blocks.push({ type: 'table', rows });
  }
}

/** Reads a description, which may be HTML or plain text, as blocks. Bad markup is read as browsers do, and never refused. */
export function blocksIn(description: string): readonly DescriptionBlock[] {
  const reader = new Reader(!HAS_LINES.test(description));
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true },
  );
  parser.end(description.replaceAll(/\r\n?/g, '\n'));
  reader.end();
  return reader.blocks;
}

const wordsOf = (children: readonly Run[]): string => children.map(({ text }) => text).join('');

/** A description in one line of words, e.g. for a preview of a link. Empty: it says nothing. */
export function descriptionWords(description: string | null): string {
  if (description === null) return '';
  return blocksIn(description)
    .map((block) =>
      block.type === 'table'
        ? block.rows.map((row) => row.map(({ children }) => wordsOf(children)).join(' ')).join(', ')
        : wordsOf(block.children),
    )
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
