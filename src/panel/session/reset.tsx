import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { client } from '../api/client';
import { Failure } from '../parts/states';
import { useText } from '../text/text';
import { Entrance } from './entrance';
import { useLinkToken } from './link-token';
import { NewPassword } from './new-password';
import { useSending } from './sending';

/** Sets another password with the link of a mail. Looking at the page uses nothing up: the button does. */
export function Reset() {
  const texts = useText();
  const token = useLinkToken();
  const [password, setPassword] = useState('');
  const [isSet, setIsSet] = useState(false);
  const { busy, error, submit } = useSending(async () => {
    await client.post('/v1/auth/reset', { token, password });
    setIsSet(true);
  });
  const isOver = error?.problem?.code === 'link_over';
  return (
    <Entrance title={texts.reset.title} lead={texts.reset.lead}>
      {isSet || isOver || token === '' ? (
        <Stack>
          {isOver && error ? (
            <Failure error={error} />
          ) : (
            <Alert color="blue">{isSet ? texts.reset.done : texts.reset.incomplete}</Alert>
          )}
          {!isSet && (
            <Anchor component={Link} href="/forgot">
              {texts.reset.again}
            </Anchor>
          )}
          <Anchor component={Link} href="/">
            {texts.session.signIn}
          </Anchor>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <NewPassword label={texts.account.newPassword} value={password} onChange={setPassword} />
            {error && <Failure error={error} />}
            <Button type="submit" loading={busy} fullWidth>
              {texts.reset.submit}
            </Button>
          </Stack>
        </form>
      )}
    </Entrance>
  );
}
