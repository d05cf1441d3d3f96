import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import { tell } from '../parts/confirm';
import { Failure } from '../parts/states';
import { NewPassword } from '../session/new-password';
import { ProofFields, useProof } from '../session/proof';
import { useSending } from '../session/sending';
import { useText } from '../text/text';

/** First the old password, which opens the door for a few minutes, then the new one. */
export function PasswordForm() {
  const texts = useText();
  const refresh = useRefresh();
  const proof = useProof();
  const [newPassword, setNewPassword] = useState('');
  const { busy, error, submit } = useSending(async () => {
    await proof.confirm();
    await client.post('/v1/account/password', { newPassword }, newKey());
    proof.clear();
    setNewPassword('');
    tell(texts.account.passwordChanged);
    await refresh();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ProofFields proof={proof} label={texts.account.oldPassword} />
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
