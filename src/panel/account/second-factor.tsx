import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { client, newKey } from '../api/client';
import { useRefresh, useSecondFactor } from '../api/queries';
import type { SecondFactor as State } from '../api/types';
import { tell } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { Failure, Loading } from '../parts/states';
import { Enrolment } from '../session/enrolment';
import { ProofFields, useProof } from '../session/proof';
import { RecoveryCodes } from '../session/recovery-codes';
import { useSending } from '../session/sending';
import { dateTime } from '../text/format';
import { useText } from '../text/text';

type Act = 'turnOn' | 'turnOff' | 'renew' | 'require';

/** Shows the second step of the owner's log-in, and changes it. */
export function SecondFactor() {
  const { data, error, refetch } = useSecondFactor();
  const [act, setAct] = useState<Act | null>(null);
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const close = (): void => setAct(null);
  return (
    <>
      {data.since === null ? <Off onAct={setAct} /> : <On state={{ ...data, since: data.since }} onAct={setAct} />}
      {act === 'turnOn' && <EnrolmentDialog onClose={close} />}
      {act === 'turnOff' && <TurnOff onClose={close} />}
      {act === 'renew' && <Renew onClose={close} />}
      {act === 'require' && <Require isRequired={data.isRequiredHere} onClose={close} />}
    </>
  );
}

interface ActProps {
  onAct(act: Act): void;
}

function Off({ onAct }: ActProps) {
  const { secondFactor } = useText();
  return (
    <Group justify="space-between">
      <Text size="sm">{secondFactor.off}</Text>
      <Button onClick={() => onAct('turnOn')}>{secondFactor.turnOn}</Button>
    </Group>
  );
}

function On({ state, onAct }: ActProps & { readonly state: State & { readonly since: string } }) {
  const texts = useText();
  const { secondFactor } = texts;
  const { since, recoveryCodesLeft, isRequired, isRequiredHere, authenticatorSince, passkeys } = state;
  const isLast = isRequired && passkeys === 0;
  return (
    <>
      <Group gap="xs">
        <Badge color="teal" variant="light">
          {secondFactor.on}
        </Badge>
        <Text size="sm" c="dimmed">
          {dateTime(since, texts)} · {secondFactor.codesLeft(recoveryCodesLeft)}
        </Text>
      </Group>
      <Switch
        label={secondFactor.required}
        description={secondFactor.requiredHint}
        checked={isRequiredHere}
        onChange={() => onAct('require')}
      />
      <Group>
        <Button variant="default" onClick={() => onAct('renew')}>
          {secondFactor.renew}
        </Button>
        {authenticatorSince === null ? (
          <Button variant="default" onClick={() => onAct('turnOn')}>
            {secondFactor.addAuthenticator}
          </Button>
        ) : (
          <Button variant="default" color="red" disabled={isLast} onClick={() => onAct('turnOff')}>
            {secondFactor.turnOff}
          </Button>
        )}
        {isLast && authenticatorSince !== null && (
          <Text size="sm" c="dimmed">
            {secondFactor.keptOn}
          </Text>
        )}
      </Group>
    </>
  );
}

interface DialogProps {
  onClose(): void;
}

function EnrolmentDialog({ onClose }: DialogProps) {
  const { secondFactor } = useText();
  return (
    <Dialog onClose={onClose} title={secondFactor.turnOn}>
      <Enrolment onDone={onClose} />
    </Dialog>
  );
}

function TurnOff({ onClose }: DialogProps) {
  const { secondFactor } = useText();
  const send = async (): Promise<void> => {
    await client.delete('/v1/account/second-factor');
    tell(secondFactor.turnedOff);
    onClose();
  };
  return (
    <ProofDialog title={secondFactor.turnOff} text={secondFactor.turnOffText} color="red" {...{ send, onClose }} />
  );
}

function Require({ isRequired, onClose }: DialogProps & { readonly isRequired: boolean }) {
  const { secondFactor } = useText();
  const send = async (): Promise<void> => {
    await client.put('/v1/account/store/second-factor', { required: !isRequired }, newKey());
    tell(isRequired ? secondFactor.requiredOff : secondFactor.requiredOn);
    onClose();
  };
  return <ProofDialog title={secondFactor.required} text={secondFactor.requireText} {...{ send, onClose }} />;
}

function Renew({ onClose }: DialogProps) {
  const { secondFactor } = useText();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const send = async (): Promise<void> => {
    const path = '/v1/account/second-factor/recovery-codes';
    setCodes((await client.post<{ recoveryCodes: string[] }>(path, {}, newKey())).recoveryCodes);
  };
  if (codes)
    return (
      <Dialog onClose={onClose} title={secondFactor.codesTitle}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  return <ProofDialog title={secondFactor.renew} text={secondFactor.renewText} {...{ send, onClose }} />;
}

interface ProofDialogProps extends DialogProps {
  readonly title: string;
  readonly text: string;
  readonly color?: string;
  /** Is called once the password and the code were right. */
  send(): Promise<void>;
}

export function ProofDialog({ title, text, color, send, onClose }: ProofDialogProps) {
  const texts = useText();
  const refresh = useRefresh();
  const proof = useProof();
  const { busy, error, submit } = useSending(async () => {
    await proof.confirm();
    await send();
    await refresh();
  });
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{text}</Text>
          <ProofFields proof={proof} label={texts.account.ownPassword} />
          {error && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" {...(color ? { color } : {})} loading={busy}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
