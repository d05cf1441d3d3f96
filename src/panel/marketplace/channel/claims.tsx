import { Anchor, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { type ClaimsPage as Answered, type Claim, type ClaimReason, useClaims } from '../../api/claims';
import { SelectionFrame } from '../../bulk/bar';
import { RecordButton } from '../../bulk/dialog';
import { Selecting, SelectOne, useSelection } from '../../bulk/selection';
import { useMay } from '../../parts/meaning';
import { Quoted, Visible } from '../../parts/quoted';
import { Empty, Pages } from '../../parts/states';
import { Ago } from '../../parts/time';
import { money } from '../../text/format';
import { useText } from '../../text/text';
import { Deadline, StateChoice } from './by-deadline';
import { ClaimActs } from './claim-acts';
import type { OfChannel } from './page';

const WAITING = 'waiting_action';

/** Claims of buyers at a marketplace, those first whose time ends first, with the acts that are possible. */
export function ClaimsPage({ channel: { key } }: OfChannel) {
  const texts = useText();
  const { claims } = texts.channel;
  const [state, setState] = useState<string>(WAITING);
  const query = useClaims(key, state === '' ? undefined : state);
  const last = query.data?.pages[0] as Answered | undefined;
  const selection = useSelection(`${key} ${state}`);
  const may = useMay();
  const waiting = query.data?.pages.flatMap(({ items }) => items).filter(isWaiting) ?? [];
  const selected = waiting.map(({ claimId }) => claimId).filter((id) => selection.ids.has(id));
  return (
    <Stack>
      <StateChoice
        words={claims}
        state={state}
        onChange={setState}
        choices={[
          { value: WAITING, label: claims.waiting },
          { value: '', label: claims.all },
        ]}
        asOf={last?.asOf}
      />
      <Pages
        query={query}
        ahead={{ wide: 150, narrow: 220, rows: 4, form: 'cards' }}
        empty={<Empty title={claims.empty} hint={claims.emptyHint} />}
      >
        {(found) => (
          <Selecting of={selection}>
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {found.map((claim) => (
                <OneClaim key={claim.claimId} channel={key} claim={claim} reasons={last?.reasons ?? []} />
              ))}
            </Stack>
          </Selecting>
        )}
      </Pages>
      {selected.length > 0 && (
        <SelectionFrame
          selected={selected.length}
          onClear={() => selection.select(selected, false)}
          more={
            selected.length < waiting.length && (
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() =>
                  selection.select(
                    waiting.map(({ claimId }) => claimId),
                    true,
                  )
                }
              >
                {texts.bulk.selectPage}
              </Button>
            )
          }
        >
          {may('bulk.claims.approve') && (
            <RecordButton name={texts.bulk.claims.act} act="claim-approvals" ids={selected} terms={{ channel: key }} />
          )}
        </SelectionFrame>
      )}
    </Stack>
  );
}

const isWaiting = ({ items }: Claim): boolean => items.some(({ state }) => state === WAITING);

interface OneClaimProps {
  readonly channel: string;
  readonly claim: Claim;
  readonly reasons: readonly ClaimReason[];
}

function OneClaim({ channel, claim, reasons }: OneClaimProps) {
  const texts = useText();
  const { claims: words } = texts.channel;
  const { claimId, orderId, orderNumber, claimedAt, deadline, items } = claim;
  return (
    <Paper withBorder p="md" component="li" aria-label={orderNumber}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="sm" wrap="nowrap">
          {isWaiting(claim) && <SelectOne id={claimId} title={orderNumber} />}
          {orderId === null ? (
            <Visible text={orderNumber} />
          ) : (
            <Link href={`/orders/${orderId}`} className="titled mantine-focus-auto">
              {texts.orders.title(orderNumber)}
            </Link>
          )}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          <Ago at={claimedAt} />
        </Text>
      </Group>
      <Deadline words={words} at={deadline} mb="xs" />
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((item) => (
          <OneItem key={item.itemId} channel={channel} claim={claim} item={item} reasons={reasons} />
        ))}
      </Stack>
    </Paper>
  );
}

function OneItem({ channel, claim, item, reasons }: OneClaimProps & { readonly item: Claim['items'][number] }) {
  const texts = useText();
  const { title, barcode, state, stateWord, fault, reason, note, price, returnId } = item;
  const { claims: words } = texts.channel;
  const said = state === 'unknown' ? stateWord : words.states[state];
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={2}>
        <Group gap="xs">
          <Visible text={title ?? barcode ?? item.itemId} />
          <Badge variant="light">{said}</Badge>
          {price !== null && <Text size="sm">{money(price)}</Text>}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {reason !== null && <Visible text={reason} />}
          {fault !== 'unknown' && ` · ${words.fault(words.faults[fault])}`}
        </Text>
        {note !== null && (
          <Text size="sm" component="div">
            {words.note}: <Quoted text={note} />
          </Text>
        )}
        {returnId !== null && (
          <Anchor component={Link} href={`/returns/${returnId}`} size="sm">
            {words.toReturn}
          </Anchor>
        )}
      </Stack>
      {state === WAITING && <ClaimActs channel={channel} claim={claim} item={item} reasons={reasons} />}
    </Group>
  );
}
