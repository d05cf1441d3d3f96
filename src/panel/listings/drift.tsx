import { Badge, Group, Text } from '@mantine/core';
import type { Listing } from '../api/types';
import { type AskedJob, useAsked } from '../jobs/asked-jobs';
import { ActButton } from '../parts/act';
import { useLabel, useWord } from '../parts/meaning';
import { Quoted, Visible } from '../parts/quoted';
import { Ago } from '../parts/time';
import { count, money } from '../text/format';
import { useText } from '../text/text';

type Drift = NonNullable<Listing['driftReason']>;

const colors: Readonly<Partial<Record<Drift['state'], string>>> = { refused: 'red', unknown: 'gray', in_batch: 'blue' };

/** Reasons that sending it now would do something about. */
const sendable: readonly Drift['state'][] = ['waiting_to_push', 'sold_there', 'changed_there', 'throttled', 'unknown'];

/** The reason for which the marketplace shows something else than the shop has, and the source that tells so. */
export function DriftOf({ listing }: { readonly listing: Listing }) {
  const { drift, driftReason } = listing;
  const texts = useText();
  if (driftReason) return <Reason listing={listing} drift={driftReason} />;
  return (
    drift && (
      <Badge variant="light" color="orange">
        {texts.channel.listings.drift}
      </Badge>
    )
  );
}

interface ReasonProps {
  readonly listing: Listing;
  readonly drift: Drift;
}

function Reason({ listing, drift }: ReasonProps) {
  const texts = useText();
  const word = useWord('listing', 'driftReason', 'state');
  const { state, here, there, since } = drift;
  return (
    <>
      <Group gap={4}>
        <Badge variant="light" color={colors[state] ?? 'orange'}>
          {texts.channel.listings.drift}: {word(state)}
        </Badge>
        {since && (
          <Text size="xs" c="dimmed" component="span">
            <Ago at={since} />
          </Text>
        )}
      </Group>
      {here.stock !== there.stock && <Values drift={drift} of="stock" />}
      {here.price !== there.price && <Values drift={drift} of="price" />}
      <Source drift={drift} />
      {listing.enabled && <Acts listing={listing} drift={drift} />}
    </>
  );
}

/** A value on the three sides, e.g. `Stok: mağazada 5 · söylenen 4 · pazaryerinde 3`. */
function Values({ drift, of }: { readonly drift: Drift; readonly of: 'stock' | 'price' }) {
  const texts = useText();
  const { language } = texts;
  const heads = {
    here: useLabel('listing', 'driftReason', 'here'),
    told: useLabel('listing', 'driftReason', 'told'),
    there: useLabel('listing', 'driftReason', 'there'),
  };
  const shown = (value: number | null): string => {
    if (value === null) return texts.common.nothing;
    return of === 'price' ? money(value) : count(value, texts);
  };
  const sides = (['here', 'told', 'there'] as const).map(
    (side) => `${heads[side].toLocaleLowerCase(language)} ${shown(drift[side][of])}`,
  );
  return (
    <Text size="xs" component="div">
      {texts.channel.listings[of]}: {sides.join(' · ')}
    </Text>
  );
}

function Source({ drift: { source } }: { readonly drift: Drift }) {
  const texts = useText();
  const { listings } = texts.channel;
  const { ledgerSeq, batch, text } = source;
  return (
    <>
      {text !== null && (
        <Text size="xs" component="div">
          {listings.answered}: <Quoted text={text} />
        </Text>
      )}
      {(batch !== null || ledgerSeq !== null) && (
        <Text size="xs" c="dimmed" component="div" className="value">
          {batch !== null && <Visible text={listings.batch(batch)} />}
          {batch !== null && ledgerSeq !== null && ' · '}
          {ledgerSeq !== null && listings.ledger(count(ledgerSeq, texts))}
        </Text>
      )}
    </>
  );
}

function Acts({ listing: { id, extension, title }, drift: { state, here, there } }: ReasonProps) {
  const { listings } = useText().channel;
  const asked = useAsked();
  const shared = {
    command: 'channel.sync.now',
    route: `/v1/channel/${extension}/sync`,
    named: title ?? listings.removed,
    button: { size: 'compact-xs', mt: 4 },
    onDone: (job: object) => asked(job as AskedJob),
  } as const;
  if (state === 'price_held' && here.price !== null && there.price !== null)
    return (
      <ActButton
        {...shared}
        says={{ ...listings.confirmPrice, text: listings.confirmText(money(there.price), money(here.price)) }}
        of={{ task: 'price', listings: [id] }}
      />
    );
  if (!sendable.includes(state)) return null;
  return <ActButton {...shared} says={listings.send} of={{ task: 'stock', listings: [id] }} />;
}
