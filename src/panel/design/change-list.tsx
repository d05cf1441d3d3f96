import { Button, List, Text } from '@mantine/core';
import { useContext, useState } from 'react';
import type { Bundle } from '../../design/bundle/bundle';
import type { DesignChange } from '../../design/bundle/changes';
import type { Place } from '../../design/bundle/places';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import type { Section } from './api';
import { nodeName, pageName } from './labels';
import type { PropSchema } from './prop-fields';
import { SectionsContext } from './sections-context';

const SHOWN_AT_ONCE = 20;
const VALUE_CHARS = 80;

interface ChangeListProps {
  readonly changes: readonly DesignChange[];
  readonly before: Bundle | null;
  readonly after: Bundle;
}

/** The differences between two designs, in words. */
export function ChangeList({ changes, before, after }: ChangeListProps) {
  const texts = useText();
  const sections = useContext(SectionsContext);
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {before ? texts.design.changes.none : texts.design.changes.first}
      </Text>
    );
  return (
    <>
      <List size="sm" aria-label={texts.design.changes.title}>
        {changes.slice(0, most).map((change, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no names, and never move
          <List.Item key={nth}>
            <Visible text={sentenceOf(change, { before, after, sections, texts })} />
          </List.Item>
        ))}
      </List>
      {changes.length > most && (
        <Button size="compact-xs" variant="subtle" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          {texts.common.more}
        </Button>
      )}
    </>
  );
}

interface Known extends Omit<ChangeListProps, 'changes'> {
  readonly sections: readonly Section[];
  readonly texts: Texts;
}

function sentenceOf(change: DesignChange, known: Known): string {
  const { kind, place, field, before, after } = change;
  const { design } = known.texts;
  const { changes } = design;
  const where = place ? placeIn(place, known) : '';
  const section = nodeIn(change, known);
  const values = changes.values(valueIn(before, known.texts), valueIn(after, known.texts));
  switch (kind) {
    case 'section_added':
    case 'section_removed':
    case 'section_moved':
      return changes[kind](section, where);
    case 'page_added':
    case 'page_removed':
      return changes[kind](where);
    case 'page_changed':
      return `${where}: ${values}`;
    case 'section_changed':
      if (field === '$slots') return changes.slots(section);
      if (field === '$hidden') return after ? changes.hidden(section) : changes.shown(section);
      return `${section}, ${labelOf(change, known)}: ${values}`;
    case 'variable_changed':
    case 'theme_changed':
      return `${design.areas[kind === 'theme_changed' ? 'theme' : 'variables']}, ${field}: ${values}`;
    case 'other_changed':
      return changes.other(design.areas[field ?? ''] ?? field ?? '');
  }
}

function placeIn(place: Place, { before, after, texts }: Known): string {
  if (place.of === 'group') return texts.design.groups[place.key];
  const page = after.pages[place.key] ?? before?.pages[place.key];
  return page ? pageName(page, texts) : place.key;
}

function nodeIn({ nodeId }: DesignChange, { before, after, sections, texts }: Known): string {
  const node = nodeId === null ? undefined : (after.nodes[nodeId] ?? before?.nodes[nodeId]);
  return node ? nodeName(sections, node, texts) : (nodeId ?? '');
}

function labelOf({ nodeId, field }: DesignChange, { after, sections, texts }: Known): string {
  const type = after.nodes[nodeId ?? '']?.type;
  const schema = sections.find((each) => each.type === type)?.props as PropSchema | undefined;
  return schema?.properties?.[field ?? '']?.['x-label']?.[texts.language] ?? field ?? '';
}

function valueIn(value: unknown, { design, common, fields }: Texts): string {
  if (value === null || value === undefined) return common.nothing;
  if (typeof value === 'boolean') return fields.yesOrNo(String(value));
  if (typeof value === 'object') return design.changes.structured;
  const text = String(value);
  return text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)}…` : text;
}
