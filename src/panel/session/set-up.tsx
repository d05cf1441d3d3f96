import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useSetup } from '../api/queries';
import { Failure } from '../parts/states';
import { useText } from '../text/text';
import { Entrance } from './entrance';
import { useLinkToken } from './link-token';
import { NewPassword } from './new-password';
import { useSending } from './sending';
import type { SessionState } from './session';

/** Makes the first store and its owner. The token stands behind the # of the address, and leaves with it. */
export function SetUp({ enter }: { readonly enter: SessionState['enter'] }) {
  const texts = useText();
  const [, navigate] = useLocation();
  const token = useLinkToken();
  const isAwaited = useSetup().data?.awaited ?? true;
  const [storeName, setStoreName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { busy, error, submit } = useSending(async () => {
    await enter('/v1/auth/setup', { token, storeName: storeName.trim(), email: email.trim(), password });
    navigate('/', { replace: true });
  });
  // The second sending of a set-up is told so, when the answer of the first was lost.
  const isOpen = !isAwaited || error?.problem?.code === 'opened_already';
  if (isOpen || token === '')
    return (
      <Entrance title={texts.setup.title} lead={texts.setup.lead}>
        <Stack>
          <Alert color="blue">{isOpen ? texts.setup.done : texts.setup.incomplete}</Alert>
          <Anchor component={Link} href="/">
            {texts.session.signIn}
          </Anchor>
        </Stack>
      </Entrance>
    );
  return (
    <Entrance title={texts.setup.title} lead={texts.setup.lead}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.setup.storeName}
            name="organization"
            autoComplete="organization"
            autoFocus
            required
            withAsterisk={false}
            maxLength={200}
            value={storeName}
            onChange={({ currentTarget }) => setStoreName(currentTarget.value)}
          />
          <TextInput
            label={texts.session.email}
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            maxLength={254}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <NewPassword value={password} onChange={setPassword} />
          {error && <Failure error={error} />}
          <Button type="submit" loading={busy} fullWidth>
            {texts.setup.submit}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
