import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { client, newKey } from '../api/client';
import { useRefresh, useStores } from '../api/queries';
import type { OwnStore } from '../api/types';
import { tell, tellProblem } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { Visible } from '../parts/quoted';
import { Failure, Pages } from '../parts/states';
import { ProofFields, useProof } from '../session/proof';
import { useSending } from '../session/sending';
import { goTo, useSession } from '../session/session';
import { useText } from '../text/text';
import { StoreNameForm } from './store-name-form';

/** The stores that the login opens: going to another one, leaving it, opening a further one. */
export function Stores() {
  const stores = useStores();
  const { role } = useSession();
  const [leaving, setLeaving] = useState<OwnStore | null>(null);
  return (
    <>
      <Pages query={stores} empty={null}>
        {(items) => (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.map((store) => (
              <StoreRow key={store.id} store={store} onLeave={() => setLeaving(store)} />
            ))}
          </Stack>
        )}
      </Pages>
      {role === 'owner' && <OpenForm />}
      {leaving && <LeaveDialog store={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function StoreRow({ store: { id, name, isCurrent }, onLeave }: { readonly store: OwnStore; onLeave(): void }) {
  const texts = useText();
  return (
    <Group component="li" justify="space-between" aria-label={name}>
      <Text size="sm" fw={600} className="value">
        <Visible text={name} />
      </Text>
      {isCurrent ? (
        <Badge variant="light">{texts.stores.current}</Badge>
      ) : (
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => void goTo(id).catch((error) => tellProblem(error, texts))}>
            {texts.stores.go}
          </Button>
          <Button variant="default" color="red" size="xs" onClick={onLeave}>
            {texts.stores.leave}
          </Button>
        </Group>
      )}
    </Group>
  );
}

function OpenForm() {
  const texts = useText();
  const [name, setName] = useState<string | null>(null);
  const [key, setKey] = useState(newKey);
  const [opened, setOpened] = useState(0);
  const send = async (): Promise<void> => {
    // However often it is sent, one dialog opens one store.
    await client.post('/v1/account/stores', { name }, key);
    // The next store is another form.
    setOpened(opened + 1);
    tell(texts.stores.opened);
  };
  return (
    <>
      <StoreNameForm
        key={opened}
        label={texts.stores.newName}
        action={texts.stores.open}
        variant="default"
        send={async (typed) => {
          setKey(newKey());
          setName(typed);
        }}
      />
      {name !== null && (
        <PasswordDialog
          name={name}
          title={texts.stores.open}
          text={texts.stores.openText}
          action={texts.stores.open}
          send={send}
          onClose={() => setName(null)}
        />
      )}
    </>
  );
}

function LeaveDialog({ store, onClose }: { readonly store: OwnStore; onClose(): void }) {
  const texts = useText();
  const send = async (): Promise<void> => {
    await client.delete(`/v1/account/stores/${store.id}`);
    tell(texts.stores.left);
  };
  return (
    <PasswordDialog
      name={store.name}
      title={texts.stores.leaveTitle}
      text={texts.stores.leaveText}
      action={texts.stores.leave}
      color="red"
      send={send}
      onClose={onClose}
    />
  );
}

interface PasswordDialogProps {
  /** The name of the store. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly color?: string;
  /** Is called once the password was the right one. */
  send(): Promise<void>;
  onClose(): void;
}

/** Asks for the password before a change of the stores that the login opens. */
function PasswordDialog({ name, title, text, action, color, send, onClose }: PasswordDialogProps) {
  const texts = useText();
  const refresh = useRefresh();
  const proof = useProof();
  const { busy, error, submit } = useSending(async () => {
    await proof.confirm();
    await send();
    onClose();
    await refresh();
  });
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" className="value">
            <Visible text={name} />
          </Text>
          <Text size="sm">{text}</Text>
          <ProofFields proof={proof} label={texts.account.ownPassword} />
          {error && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" {...(color ? { color } : {})} loading={busy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
