import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Bundle } from '../../design/bundle/bundle';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import { useActorName } from '../parts/actors';
import { tell } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { Failure } from '../parts/states';
import { useSending } from '../session/sending';
import { useSession } from '../session/session';
import { ago } from '../text/format';
import { useText } from '../text/text';
import type { Draft, Finding } from './api';
import { ChangeList } from './change-list';
import { Findings } from './findings';
import { useVersion, useVersions, type Version } from './versions-api';

interface ShowDialogProps {
  readonly draft: Draft;
  /** The design that shoppers are to see: the draft, or an earlier version. */
  readonly asked: Version | 'draft';
  /** The version that was live when it was asked; 0: none. */
  readonly seen: number;
  readonly onClose: () => void;
}

const LABEL_MAX = 120;

/** Asks once more before shoppers see another design, and says what that changes. */
export function ShowDialog({ draft, asked, seen: first, onClose }: ShowDialogProps) {
  const texts = useText();
  const { design } = texts;
  const { storeId } = useSession();
  const refresh = useRefresh();
  const versions = useVersions();
  // The version that was seen counts. The refusal tells of one that was published meanwhile.
  const [seen, setSeen] = useState(first);
  const [hash] = useState(draft.hash);
  const [{ label, allowOlderTheme, key }, setForm] = useState({ label: '', allowOlderTheme: false, key: newKey() });
  const says = asked === 'draft' ? design.publish : design.rollback;
  const { busy, error, submit } = useSending(async () => {
    const named = label.trim() === '' ? {} : { label: label.trim() };
    const older = allowOlderTheme ? { allowOlderTheme } : {};
    const guard = { expectedRev: seen };
    const [command, payload] =
      asked === 'draft'
        ? ['design.publish', { hash, ...named, ...older, ...guard }]
        : ['design.rollback', { seq: asked.seq, ...named, ...guard }];
    try {
      await client.run({ storeId, command: command as string, payload }, key);
    } catch (refused) {
      setForm((now) => ({ ...now, key: newKey() }));
      await versions.refetch();
      throw refused;
    }
    await refresh();
    tell(says.done);
    onClose();
  });
  const { code } = error?.problem ?? {};
  const findings = (error?.problem?.findings ?? []) as readonly Finding[];
  return (
    <Dialog onClose={onClose} title={says.title} size="lg" closeOnClickOutside={!busy}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{asked === 'draft' ? design.publish.text : design.rollback.text(asked.seq)}</Text>
          {asked === 'draft' && draft.behind && (
            <Alert color="orange">{design.publish.behind(draft.baseSeq, seen)}</Alert>
          )}
          <Coming body={asked === 'draft' ? draft.body : null} seq={asked === 'draft' ? null : asked.seq} live={seen} />
          <TextInput
            label={design.versions.label}
            description={design.versions.labelHelp}
            data-autofocus
            maxLength={LABEL_MAX}
            value={label}
            onChange={({ currentTarget: { value } }) => setForm((now) => ({ ...now, label: value, key: newKey() }))}
          />
          {code === 'theme_older_than_live' && (
            <Switch
              label={design.publish.older}
              checked={allowOlderTheme}
              onChange={({ currentTarget: { checked } }) =>
                setForm((now) => ({ ...now, allowOlderTheme: checked, key: newKey() }))
              }
            />
          )}
          {code === 'rev_conflict' ? (
            <Overtaken seen={seen} onSeen={setSeen} />
          ) : findings.length > 0 && draft.body ? (
            <Findings title={design.publish.refused} color="red" findings={findings} body={draft.body} onGo={onClose} />
          ) : (
            error && <Failure inDialog error={error} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={busy} disabled={code === 'rev_conflict' && newestSeq(versions) !== seen}>
              {says.yes}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const newestSeq = ({ data }: ReturnType<typeof useVersions>): number => data?.pages[0]?.items[0]?.seq ?? 0;

interface ComingProps {
  /** The body; null: that of the version. */
  readonly body: Bundle | null;
  readonly seq: number | null;
  readonly live: number;
}

/** The differences that shoppers will see. */
function Coming({ body, seq, live }: ComingProps) {
  const now = useVersion(live);
  const next = useVersion(body ? null : seq);
  const after = body ?? next.data?.body;
  if (!after || (live > 0 && !now.data)) return null;
  const before = now.data?.body ?? null;
  return <ChangeList before={before} after={after} />;
}

/** Another has published meanwhile: who it was, and that nothing was done. */
function Overtaken({ seen, onSeen }: { readonly seen: number; readonly onSeen: (seq: number) => void }) {
  const texts = useText();
  const { conflict } = texts.design.publish;
  const actorName = useActorName();
  const newest = useVersions().data?.pages[0]?.items[0];
  if (!newest) return null;
  const { seq, byKind, byId, publishedAt } = newest;
  const who = actorName({ kind: byKind as 'owner', id: byId });
  return (
    <Alert color="orange" role="alert" title={conflict.title}>
      <Text size="sm">{conflict.text(who, seq, ago(publishedAt, texts))}</Text>
      {seq !== seen && (
        <Button mt="xs" size="xs" variant="default" onClick={() => onSeen(seq)}>
          {conflict.look}
        </Button>
      )}
    </Alert>
  );
}
