import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { type ClaimsPage as Answered, type Claim, type ClaimReason, useClaims } from '../../api/claims';
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
      <Pages query={query} empty={<Empty title={claims.empty} hint={claims.emptyHint} />}>
        {(found) => (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {found.map((claim) => (
              <OneClaim key={claim.claimId} channel={key} claim={claim} reasons={last?.reasons ?? []} />
            ))}
          </Stack>
        )}
      </Pages>
    </Stack>
  );
}

interface OneClaimProps {
  readonly channel: string;
  readonly claim: Claim;
  readonly reasons: readonly ClaimReason[];
}

function OneClaim({ channel, claim, reasons }: OneClaimProps) {
  const texts = useText();
  const { claims: words } = texts.channel;
  const { orderId, orderNumber, claimedAt, deadline, items } = claim;
  return (
    <Paper withBorder p="md" component="li" aria-label={orderNumber}>
      <Group justify="space-between" gap="xs" mb="xs">
        {orderId === null ? (
          <Visible text={orderNumber} />
        ) : (
          <Link href={`/orders/${orderId}`} className="titled mantine-focus-auto">
            {texts.orders.title(orderNumber)}
          </Link>
        )}
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
