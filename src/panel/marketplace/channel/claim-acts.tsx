import { Button, FileInput, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { DESCRIPTION_MAX } from '../../../channel/claim/limits';
import type { Claim, ClaimReason } from '../../api/claims';
import { client, newKey } from '../../api/client';
import { useRefresh } from '../../api/queries';
import { type AskedJob, useAsked } from '../../jobs/asked-jobs';
import { tell } from '../../parts/confirm';
import { Dialog } from '../../parts/dialog';
import { useMay } from '../../parts/meaning';
import { Failure } from '../../parts/states';
import { useSending } from '../../session/sending';
import { useText } from '../../text/text';

const acts = ['approve', 'reject', 'issue'] as const;
type Act = (typeof acts)[number];

const TYPES = 'image/jpeg,image/png,image/webp';

export interface ClaimActsProps {
  readonly channel: string;
  readonly claim: Claim;
  readonly item: Claim['items'][number];
  readonly reasons: readonly ClaimReason[];
}

/** Acts upon one piece that a buyer claims. */
export function ClaimActs(props: ClaimActsProps) {
  const { claims } = useText().channel;
  const [asked, ask] = useState<Act | null>(null);
  const may = useMay();
  const { title, itemId } = props.item;
  if (!may('channel.claims.act')) return null;
  return (
    <Group gap="xs">
      {acts.map((act) => (
        <Button
          key={act}
          size="xs"
          variant={act === 'approve' ? 'filled' : 'default'}
          aria-label={`${title ?? itemId}: ${claims.acts[act].button}`}
          onClick={() => ask(act)}
        >
          {claims.acts[act].button}
        </Button>
      ))}
      {asked && <ActDialog {...props} act={asked} onClose={() => ask(null)} />}
    </Group>
  );
}

interface Stated {
  readonly reason: string | null;
  readonly description: string;
  readonly files: readonly File[];
}

const NOTHING: Stated = { reason: null, description: '', files: [] };

function formOf(act: Act, itemId: string, { reason, description, files }: Stated): FormData {
  const form = new FormData();
  form.append('act', act);
  form.append('itemId', itemId);
  if (act === 'reject' && reason !== null) form.append('reason', reason);
  if (act !== 'approve') form.append('description', description.trim());
  if (act !== 'approve') for (const file of files) form.append('files', file, file.name);
  return form;
}

function ActDialog({
  channel,
  claim,
  item,
  reasons,
  act,
  onClose,
}: ClaimActsProps & { act: Act; onClose: () => void }) {
  const texts = useText();
  const { claims } = texts.channel;
  const says = claims.acts[act];
  const refresh = useRefresh();
  const asked = useAsked();
  // A corrected push is another call, and a lost answer may be asked for again.
  const [{ stated, key }, setForm] = useState({ stated: NOTHING, key: newKey() });
  const change = (part: Partial<Stated>) => setForm({ stated: { ...stated, ...part }, key: newKey() });
  const chosen = reasons.find(({ reason }) => reason === stated.reason);
  const lacksFile = act === 'reject' && chosen?.needsFile === true && stated.files.length === 0;
  const isEnough =
    act === 'approve' ||
    (stated.description.trim() !== '' && !lacksFile && (act === 'issue' || stated.reason !== null));
  const { busy, error, submit } = useSending(async () => {
    const path = `/v1/channel/${channel}/claims/${encodeURIComponent(claim.claimId)}/act`;
    const job = await client.form<AskedJob>(path, formOf(act, item.itemId, stated), key);
    await refresh();
    tell(says.done);
    asked(job);
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={says.title} closeOnClickOutside={!busy}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{says.text}</Text>
          {act === 'reject' && (
            <Select
              label={claims.reason}
              required
              withAsterisk={false}
              data={reasons.map(({ reason, ...words }) => ({ value: reason, label: words[texts.language] }))}
              value={stated.reason}
              onChange={(reason) => change({ reason })}
            />
          )}
          {act !== 'approve' && (
            <Textarea
              label={claims.description}
              required
              withAsterisk={false}
              autosize
              minRows={2}
              maxLength={DESCRIPTION_MAX}
              value={stated.description}
              onChange={({ currentTarget: { value } }) => change({ description: value })}
            />
          )}
          {act !== 'approve' && (
            <FileInput
              label={claims.files}
              description={lacksFile ? claims.filesNeeded : claims.filesHint}
              multiple
              clearable
              accept={TYPES}
              value={[...stated.files]}
              onChange={(files) => change({ files })}
            />
          )}
          {error && <Failure inDialog error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={busy} disabled={!isEnough}>
              {says.yes}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
