import { Button, Input } from '@mantine/core';
import { type ComponentType, useRef, useState } from 'react';
import type { Definition, Thing } from '../api/fields';
import { CollectionChooser } from '../collections/chooser';
import { Picker } from '../media/picker';
import { addressOf } from '../media/shown';
import type { Choosing } from '../parts/chooser';
import { Things } from '../parts/things';
import { useText } from '../text/text';
import { ProductChooser } from './chooser';
import type { FieldInputProps } from './field-values';

/** Limit of a list, as `metafield.set` takes it. */
const LIST_MAX = 128;

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
  /** The known things among those that may be chosen already. */
  readonly known: ReadonlyMap<string, Thing>;
  readonly onSeen: (thing: Thing) => void;
  /** How many a list takes. */
  readonly most?: number | undefined;
}

/** Asks for the things to which a field refers, by name and picture: chosen and not typed, and ordered where it is a list. */
export function ReferenceInput({ field, typed, onType, type, known, onSeen, most = LIST_MAX }: ReferenceInputProps) {
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
        <Things
          ids={chosen}
          known={known}
          hasPictures={type !== 'collection'}
          onOrder={list ? state : null}
          onRemove={(id) => {
            state(chosen.filter((each) => each !== id));
            // The button that was pressed goes with the thing.
            chooser.current?.focus();
          }}
        />
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
          isFull={list && chosen.length >= most}
          onToggle={toggle}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
