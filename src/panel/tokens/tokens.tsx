import { ActionIcon, Badge, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import {
  CounterClockwiseClockIcon,
  CrossCircledIcon,
  DotsVerticalIcon,
  PlusIcon,
  ResetIcon,
} from '@radix-ui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { client } from '../api/client';
import { useRefresh, useTokens } from '../api/queries';
import type { Token } from '../api/types';
import { tell, tellProblem, useConfirm } from '../parts/confirm';
import { useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { useSession } from '../session/session';
import { dateTime } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { MintDialog } from './mint';
import { UndoTokenDialog } from './undo-token';

export function TokensPage() {
  const texts = useText();
  const tokens = useTokens();
  const [minting, setMinting] = useState(false);
  const [undone, setUndone] = useState<Token | null>(null);
  const mint = (
    <Button leftSection={<PlusIcon />} onClick={() => setMinting(true)}>
      {texts.tokens.mint}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.tokens.title} lead={texts.tokens.lead}>
        {mint}
      </PageHeader>
      <Pages query={tokens} empty={<Empty title={texts.tokens.empty} hint={texts.tokens.emptyHint} />}>
        {(items) => (
          <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.map((token) => (
              <TokenCard key={token.id} token={token} onUndo={() => setUndone(token)} />
            ))}
          </Stack>
        )}
      </Pages>
      {minting && <MintDialog onClose={() => setMinting(false)} />}
      {undone && <UndoTokenDialog token={undone} onClose={() => setUndone(null)} />}
    </>
  );
}

function limitsOf(limits: NonNullable<Token['limits']>, texts: Texts): string {
  const { itemsPerProposal, priceChangePercent, neverCommands } = limits;
  return [
    itemsPerProposal === null ? [] : texts.tokens.limitItems(itemsPerProposal),
    priceChangePercent === null ? [] : texts.tokens.limitPercent(priceChangePercent),
    neverCommands.length === 0 ? [] : texts.tokens.limitNever(neverCommands.join(', ')),
  ]
    .flat()
    .join(' · ');
}

const statusColors = { active: 'teal', expired: 'gray', revoked: 'red' } as const;

function TokenCard({ token, onUndo }: { readonly token: Token; readonly onUndo: () => void }) {
  const texts = useText();
  const confirm = useConfirm();
  const refresh = useRefresh();
  const { storeId } = useSession();
  const { id, label, kind, status, createdAt, expiresAt, lastUsedAt } = token;
  const revoke = useMutation({
    mutationFn: () => client.run({ storeId, command: 'token.revoke', payload: { tokenId: id } }),
    onSuccess: () => tell(texts.tokens.revoked),
    onError: (error) => tellProblem(error, texts),
    onSettled: refresh,
  });
  const ask = async () => {
    const { revokeTitle: title, revokeText, revoke: yes } = texts.tokens;
    if (await confirm({ title, text: revokeText(visibleText(label)), yes, destructive: true })) revoke.mutate();
  };
  const limitsLabel = useLabel('token', 'limits');
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
          <Text size="sm" c="dimmed" component="div">
            {texts.tokens.lastUsed}: {lastUsedAt ? <Ago at={lastUsedAt} /> : texts.tokens.neverUsed}
            {' · '}
            {texts.tokens.createdAt}: <Ago at={createdAt} />
            {' · '}
            {texts.tokens.expiresAt}: {dateTime(expiresAt, texts)}
          </Text>
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
            {status === 'active' && (
              <Menu.Item color="red" leftSection={<CrossCircledIcon />} onClick={() => void ask()}>
                {texts.tokens.revoke}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {token.limits && (
        <Text size="sm" mt={4}>
          {limitsLabel}: {limitsOf(token.limits, texts)}
        </Text>
      )}
      <Group gap={4} mt="xs">
        {token.scopes.map((scope) => (
          <Badge key={scope} variant="default" size="sm" tt="none" fw={400}>
            {scopeWord(scope)}
          </Badge>
        ))}
      </Group>
    </Paper>
  );
}
