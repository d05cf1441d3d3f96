import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, Cross2Icon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { folded } from '../../kernel/folded';
import type { Thing } from '../api/fields';
import { count } from '../text/format';
import { useText } from '../text/text';
import { moved } from './moved';
import { NumberField } from './number-field';
import { Visible } from './quoted';
import { Search } from './search';
import { Thumb } from './thumb';

/** Beyond that nobody walks a thing to its place step by step: it is found by name, and its place is typed. */
const WALKED_MAX = 20;
const SHOWN_AT_ONCE = 50;

interface ThingsProps {
  readonly ids: readonly string[];
  /** The known things, by their ids. */
  readonly known: ReadonlyMap<string, Thing>;
  readonly hasPictures: boolean;
  /** null: their order says nothing. */
  readonly onOrder: ((ids: readonly string[]) => void) | null;
  /** null: none can be taken out. */
  readonly onRemove: ((id: string) => void) | null;
}

/** Things by name and picture, to be put in an order and taken out. However many they are, some are shown at once. */
export function Things({ ids, known, hasPictures, onOrder, onRemove }: ThingsProps) {
  const texts = useText();
  const [sought, setSought] = useState('');
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const isLong = ids.length > WALKED_MAX;
  const thingOf = (id: string): Thing => known.get(id) ?? { id, title: null, url: null };
  const found = ids
    .map((id, index) => ({ thing: thingOf(id), index }))
    .filter(({ thing }) => sought === '' || folded(thing.title ?? '').includes(folded(sought)));
  return (
    <Stack gap="xs">
      {isLong && <Search label={texts.collections.search} onSearch={setSought} />}
      <ol className="things">
        {found.slice(0, most).map(({ thing, index }) => (
          <OneThing
            key={thing.id}
            thing={thing}
            place={index + 1}
            last={ids.length}
            isLong={isLong}
            hasPicture={hasPictures}
            onMove={onOrder && ((to) => onOrder(moved(ids, index, to - 1)))}
            onRemove={onRemove}
          />
        ))}
      </ol>
      {found.length > most && (
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
            {texts.common.more}
          </Button>
          <Text size="sm" c="dimmed">
            {texts.common.shown(count(most, texts), count(found.length, texts))}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

interface OneThingProps {
  readonly thing: Thing;
  /** The place of the thing in the list, from 1. */
  readonly place: number;
  readonly last: number;
  readonly isLong: boolean;
  readonly hasPicture: boolean;
  /** Is given the place that it is to have. */
  readonly onMove: ((place: number) => void) | null;
  readonly onRemove: ((id: string) => void) | null;
}

function OneThing({ thing: { id, title, url }, place, last, isLong, hasPicture, onMove, onRemove }: OneThingProps) {
  const texts = useText();
  const name = title ?? texts.fields.nameless;
  return (
    <li className="thing">
      {onMove && isLong && <PlaceInput name={name} place={place} last={last} onMove={onMove} />}
      {hasPicture && <Thumb url={url} title={name} />}
      <Text size="sm" className="value" flex={1}>
        <Visible text={name} />
      </Text>
      <Group gap={4} wrap="nowrap">
        {onMove && <Walk name={name} isFirst={place === 1} isLast={place === last} move={(by) => onMove(place + by)} />}
        {onRemove && (
          <ActionIcon
            variant="light"
            color="red"
            aria-label={`${name}: ${texts.fields.takeOut}`}
            onClick={() => onRemove(id)}
          >
            <Cross2Icon aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}

interface WalkProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly move: (by: -1 | 1) => void;
}

/** Takes a thing one place to the front or to the back. At an end it does nothing, and keeps the focus of who walked it there. */
export function Walk({ name, isFirst, isLast, move }: WalkProps) {
  const texts = useText();
  return (
    <>
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
  );
}

interface PlaceInputProps {
  readonly name: string;
  readonly place: number;
  readonly last: number;
  readonly onMove: (place: number) => void;
}

/** The place of a thing, to be typed: it goes there when whoever types presses Enter or leaves. */
function PlaceInput({ name, place, last, onMove }: PlaceInputProps) {
  const texts = useText();
  const [typed, setTyped] = useState<number | null>(null);
  const go = (): void => {
    setTyped(null);
    if (typed !== null && typed !== place) onMove(typed);
  };
  return (
    <NumberField
      size="xs"
      w={64}
      min={1}
      max={last}
      aria-label={`${name}: ${texts.common.place}`}
      value={typed ?? place}
      onChange={setTyped}
      onBlur={go}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        go();
      }}
    />
  );
}
