import { ActionIcon, Alert, Badge, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import {
  CounterClockwiseClockIcon,
  CrossCircledIcon,
  DotsVerticalIcon,
  ResetIcon,
  UpdateIcon,
} from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import type { Proposal, Token } from '../api/types';
import { tell, tellProblem, useConfirm } from '../parts/confirm';
import { useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Ago } from '../parts/time';
import { ago, count, dateTime } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { useRevoking } from './revoking';

interface TokenCardProps {
  readonly token: Token;
  /** The token that has taken its place, if one has. */
  readonly successor: Token | undefined;
  /** The proposal that it records into now, if it does. */
  readonly proposal: Proposal | undefined;
  readonly onUndo: () => void;
  readonly onRenew: () => void;
}

const statusColors = { active: 'teal', expired: 'gray', revoked: 'red' } as const;

export function TokenCard({ token, successor, proposal, onUndo, onRenew }: TokenCardProps) {
  const texts = useText();
  const confirm = useConfirm();
  const revoke = useRevoking(token);
  const { id, label, kind, status } = token;
  const ask = async () => {
    const { revokeTitle: title, revokeText, revokeTextAgent, revoke: yes } = texts.tokens;
    const text = (kind === 'agent' ? revokeTextAgent : revokeText)(visibleText(label));
    if (await confirm({ title, text, yes, destructive: true }))
      revoke.mutate(undefined, {
        onSuccess: () => tell(texts.tokens.revoked),
        onError: (error) => tellProblem(error, texts),
      });
  };
  const scopeWord = useWord('token', 'scopes');
  const kindWord = useWord('token', 'kind');
  const statusWord = useWord('token', 'status');
  return (
    <Paper withBorder p="md" component="li" aria-label={visibleText(label)}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Text fw={600}>
              <Visible text={label} />
            </Text>
            <Badge variant="outline" color="gray">
              {kindWord(kind)}
            </Badge>
            <Badge variant="light" color={statusColors[status]}>
              {statusWord(status)}
            </Badge>
          </Group>
          <Times token={token} />
        </div>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label={texts.tokens.actions(visibleText(label))}>
              <DotsVerticalIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} href={`/audit?actor=${id}`} leftSection={<CounterClockwiseClockIcon />}>
              {texts.tokens.activity}
            </Menu.Item>
            <Menu.Item leftSection={<ResetIcon />} onClick={onUndo}>
              {texts.tokens.undo}
            </Menu.Item>
            <Menu.Item leftSection={<UpdateIcon />} onClick={onRenew}>
              {texts.tokens.renew.open[status]}
            </Menu.Item>
            {status === 'active' && (
              <Menu.Item color="red" leftSection={<CrossCircledIcon />} onClick={() => void ask()}>
                {texts.tokens.revoke}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Limits token={token} proposal={proposal} />
      <Group gap={4} mt="xs">
        {token.scopes.map((scope) => (
          <Badge key={scope} variant="default" size="sm" tt="none" fw={400}>
            {scopeWord(scope)}
          </Badge>
        ))}
      </Group>
      {successor && (
        <Succeeded token={token} successor={successor} onEnd={() => void ask()} isEnding={revoke.isPending} />
      )}
    </Paper>
  );
}

function Times({ token: { status, createdAt, expiresAt, lastUsedAt, revokedAt } }: { readonly token: Token }) {
  const texts = useText();
  const end = revokedAt
    ? { word: texts.tokens.revokedAt, at: revokedAt }
    : { word: status === 'expired' ? texts.tokens.expiredAt : texts.tokens.expiresAt, at: expiresAt };
  return (
    <Text size="sm" c="dimmed" component="div">
      {texts.tokens.lastUsed}: {lastUsedAt ? <Ago at={lastUsedAt} /> : texts.tokens.neverUsed}
      {' · '}
      {texts.tokens.createdAt}: <Ago at={createdAt} />
      {' · '}
      {end.word}: {dateTime(end.at, texts)}
    </Text>
  );
}

function limitsText(limits: NonNullable<Token['limits']>, texts: Texts): string {
  const { itemsPerProposal, priceChangePercent, neverCommands } = limits;
  return [
    itemsPerProposal === null ? [] : texts.tokens.limitItems(itemsPerProposal),
    priceChangePercent === null ? [] : texts.tokens.limitPercent(priceChangePercent),
    neverCommands.length === 0 ? [] : texts.tokens.limitNever(neverCommands.join(', ')),
  ]
    .flat()
    .join(' · ');
}

/** How far it may go, and how much of that its open proposal takes. */
function Limits({ token: { limits }, proposal }: Pick<TokenCardProps, 'token' | 'proposal'>) {
  const texts = useText();
  const limitsLabel = useLabel('token', 'limits');
  const most = limits?.itemsPerProposal ?? null;
  return (
    <>
      {limits && (
        <Text size="sm" mt={4}>
          {limitsLabel}: {limitsText(limits, texts)}
        </Text>
      )}
      {proposal && (
        <Text size="sm" mt={4}>
          <Link href={`/proposals/${proposal.id}`}>
            {most === null
              ? texts.tokens.openItems(count(proposal.items.total, texts))
              : texts.tokens.openItemsOf(count(proposal.items.total, texts), count(most, texts))}
          </Link>
        </Text>
      )}
    </>
  );
}

interface SucceededProps {
  readonly token: Token;
  readonly successor: Token;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

/** Shows the wait of a renewal's old half: for the use of the new one, and then for its end. */
function Succeeded({ token, successor, isEnding, onEnd }: SucceededProps) {
  const texts = useText();
  const { renew } = texts.tokens;
  const used = successor.lastUsedAt;
  if (!used)
    return (
      <Alert mt="sm" color="blue">
        {renew.waits(ago(successor.createdAt, texts))}
      </Alert>
    );
  const isBusy = token.lastUsedAt !== null && Date.parse(token.lastUsedAt) > Date.parse(used);
  return (
    <Alert mt="sm" color={isBusy ? 'orange' : 'teal'}>
      <Stack gap="xs" align="flex-start">
        <span>{isBusy ? renew.busy(ago(token.lastUsedAt as string, texts)) : renew.taken(ago(used, texts))}</span>
        <Button size="xs" variant="default" loading={isEnding} onClick={onEnd}>
          {renew.end}
        </Button>
      </Stack>
    </Alert>
  );
}
