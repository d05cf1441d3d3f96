import { Button, Checkbox, Fieldset, Group, Select, Stack, Textarea } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { moved } from '../parts/moved';
import { useText } from '../text/text';
import { LinkInput, type LinkValue } from './link-input';
import { OrderButtons } from './order-buttons';

export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly link?: LinkValue;
}
export interface Block {
  readonly type: string;
  readonly children: readonly Run[];
}

interface RichTextInputProps {
  readonly label: string;
  readonly value: readonly Block[];
  readonly onChange: (value: readonly Block[]) => void;
}

/** Text by its paragraphs, headings and items; what one of them has of bold text and links is kept. */
export function RichTextInput({ label, value, onChange }: RichTextInputProps) {
  const { design } = useText();
  const state = (nth: number, block: Block): void => onChange(value.map((each, at) => (at === nth ? block : each)));
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {value.map((block, nth) => (
          <BlockInput
            // They have no names of their own, and are told apart by their places.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={nth}
            name={`${label} ${nth + 1}`}
            block={block}
            onChange={(changed) => state(nth, changed)}
            buttons={
              <OrderButtons
                name={`${label} ${nth + 1}`}
                nth={nth}
                last={value.length - 1}
                onMove={(to) => onChange(moved(value, nth, to))}
                onRemove={() => onChange(value.toSpliced(nth, 1))}
              />
            }
          />
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<PlusIcon aria-hidden />}
            aria-label={`${label}: ${design.text.add}`}
            onClick={() => onChange([...value, { type: 'p', children: [{ text: '' }] }])}
          >
            {design.text.add}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface BlockInputProps {
  readonly name: string;
  readonly block: Block;
  readonly onChange: (block: Block) => void;
  readonly buttons: React.ReactNode;
}

function BlockInput({ name, block, onChange, buttons }: BlockInputProps) {
  const { design } = useText();
  const { type, children } = block;
  const state = (nth: number, run: Run | null): void =>
    onChange({
      ...block,
      children: run ? children.map((each, at) => (at === nth ? run : each)) : children.toSpliced(nth, 1),
    });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame, and stands in one already
    <div role="group" aria-label={name}>
      <Group justify="space-between" align="flex-end" mb={4}>
        <Select
          size="xs"
          aria-label={`${name}: ${design.text.type}`}
          data={Object.entries(design.text.types).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          value={type}
          onChange={(chosen) => onChange({ ...block, type: chosen ?? type })}
        />
        {buttons}
      </Group>
      <Stack gap={4}>
        {children.map((run, nth) => (
          <RunInput
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no names
            key={nth}
            name={children.length > 1 ? `${name}, ${design.text.part(nth + 1)}` : name}
            run={run}
            onChange={(changed) => state(nth, changed)}
            onRemove={children.length > 1 ? () => state(nth, null) : null}
          />
        ))}
        <Group>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`${name}: ${design.text.addPart}`}
            onClick={() => onChange({ ...block, children: [...children, { text: '' }] })}
          >
            {design.text.addPart}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}

interface RunInputProps {
  readonly name: string;
  readonly run: Run;
  readonly onChange: (run: Run) => void;
  readonly onRemove: (() => void) | null;
}

/** Text that is all of one kind. */
function RunInput({ name, run, onChange, onRemove }: RunInputProps) {
  const { design } = useText();
  const [isOpen, setOpen] = useState(run.bold === true || run.italic === true || run.link !== undefined);
  const { bold, italic, link, ...plain } = run;
  const state = (looks: { bold?: boolean | undefined; italic?: boolean | undefined; link?: LinkValue | undefined }) => {
    const kept = Object.entries({ bold, italic, link, ...looks }).filter(
      ([, value]) => value !== undefined && value !== false,
    );
    onChange({ ...plain, ...Object.fromEntries(kept) });
  };
  return (
    <>
      <Textarea
        aria-label={name}
        autosize
        minRows={1}
        maxRows={12}
        value={run.text}
        onChange={({ currentTarget }) => onChange({ ...run, text: currentTarget.value })}
      />
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${name}: ${design.text.look}`}
          onClick={() => setOpen(!isOpen)}
        >
          {design.text.look}
        </Button>
        {onRemove && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`${name}: ${design.remove}`}
            onClick={onRemove}
          >
            {design.remove}
          </Button>
        )}
      </Group>
      {isOpen && (
        <Stack gap="xs">
          <Group>
            <Checkbox
              label={design.text.bold}
              checked={bold === true}
              onChange={({ currentTarget }) => state({ bold: currentTarget.checked })}
            />
            <Checkbox
              label={design.text.italic}
              checked={italic === true}
              onChange={({ currentTarget }) => state({ italic: currentTarget.checked })}
            />
          </Group>
          <LinkInput label={design.text.link} value={link} onChange={(value) => state({ link: value })} />
        </Stack>
      )}
    </>
  );
}
