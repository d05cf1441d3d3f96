/** Position of a reader of a table; `formula` begins a cell without quotes around it. */
type At = 'begin' | 'equals' | 'bare' | 'quoted' | 'quote' | 'formula' | 'formulaQuote';

/**
 * Puts quotes around cells like `="0869"` that have none: programs write them so, and no reader of tables takes a quote within a cell.
 * @param texts in pieces, cut anywhere
 */
export async function* withQuotedFormulas(texts: AsyncIterable<string>, separator: string): AsyncIterable<string> {
  const cells = new FormulaCells(separator);
  for await (const text of texts) yield cells.passed(text);
  yield cells.end();
}

class FormulaCells {
  private at: At = 'begin';

  constructor(private readonly separator: string) {}

  passed(text: string): string {
    let out = '';
    for (const character of text) out += this.next(character);
    return out;
  }

  end(): string {
    const { at } = this;
    if (at === 'equals') return '=';
    return at === 'formulaQuote' ? '"""' : '';
  }

  private next(character: string): string {
    const { at } = this;
    const ends = character === this.separator || character === '\n' || character === '\r';
    switch (at) {
      case 'equals':
        if (character === '"') return this.go('formula', '"=""');
        return `=${this.go(ends ? 'begin' : 'bare', character)}`;
      case 'quoted':
        return this.go(character === '"' ? 'quote' : 'quoted', character);
      case 'quote':
        if (character === '"') return this.go('quoted', character);
        return this.go(ends ? 'begin' : 'bare', character);
      case 'formula':
        return character === '"' ? this.go('formulaQuote', '') : character;
      case 'formulaQuote':
        // Within the text of a formula a quote is doubled, and in a cell with quotes each of them once more.
        if (character === '"') return this.go('formula', '""""');
        return `"""${this.go(ends ? 'begin' : 'bare', character)}`;
      case 'begin':
        if (character === '=') return this.go('equals', '');
        if (character === '"') return this.go('quoted', character);
        return this.go(ends || character === '\uFEFF' ? 'begin' : 'bare', character);
      default:
        return this.go(ends ? 'begin' : 'bare', character);
    }
  }

  private go(at: At, passed: string): string {
    this.at = at;
    return passed;
  }
}
