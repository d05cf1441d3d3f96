import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client, newKey } from '../api/client';
import { usePasskeys, useRefresh, useSecondFactor } from '../api/queries';
import type { Passkey } from '../api/types';
import { tell } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { Visible } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { Ago } from '../parts/time';
import { NewPasskey } from '../session/new-passkey';
import { knowsPasskeys } from '../session/passkey-button';
import { useSending } from '../session/sending';
import { passkeyTexts } from '../text/passkeys';
import { useText } from '../text/text';
import { ProofDialog } from './second-factor';

type Act = 'add' | { readonly rename: Passkey } | { readonly remove: Passkey };

/** Shows the passkeys of the owner's log-in, and changes them. */
export function Passkeys() {
  const words = passkeyTexts[useText().language];
  const { data, error, refetch } = usePasskeys();
  const [act, setAct] = useState<Act | null>(null);
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.items.length === 0 && <Text size="sm">{words.none}</Text>}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.items.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onAct={setAct} />
        ))}
      </Stack>
      {knowsPasskeys() ? (
        <Group>
          <Button variant="default" onClick={() => setAct('add')}>
            {words.add}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {words.unknown}
        </Text>
      )}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

interface RowProps {
  readonly passkey: Passkey;
  onAct(act: Act): void;
}

function PasskeyRow({ passkey, onAct }: RowProps) {
  const texts = useText();
  const words = passkeyTexts[texts.language];
  const { data } = useSecondFactor();
  const { name, verifiesOwner, createdAt, usedAt } = passkey;
  const isKept = data?.isRequired === true && data.authenticatorSince === null && data.passkeys === 1;
  return (
    <Group component="li" justify="space-between">
      <div className="value">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            <Visible text={name} />
          </Text>
          <Badge variant="light" color={verifiesOwner ? 'teal' : 'gray'} tt="none">
            {verifiesOwner ? words.alone : words.beside}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {words.created}: <Ago at={createdAt} /> · {usedAt === null ? words.never : words.used}
          {usedAt !== null && (
            <>
              : <Ago at={usedAt} />
            </>
          )}
        </Text>
        {isKept && (
          <Text size="sm" c="dimmed">
            {texts.secondFactor.keptOn}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="xs" onClick={() => onAct({ rename: passkey })}>
          {words.rename}
        </Button>
        <Button variant="default" size="xs" disabled={isKept} onClick={() => onAct({ remove: passkey })}>
          {words.remove}
        </Button>
      </Group>
    </Group>
  );
}

interface DialogProps {
  onClose(): void;
}

function ActDialog({ act, onClose }: DialogProps & { readonly act: Act }) {
  const words = passkeyTexts[useText().language];
  if (act === 'add')
    return (
      <Dialog onClose={onClose} title={words.add}>
        <NewPasskey onDone={onClose} />
      </Dialog>
    );
  return 'rename' in act ? (
    <Rename passkey={act.rename} onClose={onClose} />
  ) : (
    <Remove passkey={act.remove} onClose={onClose} />
  );
}

interface OfOneProps extends DialogProps {
  readonly passkey: Passkey;
}

function Rename({ passkey, onClose }: OfOneProps) {
  const texts = useText();
  const words = passkeyTexts[texts.language];
  const refresh = useRefresh();
  const [name, setName] = useState(passkey.name);
  const { busy, error, submit } = useSending(async () => {
    await client.put(`/v1/account/passkeys/${passkey.id}`, { name: name.trim() }, newKey());
    tell(words.renamed);
    await refresh();
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={words.rename}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={words.name}
            required
            withAsterisk={false}
            maxLength={60}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {error && <Failure error={error} inDialog />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Remove({ passkey, onClose }: OfOneProps) {
  const words = passkeyTexts[useText().language];
  const send = async (): Promise<void> => {
    await client.delete(`/v1/account/passkeys/${passkey.id}`);
    tell(words.removed);
    onClose();
  };
  return (
    <ProofDialog title={words.removeTitle} text={words.removeText(passkey.name)} color="red" {...{ send, onClose }} />
  );
}
