import type { DescriptionBlock } from './description';
import { plain } from './text';

/** Reads a text of the law as blocks: `## ` begins a heading, `- ` an item, and an empty line ends a paragraph. */
export function legalBlocks(text: string): readonly DescriptionBlock[] {
  const blocks: DescriptionBlock[] = [];
  let open: string[] = [];
  const add = (type: 'p' | 'h2' | 'ul', said: string): void => {
    const words = plain(said).trim();
    if (words !== '') blocks.push({ type, children: [{ text: words }] });
  };
  const end = (): void => {
    add('p', open.join('\n'));
    open = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const [, mark, said = ''] = /^(##|-) (.*)$/.exec(line) ?? [];
    if (mark === undefined && line.trim() !== '') {
      open.push(line);
      continue;
    }
    end();
    if (mark !== undefined) add(mark === '-' ? 'ul' : 'h2', said);
  }
  end();
  return blocks;
}
