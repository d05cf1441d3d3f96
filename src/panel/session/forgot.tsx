import { Alert, Anchor, Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { client } from '../api/client';
import { Failure } from '../parts/states';
import { useText } from '../text/text';
import { Entrance } from './entrance';
import { useSending } from './sending';

/** Asks for a link to the mailbox of the address. It tells nobody whether an owner logs in with the address. */
export function Forgot() {
  const texts = useText();
  const [email, setEmail] = useState('');
  const [mails, setMails] = useState<'sent' | 'kept'>();
  const { busy, error, submit } = useSending(async () => {
    setMails((await client.post<{ mails: 'sent' | 'kept' }>('/v1/auth/forgot', { email: email.trim() })).mails);
  });
  return (
    <Entrance title={texts.forgot.title} lead={texts.forgot.lead}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.session.email}
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            maxLength={254}
            value={email}
            onChange={({ currentTarget }) => {
              setEmail(currentTarget.value);
              setMails(undefined);
            }}
          />
          <div aria-live="polite">
            {mails === 'sent' && <Alert color="blue">{texts.forgot.sent}</Alert>}
            {mails === 'kept' && (
              <Alert color="blue">
                <Text size="sm">{texts.forgot.kept}</Text>
                <Code lang="en">tezgah owners reset</Code>
              </Alert>
            )}
          </div>
          {error && <Failure error={error} />}
          <Button type="submit" loading={busy} fullWidth>
            {texts.forgot.submit}
          </Button>
          <Anchor component={Link} href="/" size="sm">
            {texts.session.signIn}
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}
