import { Badge, Group, Paper, Progress, Select, Stack, Text, Title } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { useCarrierNames } from '../api/orders';
import { useProposals } from '../api/queries';
import type { Proposal } from '../api/types';
import { useChoices, useCommandName, useWord } from '../parts/meaning';
import { Quoted } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { filled, useText } from '../text/text';
import { callsOwner, isOwn, stateColors } from './order';

/**
 * Shows proposals. Those that wait for the owner come first, and paused ones before all: the shop has moved on, and their agent cannot
 * help.
 */
export function Inbox() {
  const texts = useText();
  const states = useChoices('proposal', 'state');
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('state') ?? '';
  const paused = useProposals('paused');
  const proposals = useProposals(chosen || undefined);
  const stopped = chosen === '' ? (paused.data?.pages.flatMap(({ items }) => items) ?? []) : [];
  const isStopped = new Set(stopped.map(({ id }) => id));
  return (
    <>
      <PageHeader title={texts.proposals.title} lead={texts.proposals.lead}>
        <Select
          aria-label={texts.proposals.filter}
          w={190}
          allowDeselect={false}
          value={chosen}
          onChange={(state) => setSearch(state ? { state } : {})}
          data={[{ value: '', label: texts.common.all }, ...states]}
        />
      </PageHeader>
      <Pages
        query={proposals}
        ahead={{ wide: 82, narrow: 82, form: 'cards' }}
        empty={
          chosen ? (
            <Empty title={texts.proposals.emptyFiltered} />
          ) : (
            <Empty title={texts.proposals.empty} hint={texts.proposals.emptyHint} />
          )
        }
      >
        {(items) => (
          <Groups proposals={[...stopped, ...items.filter(({ id }) => !isStopped.has(id)).toSorted(waitingFirst)]} />
        )}
      </Pages>
    </>
  );
}

/** Shows what agents propose, and below it what the owner does with many things at once: nobody waits to hear of that. */
function Groups({ proposals }: { readonly proposals: readonly Proposal[] }) {
  const texts = useText();
  const own = proposals.filter(isOwn);
  const others = proposals.filter((proposal) => !isOwn(proposal));
  return (
    <Stack>
      {others.length > 0 && <Rows proposals={others} label={texts.proposals.title} />}
      {own.length > 0 && (
        <>
          <Title order={2} size="h4">
            {texts.proposals.own}
          </Title>
          <Rows proposals={own} label={texts.proposals.own} />
        </>
      )}
    </Stack>
  );
}

const Rows = ({ proposals, label }: { readonly proposals: readonly Proposal[]; readonly label: string }) => (
  <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
    {proposals.map((proposal) => (
      <li key={proposal.id}>
        <Row proposal={proposal} />
      </li>
    ))}
  </Stack>
);

/** Names an act of an owner by what it does, e.g. “Kargola · 24 öğe · Aras Kargo”; undefined for what an agent proposes. */
export function useActName(): (proposal: Pick<Proposal, 'token' | 'firstCall' | 'items'>) => string | undefined {
  const texts = useText();
  const commandName = useCommandName();
  const carriers = useCarrierNames();
  return (proposal) => {
    const { firstCall, items } = proposal;
    if (!isOwn(proposal) || firstCall === null) return undefined;
    const { command, carrier, takesBack } = firstCall;
    const name = commandName(command);
    const parts = [takesBack ? texts.bulk.undo.named(name) : name, texts.common.itemsOf(items.total)];
    return (carrier === null ? parts : [...parts, visibleText(carriers[carrier] ?? carrier)]).join(' · ');
  };
}

const waitingFirst = (left: Proposal, right: Proposal): number => Number(callsOwner(right)) - Number(callsOwner(left));

export function StateBadge({ of: { state, items } }: { readonly of: Pick<Proposal, 'state' | 'items'> }) {
  const texts = useText();
  const word = useWord('proposal', 'state');
  const isInVain = state === 'applied' && items.applied === 0;
  return (
    <Badge variant="light" color={isInVain ? 'orange' : stateColors[state]} style={{ flex: 'none' }}>
      {isInVain ? texts.proposals.noneApplied : word(state)}
    </Badge>
  );
}

function Row({ proposal }: { readonly proposal: Proposal }) {
  const texts = useText();
  const why = useWord('proposal', 'pause', 'reason');
  const actName = useActName()(proposal);
  const { id, state, note, token, items, pause, createdAt, submittedAt } = proposal;
  // The name of an act says how many items it has.
  const detail = actName === undefined ? texts.common.itemsOf(items.total) : note && actName;
  const begun = state === 'applying' || state === 'paused';
  return (
    <Paper
      withBorder
      p="md"
      component={Link}
      href={`/proposals/${id}`}
      className={`row-link mantine-focus-auto ${callsOwner(proposal) ? 'attention' : ''}`}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Text fw={600} lineClamp={2}>
          {note ? <Quoted text={note} short /> : (actName ?? texts.proposals.untitled)}
        </Text>
        <StateBadge of={proposal} />
      </Group>
      <Text size="sm" c="dimmed" component="div">
        <Proposer of={token} /> · {detail && `${detail} · `}
        <Ago at={submittedAt ?? createdAt} />
      </Text>
      {pause && (
        <Text size="sm" mt={4}>
          {texts.proposals.pausedAt(pause.seq, items.total)}. {why(pause.reason)}.
        </Text>
      )}
      {begun && <Progress mt="xs" size="sm" value={shareDone(proposal)} color={stateColors[state]} aria-hidden />}
    </Paper>
  );
}

/** Names the token that proposes, or says that an owner has asked for many things at once. */
export function Proposer({ of: { kind, label } }: { readonly of: Proposal['token'] }) {
  const texts = useText();
  return (
    <>{kind === 'owner' ? texts.bulk.own : filled(texts.proposals.by, { label: <Quoted text={label} short /> })}</>
  );
}

export const shareDone = ({ items }: Pick<Proposal, 'items'>): number =>
  items.total === 0 ? 0 : ((items.applied + items.skipped) / items.total) * 100;
