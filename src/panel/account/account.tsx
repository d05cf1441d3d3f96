import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '../parts/states';
import { useSession } from '../session/session';
import { passkeyTexts } from '../text/passkeys';
import { useText } from '../text/text';
import { Owners } from './owners';
import { Passkeys } from './passkeys';
import { PasswordForm } from './password';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';
import { StoreName } from './store-name';
import { Stores } from './stores';

/** The owner's own account, and what the store is called. */
export function AccountPage() {
  const texts = useText();
  const { email, role } = useSession();
  const words = passkeyTexts[texts.language];
  const isOwner = role === 'owner';
  return (
    <>
      <PageHeader title={texts.account.title} lead={email} />
      <Stack>
        {isOwner && (
          <Part title={texts.account.store}>
            <StoreName />
          </Part>
        )}
        <Part title={texts.stores.title} lead={texts.stores.lead}>
          <Stores />
        </Part>
        <Part title={texts.account.password} lead={texts.account.passwordLead}>
          <PasswordForm />
        </Part>
        <Part title={texts.secondFactor.title} lead={texts.secondFactor.lead}>
          <SecondFactor />
        </Part>
        <Part title={words.title} lead={words.lead}>
          <Passkeys />
        </Part>
        <Part title={texts.account.sessions} lead={texts.account.sessionsLead}>
          <Sessions />
        </Part>
        {isOwner && (
          <Part title={texts.account.owners} lead={texts.account.ownersLead}>
            <Owners />
          </Part>
        )}
      </Stack>
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

function Part({ title, lead, children }: PartProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" size="sm">
          {lead}
        </Text>
      )}
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </Paper>
  );
}
