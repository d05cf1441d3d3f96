import { List } from '@mantine/core';
import type { ToldChange } from '../../design/bundle/telling';
import type { Words } from '../../kernel/schema/schema';
import { visibleText } from '../../kernel/schema/visible';
import { wordIn } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

/** Changes of a design, a sentence each. */
export function ToldChanges({ changes }: { readonly changes: readonly ToldChange[] }) {
  const texts = useText();
  return (
    <List size="sm" aria-label={texts.design.changes.title}>
      {changes.map((change, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: changes have no names, and never move
        <List.Item key={nth}>
          <Visible text={sentenceOf(change, texts)} />
        </List.Item>
      ))}
    </List>
  );
}

function sentenceOf(change: ToldChange, texts: Texts): string {
  const { kind, page, field } = change;
  const { changes, areas } = texts.design;
  const where = page === null ? '' : pageTitle(page, texts);
  const section = sectionIn(change, texts);
  const label = wordIn(change.label ?? undefined, texts.language) ?? field ?? '';
  const values = changes.values(valueText(change.before, texts), valueText(change.after, texts));
  const describe = (...parts: readonly string[]): string => `${parts.filter(Boolean).join(', ')}: ${values}`;
  switch (kind) {
    case 'section_added':
    case 'section_removed':
    case 'section_moved':
      return changes[kind](section, where);
    case 'page_added':
    case 'page_removed':
      return changes[kind](where);
    case 'section_changed':
      if (field === '$hidden') return change.after ? changes.hidden(section) : changes.shown(section);
      return describe(where, section, label);
    case 'page_changed':
      return describe(where, label);
    case 'theme_changed':
      return describe(areas.theme ?? '', label);
    case 'variable_changed':
      return describe(areas.variables ?? '', label);
    default:
      return describe(areas[field ?? ''] ?? field ?? '', change.label === null ? '' : label);
  }
}

/** A page without a title is called by its kind. */
export function pageTitle(page: string, { design }: Texts): string {
  const kinds: Readonly<Record<string, string>> = { ...design.pages, ...design.groups };
  return Object.hasOwn(kinds, page) ? (kinds[page] as string) : visibleText(page);
}

function sectionIn({ section }: ToldChange, { language }: Texts): string {
  const label = wordIn(section?.label, language) ?? '';
  return section?.summary ? `${label}: ${section.summary}` : label;
}

function valueText(value: unknown, { common, fields, language }: Texts): string {
  if (value === null || value === undefined || value === '') return common.nothing;
  if (typeof value === 'boolean') return fields.yesOrNo(String(value));
  return typeof value === 'object' ? (wordIn(value as Words, language) ?? '') : String(value);
}
