import { Group, Text } from '@mantine/core';
import { Fragment } from 'react';
import { fieldOf, unitOf } from '../../kernel/schema/meaning';
import { visibleText } from '../../kernel/schema/visible';
import type { FieldChange } from '../api/types';
import { useMeanings } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { useEffectLine, useTitle } from '../parts/titles';
import { FieldName, Titled, Value } from '../parts/value';
import { percent } from '../text/format';
import { useText } from '../text/text';
import type { FreshItem } from './fresh';
import { type Cells, type ItemRows, ItemTable } from './item-table';
import type { Likes } from './likes';
import { AlikeTitles } from './risk-badges';

interface LikeTableProps {
  readonly likes: Likes;
  readonly rows: ItemRows;
}

/** Items that do the same to different things: a line each, with everything that differs between them. */
export function LikeTable({ likes, rows }: LikeTableProps) {
  const texts = useText();
  const { meanings } = useMeanings();
  const line = useEffectLine();
  const { command, fields, items } = likes;
  const { effects = [], bumpsGeneration = false } = items[0]?.preview ?? {};
  const more = [
    ...effects.map((effect) => line({ ...effect, names: [] })),
    ...(bumpsGeneration ? [texts.proposals.bumps] : []),
  ];
  const columns = [
    { key: 'thing', head: texts.proposals.thing },
    ...fields.map(({ entity, field }) => ({
      key: field,
      head: <FieldName field={field} place={meanings(entity, field)} />,
    })),
  ];
  return (
    <ItemTable
      command={command}
      columns={columns}
      items={items}
      cells={cellsOf}
      rows={rows}
      foot={
        more.length > 0 && (
          <Text size="xs" c="dimmed" mt="xs">
            <Visible text={`${texts.proposals.effects}: ${more.join(' · ')}`} />
          </Text>
        )
      }
    />
  );
}

const cellsOf: Cells = (item) => [
  <Fragment key="thing">
    <Thing item={item} />
    <AlikeTitles risks={item.risks} />
  </Fragment>,
  ...item.preview.changes.map((change) => <FromTo key={change.field} change={change} />),
];

/** Shows the thing of an item: its picture, if it has one, and its name. */
function Thing({ item: { preview, pictures } }: { readonly item: FreshItem }) {
  const { id } = preview.changes[0] as FieldChange;
  const title = useTitle(id);
  const picture = pictures[0];
  return (
    <>
      {picture && <img src={picture.url} alt={visibleText(title ?? '')} className="thumb" loading="lazy" />}
      <Titled id={id} title={title} />
    </>
  );
}

/** The percentage that two amounts differ by; undefined where there is none to speak of. */
const percentOf = (before: unknown, after: unknown): number | undefined =>
  typeof before === 'number' && typeof after === 'number' && before > 0 && before !== after
    ? ((after - before) / before) * 100
    : undefined;

function FromTo({ change: { entity, field, before, after } }: { readonly change: FieldChange }) {
  const texts = useText();
  const place = fieldOf(useMeanings().meanings(entity), field);
  const by = unitOf(place) === 'kuruş' ? percentOf(before, after) : undefined;
  return (
    <Group gap={6} wrap="wrap">
      <Value place={place} value={before} other={after} tone="before" />
      <span aria-hidden>→</span>
      <Value place={place} value={after} other={before} tone="after" />
      {by !== undefined && (
        <Text size="xs" c="dimmed" component="span">
          {percent(by, texts)}
        </Text>
      )}
    </Group>
  );
}
