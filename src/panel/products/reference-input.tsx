import { ActionIcon, Button, Group, Input, Text } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, Cross2Icon } from '@radix-ui/react-icons';
import { type ComponentType, useRef, useState } from 'react';
import type { Definition, Thing } from '../api/fields';
import { CollectionChooser } from '../collections/chooser';
import { Picker } from '../media/picker';
import { addressOf } from '../media/shown';
import type { Choosing } from '../parts/chooser';
import { moved } from '../parts/moved';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';
import { ProductChooser } from './chooser';
import type { FieldInputProps } from './field-values';

/** As `metafield.set` takes them. */
export const LIST_MAX = 128;

/** Windows to choose in, by what a field refers to. */
const choosers = {
  product: ProductChooser,
  collection: CollectionChooser,
  media: MediaChooser,
} as const satisfies Readonly<Record<string, ComponentType<Choosing<Thing>>>>;

type Referring = keyof typeof choosers;

export const isReference = (type: Definition['type']): type is Referring => type in choosers;

function MediaChooser({ onToggle, ...choosing }: Choosing<Thing>) {
  return (
    <Picker
      {...choosing}
      onToggle={({ id, name, variants }) => onToggle({ id, title: name, url: addressOf(variants) })}
    />
  );
}

interface ReferenceInputProps extends Omit<FieldInputProps, 'field'> {
  readonly field: Pick<Definition, 'label' | 'description' | 'list'>;
  readonly type: Referring;
  /** What is known of those that may be chosen already. */
  readonly known: ReadonlyMap<string, Thing>;
  readonly onSeen: (thing: Thing) => void;
}

/** What a field refers to, by name and picture: chosen and not typed, and ordered where it is a list. */
export function ReferenceInput({ field, typed, onType, type, known, onSeen }: ReferenceInputProps) {
  const texts = useText();
  const [choosing, setChoosing] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const { label, description, list } = field;
  const Chooser = choosers[type];
  const choose = type === 'media' ? texts.media.pick : texts.fields.choose[type];
  const chosen = typed.split('\n').filter(Boolean);
  const state = (ids: readonly string[]): void => onType(ids.join('\n'));
  const toggle = (thing: Thing): void => {
    onSeen(thing);
    const others = chosen.filter((id) => id !== thing.id);
    const isNew = others.length === chosen.length;
    state(!isNew ? others : list ? [...chosen, thing.id] : [thing.id]);
    if (isNew && !list) setChoosing(false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend, and stands in a grid of inputs
    <div role="group" aria-label={label}>
      <Input.Label labelElement="div">{label}</Input.Label>
      {description && <Input.Description>{description}</Input.Description>}
      {chosen.length > 0 && (
        <ol className="things">
          {chosen.map((id, index) => (
            <ChosenThing
              key={id}
              thing={known.get(id) ?? { id, title: null, url: null }}
              hasPicture={type !== 'collection'}
              move={list ? (by) => state(moved(chosen, index, index + by)) : null}
              isFirst={index === 0}
              isLast={index === chosen.length - 1}
              onRemove={() => {
                state(chosen.filter((each) => each !== id));
                // The button that was pressed goes with the thing.
                chooser.current?.focus();
              }}
            />
          ))}
        </ol>
      )}
      <Button
        ref={chooser}
        mt={4}
        size="xs"
        variant="default"
        aria-label={`${label}: ${choose}`}
        onClick={() => setChoosing(true)}
      >
        {choose}
      </Button>
      {choosing && (
        <Chooser
          chosen={new Set(chosen)}
          isFull={list && chosen.length >= LIST_MAX}
          onToggle={toggle}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

interface ChosenThingProps {
  readonly thing: Thing;
  readonly hasPicture: boolean;
  /** null: it is no list. */
  readonly move: ((by: -1 | 1) => void) | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onRemove: () => void;
}

function ChosenThing({ thing: { title, url }, hasPicture, move, isFirst, isLast, onRemove }: ChosenThingProps) {
  const texts = useText();
  const name = title ?? texts.fields.nameless;
  return (
    <li className="thing">
      {hasPicture && (url ? <img src={url} alt="" className="thumb" /> : <span className="thumb" aria-hidden />)}
      <Text size="sm" className="value" flex={1}>
        <Visible text={name} />
      </Text>
      <Group gap={4} wrap="nowrap">
        {move && (
          <>
            {/* At an end it does nothing, and keeps the focus of who walked the thing there. */}
            <ActionIcon
              variant="default"
              aria-label={`${name}: ${texts.products.earlier}`}
              data-disabled={isFirst}
              onClick={() => move(-1)}
            >
              <ArrowUpIcon aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={`${name}: ${texts.products.later}`}
              data-disabled={isLast}
              onClick={() => move(1)}
            >
              <ArrowDownIcon aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon variant="light" color="red" aria-label={`${name}: ${texts.fields.takeOut}`} onClick={onRemove}>
          <Cross2Icon aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  );
}
