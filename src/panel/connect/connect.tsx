import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { client, newKey } from '../api/client';
import { useExtensions, useJobs, useRefresh } from '../api/queries';
import type { Extension, Job } from '../api/types';
import { JobCard } from '../jobs/jobs';
import { tell } from '../parts/confirm';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Empty, Failure, Loading, PageHeader } from '../parts/states';
import { isAllRead } from '../parts/typed-field';
import { useSending } from '../session/sending';
import { useSession } from '../session/session';
import { configFieldsOf, configIn, configValuesOf, type Schema, type Values } from '../store/fields';
import { Inputs } from '../store/inputs';
import { useText } from '../text/text';
import { connect, isTested, mayBeKept, type Tested } from './account';
import { Webhook } from './webhook';

/**
 * Shows the needs of an extension, whichever its kind; for a marketplace also whether it takes the keys, the first import and its progress.
 */
export function ConnectPage({ ext }: { readonly ext: string }) {
  const texts = useText();
  const { data, error, refetch } = useExtensions();
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const extension = data.find(({ key, available }) => key === ext && available);
  if (!extension) return <Empty title={texts.common.unknownPage} />;
  const { key, name, kind, installed } = extension;
  const { title, lead, plainLead } = texts.connect;
  const isChannel = kind === 'channel';
  return (
    <>
      <PageHeader title={title(name)} lead={isChannel ? lead(name) : plainLead(name)} />
      <Stack>
        <Keys extension={extension} />
        {installed && <Webhook extension={extension} />}
        {isChannel && installed?.enabled && <FirstImport channel={key} name={name} />}
      </Stack>
    </>
  );
}

function Keys({ extension }: { readonly extension: Extension }) {
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [typed, setTyped] = useState<Values>({});
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const [tested, setTested] = useState<Tested | null>(null);
  const { name, kind, installed } = extension;
  const isTried = isTested(extension);
  const fields = configFieldsOf(extension.configSchema as Schema);
  // Typed values stand over the kept ones.
  const values = { ...configValuesOf(fields, extension.config), ...typed };
  const keep = async (untested: boolean): Promise<void> => {
    setTested(null);
    const trimmed = Object.fromEntries(Object.entries(secrets).map(([field, value]) => [field, value.trim()]));
    let isKept = false;
    try {
      const answer = await connect(storeId, extension, { config: configIn(values), secrets: trimmed }, untested);
      setTested(answer);
      isKept = !answer || answer.ok;
      if (!answer) tell(isTried ? texts.connect.keptUntested : texts.connect.kept);
    } finally {
      await refresh();
    }
    // Values that were not kept stay in the form, to be mended there.
    if (!isKept) return;
    setSecrets({});
    setTyped({});
  };
  const { busy, error, submit } = useSending(() => keep(false));
  const form = useRef<HTMLFormElement>(null);
  // The browser does not look at the fields for a button that is not the form's own.
  const anyway = useSending(async () => {
    if (isAllRead(form.current)) await keep(true);
  });
  const failed = error ?? anyway.error;
  const lead = kind === 'channel' ? texts.connect.keysLead : texts.connect.plainKeysLead;
  return (
    <Part title={texts.connect.keys} lead={lead(name)}>
      <form ref={form} onSubmit={submit}>
        <Stack mt="sm">
          <Inputs fields={fields} values={values} onChange={setTyped} />
          {extension.secrets.map(({ key: field, label, required, isSet }) => (
            <PasswordInput
              key={field}
              label={label[texts.language]}
              {...(isSet
                ? { description: texts.connect.isSet }
                : required
                  ? {}
                  : { description: texts.connect.notNeeded })}
              required={required && !isSet}
              withAsterisk={false}
              autoComplete="off"
              maxLength={4096}
              value={secrets[field] ?? ''}
              onChange={({ currentTarget: { value } }) => setSecrets({ ...secrets, [field]: value })}
            />
          ))}
          {failed && <Failure error={failed} />}
          {tested && <Verdict tested={tested} name={name} />}
          {!isTried && installed && !installed.enabled && extension.blockedBy.length === 0 && (
            <Text size="sm">
              {texts.connect.isOff(name)}{' '}
              <Anchor component={Link} href="/settings/extensions" size="sm" underline="always">
                {texts.connect.toEnable}
              </Anchor>
            </Text>
          )}
          <Group>
            <Button type="submit" loading={busy} disabled={anyway.busy}>
              {isTried ? texts.connect.submit : texts.connect.save}
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

/** Shows the verdict of the marketplace, and the way on. */
function Verdict({ tested: { ok, verdict, detail }, name }: { readonly tested: Tested; readonly name: string }) {
  const texts = useText();
  const { title, text } = texts.connect.verdicts[verdict];
  return (
    <Alert color={ok ? 'teal' : 'red'} role={ok ? 'status' : 'alert'} title={title(name)}>
      <Text size="sm">{text}</Text>
      {/* Programs say it in English; what it means stands above in the language of the page. */}
      {detail && texts.language === 'en' && (
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
