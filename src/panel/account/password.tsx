import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import { tell } from '../parts/confirm';
import { Failure } from '../parts/states';
import { NewPassword } from '../session/new-password';
import { useSending } from '../session/sending';
import { useText } from '../text/text';

/** First the old password, which opens the door for a few minutes, then the new one. */
export function PasswordForm() {
  const texts = useText();
  const refresh = useRefresh();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const { busy, error, submit } = useSending(async () => {
    await client.post('/v1/auth/confirm', { password });
    await client.post('/v1/account/password', { newPassword }, newKey());
    setPassword('');
    setNewPassword('');
    tell(texts.account.passwordChanged);
    await refresh();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          label={texts.account.oldPassword}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <NewPassword label={texts.account.newPassword} value={newPassword} onChange={setNewPassword} />
        {error && <Failure error={error} />}
        <Group>
          <Button type="submit" loading={busy}>
            {texts.account.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
