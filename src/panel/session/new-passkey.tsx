import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AskedRegistration } from '../../account/passkey/wire';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import { tell } from '../parts/confirm';
import { Failure } from '../parts/states';
import { passkeyTexts } from '../text/passkeys';
import { useText } from '../text/text';
import { deviceName } from './device';
import { withPasskeys } from './passkey-button';
import { ProofFields, useProof } from './proof';
import { RecoveryCodes } from './recovery-codes';
import { useSending } from './sending';

const PATH = '/v1/account/passkeys';

/** Adds a passkey: the password, the prompt of the browser and, with the first second step, the recovery codes. */
export function NewPasskey({ onDone }: { onDone(): void }) {
  const texts = useText();
  const words = passkeyTexts[texts.language];
  const refresh = useRefresh();
  const proof = useProof();
  const [name, setName] = useState(() => deviceName(navigator.userAgent).slice(0, NAME_LENGTH_MAX));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = async (): Promise<void> => {
    await refresh();
    onDone();
  };
  const { busy, error, submit } = useSending(async () => {
    await proof.confirm();
    const { options } = await client.post<{ options: AskedRegistration }>(`${PATH}/options`, {}, newKey());
    const credential = await (await withPasskeys()).makePasskey(options);
    const body = { name: name.trim(), credential };
    const { recoveryCodes } = await client.post<{ recoveryCodes?: string[] }>(PATH, body, newKey());
    tell(words.added);
    if (recoveryCodes) setCodes(recoveryCodes);
    else await finish();
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={() => void finish()} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{words.addText}</Text>
        <TextInput
          label={words.name}
          required
          withAsterisk={false}
          maxLength={NAME_LENGTH_MAX}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ProofFields proof={proof} label={texts.account.ownPassword} />
        {error && <Failure error={error} inDialog />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {texts.secondFactor.goOn}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const NAME_LENGTH_MAX = 60;
