import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, newKey } from '../api/client';
import { useChannels, useJobs, useRefresh } from '../api/queries';
import type { Extension, Job } from '../api/types';
import { JobCard } from '../jobs/jobs';
import { tell } from '../parts/confirm';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Empty, Failure, Loading, PageHeader } from '../parts/states';
import { useSending } from '../session/sending';
import { useSession } from '../session/session';
import { useText } from '../text/text';
import { connect, mayBeKept, neededFields, type Tested } from './account';

/** Connects a marketplace from end to end: whether it takes the keys, the first import and how it goes. */
export function ConnectPage({ ext }: { readonly ext: string }) {
  const texts = useText();
  const { data, error, refetch } = useChannels();
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const extension = data.find(({ key, available }) => key === ext && available);
  if (!extension) return <Empty title={texts.common.unknownPage} />;
  return (
    <>
      <PageHeader title={texts.connect.title(extension.name)} lead={texts.connect.lead(extension.name)} />
      <Stack>
        <Keys extension={extension} />
        {extension.installed?.enabled && <FirstImport channel={extension.key} name={extension.name} />}
      </Stack>
    </>
  );
}

function Keys({ extension }: { readonly extension: Extension }) {
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [config, setConfig] = useState<Readonly<Record<string, string>>>({});
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const [tested, setTested] = useState<Tested | null>(null);
  const { key, name } = extension;
  const values = entered(extension, config);
  const keep = async (untested: boolean): Promise<void> => {
    setTested(null);
    const trimmed = Object.fromEntries(Object.entries(secrets).map(([field, value]) => [field, value.trim()]));
    try {
      const answer = await connect(storeId, key, { config: values, secrets: trimmed }, untested);
      setTested(answer);
      // What was not kept stays in the form, to be mended there.
      if (!answer || answer.ok) setSecrets({});
      if (!answer) tell(texts.connect.keptUntested);
    } finally {
      await refresh();
    }
  };
  const { busy, error, submit } = useSending(() => keep(false));
  const anyway = useSending(() => keep(true));
  const failed = error ?? anyway.error;
  return (
    <Part title={texts.connect.keys} lead={texts.connect.keysLead(name)}>
      <form onSubmit={submit}>
        <Stack mt="sm">
          {neededFields(extension).map(({ name: field, label, pattern }) => (
            <TextInput
              key={field}
              label={label[texts.language]}
              required
              withAsterisk={false}
              autoComplete="off"
              {...(pattern ? { pattern } : {})}
              value={values[field] ?? ''}
              onChange={({ currentTarget: { value } }) => setConfig({ ...config, [field]: value.trim() })}
            />
          ))}
          {extension.secrets.map(({ key: field, label, isSet }) => (
            <PasswordInput
              key={field}
              label={label[texts.language]}
              {...(isSet ? { description: texts.connect.isSet } : {})}
              required={!isSet}
              withAsterisk={false}
              autoComplete="off"
              maxLength={4096}
              value={secrets[field] ?? ''}
              onChange={({ currentTarget: { value } }) => setSecrets({ ...secrets, [field]: value })}
            />
          ))}
          {failed && <Failure error={failed} />}
          {tested && <Verdict tested={tested} name={name} />}
          <Group>
            <Button type="submit" loading={busy} disabled={anyway.busy}>
              {texts.connect.submit}
            </Button>
            {tested && mayBeKept(tested) && (
              <Button variant="default" loading={anyway.busy} disabled={busy} onClick={anyway.submit}>
                {texts.connect.keepUntested}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Part>
  );
}

/** What stands in the form: what was typed, else what is kept. */
const entered = (extension: Extension, typed: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    neededFields(extension).map(({ name }) => [name, typed[name] ?? String(extension.config?.[name] ?? '')]),
  );

/** What the marketplace said, and what to do about it. */
function Verdict({ tested: { ok, verdict, detail }, name }: { readonly tested: Tested; readonly name: string }) {
  const texts = useText();
  const { title, text } = texts.connect.verdicts[verdict];
  return (
    <Alert color={ok ? 'teal' : 'red'} role={ok ? 'status' : 'alert'} title={title(name)}>
      <Text size="sm">{text}</Text>
      {detail && (
        <Text size="xs" c="dimmed" mt="xs">
          {texts.connect.answered(name)} <Visible text={detail} />
        </Text>
      )}
    </Alert>
  );
}

/** Imports the catalog, and shows how far that is; the page may be closed meanwhile. */
function FirstImport({ channel, name }: { readonly channel: string; readonly name: string }) {
  const texts = useText();
  const refresh = useRefresh();
  const jobs = useJobs(channel);
  const [key, setKey] = useState(newKey);
  const start = useMutation({
    mutationFn: () => client.post<Job>(`/v1/channel/${channel}/catalog/pull`, { mode: 'import' }, key),
    onSuccess: () => setKey(newKey()),
    onSettled: refresh,
  });
  const job = jobs.data?.pages[0]?.items.find(({ mode }) => mode === 'import');
  const mayStart = !job || job.state === 'failed' || job.state === 'cancelled';
  return (
    <Part title={texts.connect.import} lead={texts.connect.importLead(name)}>
      <Stack mt="sm">
        {start.error && <Failure error={start.error} />}
        {jobs.error && <Failure error={jobs.error} retry={jobs.refetch} />}
        {job && (
          <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            <JobCard job={job} channel={channel} />
          </ul>
        )}
        {jobs.data && mayStart && (
          <Group>
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              {texts.connect.startImport}
            </Button>
          </Group>
        )}
      </Stack>
    </Part>
  );
}
