import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useContext } from 'react';
import { type ListAt, listAt } from '../../design/bundle/places';
import { newKey } from '../api/client';
import { useLanguage, useText } from '../text/text';
import type { Section } from './api';
import type { Editor } from './editor';
import { withAdded, withMoved, withNode, without } from './edits';
import { nodeName, typeLabel } from './labels';
import { OrderButtons } from './order-buttons';
import { PropFields, type PropSchema } from './prop-fields';
import { SectionsContext } from './sections-context';
import { startingNode } from './starting-props';

interface NodeFormProps {
  readonly id: string;
  readonly editor: Pick<Editor, 'body' | 'change'>;
}

export const newNodeKey = (): string => `sec_${newKey().toLowerCase()}`;

/** The fields of a section, and the nodes in its slots. */
export function NodeForm({ id, editor }: NodeFormProps) {
  const { design } = useText();
  const sections = useContext(SectionsContext);
  const node = editor.body.nodes[id];
  const section = sections.find(({ type }) => type === node?.type);
  if (!node) return null;
  if (!section)
    return (
      <Text size="sm" c="dimmed">
        {design.unknownType}
      </Text>
    );
  const slots = Object.entries(section.slots);
  return (
    <Stack gap="sm">
      <PropFields
        schema={section.props as PropSchema}
        props={node.props}
        onChange={(props) => editor.change((body) => withNode(body, id, (each) => ({ ...each, props })))}
      />
      {Object.keys((section.props as PropSchema).properties ?? {}).length === 0 && slots.length === 0 && (
        <Text size="sm" c="dimmed">
          {design.noFields}
        </Text>
      )}
      {slots.map(([name, slot]) => (
        <SlotForm key={name} at={{ of: 'slot', key: id, slot: name }} slot={slot} editor={editor} />
      ))}
    </Stack>
  );
}

interface SlotFormProps extends Pick<NodeFormProps, 'editor'> {
  readonly at: ListAt;
  readonly slot: Section['slots'][string];
}

/** The things of a list that a section shows. */
function SlotForm({ at, slot, editor }: SlotFormProps) {
  const texts = useText();
  const { language } = useLanguage();
  const sections = useContext(SectionsContext);
  const { body, change } = editor;
  const ids = listAt(body, at);
  const label = slot.label[language];
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {ids.map((id, nth) => {
          const node = body.nodes[id];
          const name = node ? `${nth + 1}. ${nodeName(sections, node, texts)}` : id;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame, and stands in one already
            <div key={id} role="group" aria-label={name}>
              <Group justify="space-between" wrap="nowrap" mb={4}>
                <Text size="sm" fw={600} className="value">
                  {name}
                </Text>
                <OrderButtons
                  name={name}
                  nth={nth}
                  last={ids.length - 1}
                  onMove={(to) => change((now) => withMoved(now, at, nth, to))}
                  onRemove={() => change((now) => without(now, at, id))}
                />
              </Group>
              <NodeForm id={id} editor={editor} />
            </div>
          );
        })}
        <Group>
          {slot.types.map((type) => (
            <Button
              key={type}
              size="xs"
              variant="default"
              leftSection={<PlusIcon aria-hidden />}
              disabled={ids.length >= slot.max}
              onClick={() => {
                const section = sections.find((each) => each.type === type);
                if (section) change((now) => withAdded(now, at, { [newNodeKey()]: startingNode(section, language) }));
              }}
            >
              {texts.design.addOf(typeLabel(sections, type, texts))}
            </Button>
          ))}
        </Group>
      </Stack>
    </Fieldset>
  );
}
