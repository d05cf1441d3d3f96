import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useSetup } from '../api/queries';
import { Failure } from '../parts/states';
import { useText } from '../text/text';
import { CurrentPassword } from './current-password';
import { Entrance } from './entrance';
import { useSending } from './sending';
import type { SessionState } from './session';

interface SignInProps {
  readonly signIn: SessionState['signIn'];
  readonly isOver: boolean;
}

export function SignIn({ signIn, isOver }: SignInProps) {
  const texts = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const isAwaited = useSetup().data?.awaited ?? false;
  const { busy, error, submit } = useSending(() => signIn(email.trim(), password));
  if (isAwaited)
    return (
      <Entrance title={texts.session.signIn} lead={texts.session.lead}>
        <Alert color="blue">{texts.setup.awaited}</Alert>
      </Entrance>
    );
  return (
    <Entrance title={texts.session.signIn} lead={texts.session.lead}>
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
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <CurrentPassword label={texts.session.password} value={password} onChange={setPassword} />
          {isOver && !error && <Alert color="blue">{texts.session.over}</Alert>}
          {error && <Failure error={error} />}
          <Button type="submit" loading={busy} fullWidth>
            {texts.session.signIn}
          </Button>
          <Anchor component={Link} href="/forgot" size="sm" ta="center">
            {texts.session.forgot}
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}
