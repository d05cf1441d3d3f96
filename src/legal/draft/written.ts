import type { Block } from '../../order/belge/block';

/** Writes blocks of a document as the text of a page, which its owner edits. */
export const writtenText = (blocks: readonly Block[]): string => blocks.map(written).filter(Boolean).join('\n\n');

function written(block: Block): string {
  switch (block.kind) {
    case 'title':
    case 'heading':
      return `## ${block.text}`;
    case 'text':
      return block.text;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'table':
      return block.rows.map((cells) => cells.join(' · ')).join('\n');
  }
}
