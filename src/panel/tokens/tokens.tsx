import { Button, Stack, Title } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { type ReactNode, useState } from 'react';
import { useProposals, useTokens } from '../api/queries';
import type { Token } from '../api/types';
import { Empty, PageHeader, Pages } from '../parts/states';
import { useText } from '../text/text';
import { TokenCard } from './card';
import { MintDialog } from './mint';
import { RenewDialog } from './renew';
import { successors } from './renewals';
import { UndoTokenDialog } from './undo-token';

/** The dialog that is open for a token. */
interface Opened {
  readonly what: 'undo' | 'renew';
  readonly token: Token;
}

export function TokensPage() {
  const texts = useText();
  const tokens = useTokens();
  const proposals = useProposals('open').data?.pages.flatMap(({ items }) => items);
  const [minting, setMinting] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const card = (token: Token, successor?: Token) => (
    <TokenCard
      key={token.id}
      token={token}
      successor={successor}
      proposal={proposals?.find((proposal) => proposal.token.id === token.id)}
      onUndo={() => setOpened({ what: 'undo', token })}
      onRenew={() => setOpened({ what: 'renew', token })}
    />
  );
  return (
    <>
      <PageHeader title={texts.tokens.title} lead={texts.tokens.lead}>
        <Button leftSection={<PlusIcon />} onClick={() => setMinting(true)}>
          {texts.tokens.mint}
        </Button>
      </PageHeader>
      <Pages query={tokens} empty={<Empty title={texts.tokens.empty} hint={texts.tokens.emptyHint} />}>
        {(items) => {
          const after = successors(items);
          const [living, ended] = [true, false].map((lives) =>
            items.filter(({ status }) => (status === 'active') === lives),
          ) as [Token[], Token[]];
          return (
            <Stack>
              {living.length > 0 && <Cards>{living.map((token) => card(token, after.get(token.id)))}</Cards>}
              {ended.length > 0 && (
                <section aria-labelledby="ended">
                  <Title order={2} size="h4" mb="xs" id="ended">
                    {texts.tokens.ended}
                  </Title>
                  <Cards>{ended.map((token) => card(token))}</Cards>
                </section>
              )}
            </Stack>
          );
        }}
      </Pages>
      {minting && <MintDialog onClose={() => setMinting(false)} />}
      {opened?.what === 'undo' && <UndoTokenDialog token={opened.token} onClose={close} />}
      {opened?.what === 'renew' && <RenewDialog token={opened.token} onClose={close} />}
    </>
  );
}

const Cards = ({ children }: { readonly children: ReactNode }) => (
  <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
    {children}
  </Stack>
);
