import { Alert, Badge, Button, Code, CopyButton, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Role, roleNames } from '../../kernel/declaration/roles';
import { client, newKey } from '../api/client';
import { useOwners, useRefresh } from '../api/queries';
import type { Owner } from '../api/types';
import { tell } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Failure, Pages } from '../parts/states';
import { ProofFields, useProof } from '../session/proof';
import { useSending } from '../session/sending';
import { useSession } from '../session/session';
import { dateTime } from '../text/format';
import { useText } from '../text/text';

/** An act for which the password is asked again. */
type Act =
  | { readonly kind: 'invite' }
  | { readonly kind: 'reinvite'; readonly owner: Owner }
  | { readonly kind: 'setRole'; readonly owner: Owner }
  | { readonly kind: 'remove'; readonly owner: Owner };

/** Shows the people of the store with their roles, and the invited ones. */
export function Owners() {
  const texts = useText();
  const owners = useOwners();
  const [act, setAct] = useState<Act | null>(null);
  const [link, setLink] = useState<string | null>(null);
  return (
    <>
      <Pages query={owners} empty={null}>
        {(items) => (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.map((owner) => (
              <OwnerRow key={owner.id} owner={owner} onAct={setAct} />
            ))}
          </Stack>
        )}
      </Pages>
      {link && <ShownLink link={link} />}
      <Group>
        <Button variant="default" onClick={() => setAct({ kind: 'invite' })}>
          {texts.account.invite}
        </Button>
      </Group>
      {act && <ActDialog act={act} onClose={() => setAct(null)} onLink={setLink} />}
    </>
  );
}

const statusColors = { active: 'teal', invited: 'blue', expired: 'gray' } as const;

function OwnerRow({ owner, onAct }: { readonly owner: Owner; onAct(act: Act): void }) {
  const texts = useText();
  const { ownerId } = useSession();
  const roleWord = useWord('owner', 'role');
  const { id, email, role, status, inviteExpiresAt } = owner;
  return (
    <Group component="li" justify="space-between" aria-label={email}>
      <div className="value">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            <Visible text={email} />
          </Text>
          <Badge variant="light" color={statusColors[status]}>
            {id === ownerId ? texts.account.you : texts.account.statuses[status]}
          </Badge>
          <Badge variant="light" color="gray">
            {roleWord(role)}
          </Badge>
          {owner.secondFactorSince !== null && (
            <Badge variant="light" color="teal">
              {texts.secondFactor.ownerHas}
            </Badge>
          )}
        </Group>
        {status === 'invited' && inviteExpiresAt && (
          <Text size="sm" c="dimmed">
            {texts.account.inviteUntil}: {dateTime(inviteExpiresAt, texts)}
          </Text>
        )}
      </div>
      {id !== ownerId && (
        <Group gap="xs">
          {status !== 'active' && (
            <Button variant="default" size="xs" onClick={() => onAct({ kind: 'reinvite', owner })}>
              {texts.account.reinvite}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => onAct({ kind: 'setRole', owner })}>
            {texts.account.setRole}
          </Button>
          <Button variant="default" color="red" size="xs" onClick={() => onAct({ kind: 'remove', owner })}>
            {texts.account.remove}
          </Button>
        </Group>
      )}
    </Group>
  );
}

/** The link as it was answered, once: without a mail server it is handed over by hand. */
function ShownLink({ link }: { readonly link: string }) {
  const texts = useText();
  return (
    <Alert color="blue" title={texts.account.linkTitle}>
      <Stack gap="xs">
        <Text size="sm">{texts.account.linkText}</Text>
        <Code className="value">{link}</Code>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Group>
              <Button size="xs" variant="light" onClick={copy}>
                {copied ? texts.common.copied : texts.common.copy}
              </Button>
            </Group>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  );
}

interface ActDialogProps {
  readonly act: Act;
  onClose(): void;
  onLink(link: string | null): void;
}

function ActDialog({ act, onClose, onLink }: ActDialogProps) {
  const texts = useText();
  const refresh = useRefresh();
  const [key] = useState(newKey);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(act.kind === 'invite' ? 'owner' : act.owner.role);
  const proof = useProof();
  const { busy, error, submit } = useSending(async () => {
    await proof.confirm();
    onLink((await perform(act, { email: email.trim(), role }, key)) ?? null);
    tell(texts.account.done[act.kind]);
    onClose();
    await refresh();
  });
  return (
    <Dialog onClose={onClose} title={texts.account.titles[act.kind]}>
      <form onSubmit={submit}>
        <Stack>
          {act.kind === 'invite' ? (
            <TextInput
              label={texts.session.email}
              type="email"
              required
              withAsterisk={false}
              maxLength={254}
              data-autofocus
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
          ) : (
            <Text size="sm" className="value">
              <Visible text={act.owner.email} />
            </Text>
          )}
          {(act.kind === 'invite' || act.kind === 'setRole') && <RoleChoice role={role} onChange={setRole} />}
          <Text size="sm">{texts.account.texts[act.kind]}</Text>
          <ProofFields proof={proof} label={texts.account.ownPassword} />
          {error && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={busy} {...(act.kind === 'remove' ? { color: 'red' } : {})}>
              {texts.account.titles[act.kind]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface RoleChoiceProps {
  readonly role: Role;
  onChange(role: Role): void;
}

/** Asks for a role, and says of each what it opens. */
function RoleChoice({ role, onChange }: RoleChoiceProps) {
  const { roleHints } = useText().account;
  const roleWord = useWord('owner', 'role');
  return (
    <Radio.Group label={useLabel('owner', 'role')} value={role} onChange={(chosen) => onChange(chosen as Role)}>
      <Stack gap="xs" mt={4}>
        {roleNames.toReversed().map((each) => (
          <Radio key={each} value={each} label={roleWord(each)} description={roleHints[each]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface Filled {
  readonly email: string;
  readonly role: Role;
}

/** @returns the link that was answered, if one was */
async function perform(act: Act, { email, role }: Filled, key: string): Promise<string | undefined> {
  const place = '/v1/account/owners';
  if (act.kind === 'invite') return (await client.post<{ link?: string }>(place, { email, role }, key)).link;
  const { id } = act.owner;
  if (act.kind === 'setRole') {
    await client.put(`${place}/${id}/role`, { role }, key);
    return undefined;
  }
  if (act.kind === 'remove') {
    await client.delete(`${place}/${id}`);
    return undefined;
  }
  return (await client.post<{ link?: string }>(`${place}/${id}/invitation`, {}, key)).link;
}
