import { Button, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { type Definition, type Target, targets, useFields } from '../api/fields';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Empty, PageHeader, Pages } from '../parts/states';
import type { Ran } from '../products/preview';
import { useSaved } from '../products/saved';
import { useText } from '../text/text';
import { Removal } from './removal';
import { Removals } from './removals';
import { ChangedField, NewField } from './stated';

/** The custom fields of the shop, by what they are of: new ones, what they are called, their rules, and taking them away. */
export function CustomFieldsPage() {
  const texts = useText();
  const word = useWord('metafield definition', 'target');
  const [target, setTarget] = useState<Target>('product');
  const saved = useSaved();
  const fields = useFields({ target });
  return (
    <>
      <PageHeader title={texts.nav.fields} lead={texts.fields.lead} />
      <Stack>
        <SegmentedControl
          aria-label={texts.fields.of}
          data={targets.map((each) => ({ value: each, label: word(each) }))}
          value={target}
          onChange={(chosen) => setTarget(chosen as Target)}
        />
        <Pages query={fields} empty={<Empty title={texts.fields.none} />}>
          {(items) =>
            items.map((definition) => (
              <Fragment key={definition.id}>
                <FieldPart
                  definition={definition}
                  onChanged={saved.keepIn(definition.id)}
                  onRemoved={saved.keepIn('removals')}
                />
                {saved.shownIn(definition.id)}
              </Fragment>
            ))
          }
        </Pages>
        {saved.shownIn('removals')}
        <Removals target={target} />
        <NewField key={target} target={target} onRan={saved.keepIn('new')} />
        {saved.shownIn('new')}
      </Stack>
    </>
  );
}

interface FieldPartProps {
  readonly definition: Definition;
  readonly onChanged: (ran: Ran) => void;
  readonly onRemoved: (ran: Ran) => void;
}

function FieldPart({ definition, onChanged, onRemoved }: FieldPartProps) {
  const texts = useText();
  const word = useWord('metafield definition', 'type');
  const { key, label, type, list, description } = definition;
  const [open, setOpen] = useState<'change' | 'removal' | null>(null);
  return (
    <Part title={label}>
      <Group gap="xs">
        <Code>{key}</Code>
        <Text size="sm" c="dimmed">
          {list ? texts.fields.listOf(word(type)) : word(type)}
        </Text>
      </Group>
      {description && (
        <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-line' }}>
          {description}
        </Text>
      )}
      <Group gap="xs" mt="md">
        <Button
          size="xs"
          variant="default"
          aria-label={texts.fields.ofField(texts.fields.change, label)}
          aria-expanded={open === 'change'}
          onClick={() => setOpen(open === 'change' ? null : 'change')}
        >
          {texts.fields.change}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={texts.fields.ofField(texts.fields.remove, label)}
          onClick={() => setOpen('removal')}
        >
          {texts.fields.remove}
        </Button>
      </Group>
      {open === 'change' && <ChangedField definition={definition} onRan={onChanged} onDone={() => setOpen(null)} />}
      {open === 'removal' && <Removal definition={definition} onRan={onRemoved} onClose={() => setOpen(null)} />}
    </Part>
  );
}
