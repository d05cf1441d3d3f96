import { Button, Center, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import { Failure } from '../parts/states';
import { useText } from '../text/text';
import { CodeInput } from './code-input';
import { ProofFields, useProof } from './proof';
import { RecoveryCodes } from './recovery-codes';
import { useSending } from './sending';

const PATH = '/v1/account/second-factor';

interface Secret {
  readonly secret: string;
  readonly uri: string;
}

/** Turns the second step on: the password, the secret for an authenticator, its first code, the recovery codes. */
export function Enrolment({ onDone }: { onDone(): void }) {
  const refresh = useRefresh();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = (): void => {
    void refresh();
    onDone();
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={finish} />;
  return secret ? (
    <Prove secret={secret} onProven={(made) => (made ? setCodes(made) : finish())} />
  ) : (
    <Begin onBegun={setSecret} />
  );
}

function Begin({ onBegun }: { onBegun(secret: Secret): void }) {
  const texts = useText();
  const proof = useProof();
  const { busy, error, submit } = useSending(async () => {
    await proof.confirm();
    onBegun(await client.post<Secret>(PATH, {}, newKey()));
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{texts.secondFactor.passwordText}</Text>
        <ProofFields proof={proof} label={texts.account.ownPassword} />
        {error && <Failure error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {texts.secondFactor.goOn}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ProveProps {
  readonly secret: Secret;
  /** @param recoveryCodes null: those that the owner has stand for it, too */
  onProven(recoveryCodes: readonly string[] | null): void;
}

function Prove({ secret: { secret, uri }, onProven }: ProveProps) {
  const { secondFactor } = useText();
  const [code, setCode] = useState('');
  const { busy, error, submit } = useSending(async () => {
    const proven = await client.post<{ recoveryCodes?: string[] }>(`${PATH}/proof`, { code: code.trim() }, newKey());
    onProven(proven.recoveryCodes ?? null);
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{secondFactor.scan}</Text>
        <Center>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
            alt={secondFactor.qr}
            width={200}
            height={200}
          />
        </Center>
        <Code className="value" ta="center" aria-label={secondFactor.scan}>
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </Code>
        <CodeInput label={secondFactor.firstCode} hint="" value={code} onChange={setCode} autoFocus />
        {error && <Failure error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {secondFactor.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
