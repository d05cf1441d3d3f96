import { Button, Group, Paper, Stack, Switch, Text, UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, PlusIcon } from '@radix-ui/react-icons';
import { useContext, useRef, useState } from 'react';
import { listAt, type SectionPlace } from '../../design/bundle/places';
import { summaryOf } from '../../design/bundle/telling';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';
import { AddSection } from './add-section';
import type { Editor } from './editor';
import { withAdded, withHidden, withMoved, without } from './edits';
import { nodeName, typeLabel } from './labels';
import { NodeForm } from './node-form';
import { OrderButtons } from './order-buttons';
import { SectionsContext } from './sections-context';

interface SectionListProps {
  readonly editor: Editor;
  readonly place: SectionPlace;
  /** The section whose form is open. */
  readonly opened: string | null;
  readonly onOpen: (id: string | null) => void;
}

/** The sections of a page in their order, each with its form. */
export function SectionList({ editor, place, opened, onOpen }: SectionListProps) {
  const { design } = useText();
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const { body, change } = editor;
  const ids = listAt(body, place);
  return (
    <Stack gap="sm">
      {ids.length === 0 && (
        <Text size="sm" c="dimmed">
          {design.noSections}
        </Text>
      )}
      <ol className="design-sections" aria-label={design.sections}>
        {ids.map((id, nth) => (
          <OneSection
            key={id}
            id={id}
            nth={nth}
            last={ids.length - 1}
            editor={editor}
            isOpen={opened === id}
            onOpen={() => onOpen(opened === id ? null : id)}
            onMove={(to) => change((now) => withMoved(now, place, nth, to))}
            onRemove={() => {
              change((now) => without(now, place, id));
              // The button that was pressed goes with the section.
              add.current?.focus();
            }}
          />
        ))}
      </ol>
      <Group>
        <Button ref={add} variant="default" leftSection={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
          {design.add.button}
        </Button>
      </Group>
      {adding && (
        <AddSection
          body={body}
          place={place}
          onClose={() => setAdding(false)}
          onAdd={(nodes) => {
            change((now) => withAdded(now, place, nodes));
            onOpen(Object.keys(nodes)[0] ?? null);
            setAdding(false);
          }}
        />
      )}
    </Stack>
  );
}

interface OneSectionProps {
  readonly id: string;
  readonly nth: number;
  readonly last: number;
  readonly editor: Editor;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function OneSection({ id, nth, last, editor, isOpen, onOpen, onMove, onRemove }: OneSectionProps) {
  const texts = useText();
  const { design } = texts;
  const sections = useContext(SectionsContext);
  const node = editor.body.nodes[id];
  if (!node) return null;
  const name = `${nth + 1}. ${nodeName(sections, node, texts)}`;
  const Icon = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <Paper component="li" withBorder p="xs" aria-label={name} {...(node.hidden ? { className: 'hidden-section' } : {})}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <UnstyledButton id={`section-${id}`} aria-expanded={isOpen} onClick={onOpen} className="value" flex={1}>
          <Group gap={6} wrap="nowrap">
            <Icon aria-hidden style={{ flex: 'none' }} />
            <Text size="sm" component="span" className="value">
              <Text span inherit fw={600}>
                {nth + 1}. {typeLabel(sections, node.type, texts)}
              </Text>{' '}
              <Visible text={summaryOf(node)} />
              {node.hidden && ` (${design.hidden})`}
            </Text>
          </Group>
        </UnstyledButton>
        <OrderButtons name={name} nth={nth} last={last} onMove={onMove} onRemove={onRemove} />
      </Group>
      {isOpen && (
        <Stack gap="sm" mt="sm">
          <Switch
            label={design.show}
            checked={!node.hidden}
            onChange={({ currentTarget: { checked } }) => editor.change((now) => withHidden(now, id, !checked))}
          />
          <NodeForm id={id} editor={editor} />
        </Stack>
      )}
    </Paper>
  );
}
