import {
  Accordion,
  Alert,
  Badge,
  Button,
  Code,
  Group,
  Paper,
  Progress,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { isTally, type Tally, unchangedOf } from '../../channel/job/tally';
import { client, newKey } from '../api/client';
import { useChannelHealth, useChannels, useJob, useJobs, useRefresh } from '../api/queries';
import { useSentOnce } from '../api/sent-once';
import type { ChannelHealth, Extension, Job } from '../api/types';
import { ConnectLink } from '../connect/link';
import { tell, tellProblem, useConfirm } from '../parts/confirm';
import { useChoices, useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Empty, Failure, Loading, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { ago, ahead, count, duration } from '../text/format';
import { filled, useText } from '../text/text';
import { JobReason } from './job-reason';
import { jobColors, useJobName } from './labels';
import { useLinkedJob } from './linked-job';

type Channel = Pick<Extension, 'key' | 'name'>;

export function JobsPage() {
  const { data, error, refetch } = useChannels();
  const [search] = useSearchParams();
  const [chosen, choose] = useState(search.get('channel'));
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const channel = data.find(({ key }) => key === chosen) ?? data[0];
  if (!channel) return null;
  return (
    <ChannelJobs key={channel.key} channel={channel}>
      {data.length > 1 && (
        <SegmentedControl
          value={channel.key}
          onChange={choose}
          data={data.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
    </ChannelJobs>
  );
}

function ChannelJobs({ channel, children }: { readonly channel: Channel; readonly children: ReactNode }) {
  const texts = useText();
  const health = useChannelHealth(channel.key);
  const [search, setSearch] = useSearchParams();
  const filter = { kind: search.get('kind') ?? '', state: search.get('state') ?? '' };
  const jobs = useJobs(channel.key, filter);
  const choose = (name: keyof typeof filter, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const linked = useLinkedJob(channel.key, jobs.data);
  return (
    <>
      <PageHeader title={texts.jobs.title(channel.name)} lead={texts.jobs.lead}>
        <ImportButtons channel={channel.key} health={health.data} />
      </PageHeader>
      <Stack>
        {children}
        {health.error?.problem?.code === 'extension_not_installed' ? (
          <Alert color="orange" title={texts.jobs.notReady(channel.name)}>
            <ConnectLink ext={channel.key} />
          </Alert>
        ) : (
          health.error && <Failure error={health.error} retry={health.refetch} />
        )}
        {health.data && <Health health={health.data} name={channel.name} />}
        <search>
          <Group gap="xs">
            <FilterSelect field="kind" value={filter.kind} choose={choose} />
            <FilterSelect field="state" value={filter.state} choose={choose} />
          </Group>
        </search>
        <Pages
          query={jobs}
          empty={
            filter.kind || filter.state ? (
              <Empty title={texts.jobs.noneFound} hint={texts.jobs.noneFoundHint} />
            ) : (
              <Empty title={texts.jobs.empty} hint={texts.jobs.emptyHint} />
            )
          }
        >
          {(items) => (
            <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {[...linkedFirst(linked, items), ...items].map((job) => (
                <JobCard key={job.id} job={job} channel={channel.key} />
              ))}
            </Stack>
          )}
        </Pages>
      </Stack>
    </>
  );
}

interface FilterSelectProps {
  readonly field: 'kind' | 'state';
  /** The chosen value; '' for any. */
  readonly value: string;
  choose(field: 'kind' | 'state', value: string | null): void;
}

function FilterSelect({ field, value, choose }: FilterSelectProps) {
  const texts = useText();
  const label = useLabel('channel job', field);
  const choices = useChoices('channel job', field);
  return (
    <Select
      flex="1 1 9rem"
      label={label}
      placeholder={texts.common.all}
      clearable
      value={value || null}
      onChange={(chosen) => choose(field, chosen)}
      data={choices}
    />
  );
}

/** A job that a link leads to and that the pages which are loaded do not hold. */
const linkedFirst = (linked: Job | undefined, items: readonly Job[]): Job[] =>
  linked && items.every(({ id }) => id !== linked.id) ? [linked] : [];

interface ImportButtonsProps {
  readonly channel: string;
  readonly health: ChannelHealth | undefined;
}

/** Asks what an import would do, or for the import itself; of a channel that cannot be reached, nothing is asked. */
export function ImportButtons({ channel, health }: ImportButtonsProps) {
  const texts = useText();
  const confirm = useConfirm();
  const refresh = useRefresh();
  const sendOnce = useSentOnce();
  const start = useMutation({
    mutationFn: (mode: NonNullable<Job['mode']>) =>
      sendOnce({ mode }, (key) => client.post<Job>(`/v1/channel/${channel}/catalog/pull`, { mode }, key)),
    onSuccess: () => tell(texts.jobs.started),
    onError: (error) => tellProblem(error, texts),
    onSettled: refresh,
  });
  const importAll = async () => {
    const { importTitle: title, importText: text, import: yes } = texts.jobs;
    if (await confirm({ title, text, yes })) start.mutate('import');
  };
  const ready = health?.enabled === true && health.credentials.complete;
  return (
    <>
      <Button variant="default" disabled={!ready || start.isPending} onClick={() => start.mutate('preview')}>
        {texts.jobs.preview}
      </Button>
      <Button disabled={!ready} loading={start.isPending} onClick={() => void importAll()}>
        {texts.jobs.import}
      </Button>
    </>
  );
}

export function Health({ health, name }: { readonly health: ChannelHealth; readonly name: string }) {
  const texts = useText();
  const { enabled, credentials, lastSync, queueDepth, failedJobs, budget } = health;
  if (!credentials.complete)
    return (
      <Alert color="orange" title={texts.jobs.notReady(name)}>
        <Visible text={credentials.blockedBy.join(', ')} />
        <ConnectLink ext={health.extension} />
      </Alert>
    );
  if (!enabled)
    return (
      <Alert color="orange" title={texts.jobs.disabled(name)}>
        <ConnectLink ext={health.extension} />
      </Alert>
    );
  const limit = budget.requestsPer10Seconds === 0 ? texts.jobs.unlimited : count(budget.requestsPer10Seconds, texts);
  const facts = [
    [texts.jobs.lastImport, lastSync.catalogPull ? ago(lastSync.catalogPull, texts) : texts.jobs.never],
    [texts.jobs.queue, count(queueDepth, texts)],
    [texts.jobs.failedToday, count(failedJobs, texts)],
    [texts.jobs.budget, `${count(budget.usedInLast10Seconds, texts)} / ${limit}`],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
      {facts.map(([label, value]) => (
        <Paper key={label} withBorder p="sm">
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text fw={600}>{value}</Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

export function JobCard({ job, channel }: { readonly job: Job; readonly channel: string }) {
  const texts = useText();
  const confirm = useConfirm();
  const refresh = useRefresh();
  const [opened, setOpened] = useState(false);
  const { id, state, progress, waiting, waitingBehind, error, createdAt, startedAt, finishedAt } = job;
  const { total, done } = progress;
  const name = useJobName(job);
  const stateWord = useWord('channel job', 'state');
  const waitingWord = useWord('channel job', 'waiting', 'reason');
  const nextTry = useLabel('channel job', 'waiting', 'until');
  const cancel = useMutation({
    mutationFn: () => client.post(`/v1/channel/${channel}/jobs/${id}/cancel`, {}, newKey()),
    onSuccess: () => tell(texts.jobs.cancelled),
    onError: (problem) => tellProblem(problem, texts),
    onSettled: refresh,
  });
  const ask = async () => {
    const { cancelTitle: title, cancelText: text, cancel: yes } = texts.jobs;
    if (await confirm({ title, text, yes, destructive: true })) cancel.mutate();
  };
  const share = total ? (done / total) * 100 : state === 'succeeded' ? 100 : 0;
  return (
    <Paper withBorder p="md" component="li" id={id} tabIndex={-1} aria-label={`${name} ${id}`}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div>
          <Group gap="xs">
            <Text fw={600}>
              <Visible text={name} />
            </Text>
            <Badge variant="light" color={jobColors[state]}>
              {stateWord(state)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" component="div">
            <Ago at={createdAt} />
            {startedAt && ` · ${duration(startedAt, finishedAt, texts)}`}
          </Text>
        </div>
        {job.cancellable && (
          <Button size="xs" variant="light" color="red" loading={cancel.isPending} onClick={() => void ask()}>
            {texts.jobs.cancel}
          </Button>
        )}
      </Group>
      <Progress
        mt="sm"
        value={share}
        color={jobColors[state]}
        animated={state === 'running' && total !== null}
        aria-label={name}
      />
      {isTally(progress) && <Counted tally={progress} job={job} />}
      <Brought job={job} />
      <Created job={job} />
      {waiting && (
        <Text size="sm" c="dimmed">
          {waitingBehind ? (
            filled(texts.jobs.waitingBehind, { job: <Code className="id">{waitingBehind}</Code> })
          ) : (
            <>
              {texts.jobs.waitingFor}: {waitingWord(waiting.reason)}
              {waiting.until && ` · ${nextTry}: ${ahead(waiting.until, texts)}`}
            </>
          )}
        </Text>
      )}
      {error && (
        <Alert color="red" mt="xs">
          <JobReason {...error} />
        </Alert>
      )}
      <Accordion
        variant="default"
        chevronPosition="left"
        mt="xs"
        styles={{ item: { border: 0 } }}
        onChange={(value) => setOpened(value !== null)}
      >
        <Accordion.Item value="details">
          <Accordion.Control>
            <Text size="sm">{texts.common.details}</Text>
          </Accordion.Control>
          <Accordion.Panel>{opened && <Details job={job} channel={channel} />}</Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Paper>
  );
}

function Counted({ tally, job: { mode, progress } }: { readonly tally: Tally; readonly job: Job }) {
  const texts = useText();
  const { done, created, updated, failed } = tally;
  const { total } = progress;
  const words =
    mode === 'preview'
      ? ([texts.jobs.wouldCreate, texts.jobs.wouldUpdate, texts.jobs.wouldStay] as const)
      : ([texts.jobs.created, texts.jobs.updated, texts.jobs.unchanged] as const);
  return (
    <Text size="sm" mt={4}>
      {texts.jobs.progress(count(done, texts), total === null ? '?' : count(total, texts))} · {count(created, texts)}{' '}
      {words[0]}, {count(updated, texts)} {words[1]}, {count(unchangedOf(tally), texts)} {words[2]}
      {failed > 0 && (
        <Text component="span" size="sm" c="red">
          {`, ${count(failed, texts)} ${texts.jobs.failed}`}
        </Text>
      )}
    </Text>
  );
}

/** Pictures follow the products, so a job that is done with these may have them before it; and what makes an import take longer. */
function Brought({ job: { progress } }: { readonly job: Job }) {
  const texts = useText();
  const { pictures = 0, picturesFetched = 0, picturesFailed = 0, begunAnew = 0 } = progress;
  return (
    <>
      {pictures > 0 && (
        <Text size="sm" mt={4}>
          {texts.jobs.pictures(count(picturesFetched, texts), count(pictures, texts))}
          {picturesFailed > 0 && (
            <Text component="span" size="sm" c="red">
              {`, ${texts.jobs.picturesFailed(count(picturesFailed, texts))}`}
            </Text>
          )}
        </Text>
      )}
      {begunAnew > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {texts.jobs.begunAnew(begunAnew)}
        </Text>
      )}
    </>
  );
}

/** The brand that there is now. */
function Created({ job: { progress } }: { readonly job: Job }) {
  const brandLabel = useLabel('channel job', 'progress', 'brandId');
  if (!progress.brandId) return null;
  return (
    <Text size="sm" mt={4}>
      {brandLabel}: <Code>{progress.brandId}</Code>
    </Text>
  );
}

const SHOWN_MAX = 100;

function Details({ job, channel }: { readonly job: Job; readonly channel: string }) {
  const texts = useText();
  const waitsFor = useLabel('channel job', 'waitingFor');
  const { data, error, isPending, refetch } = useJob(channel, job.id, true);
  if (isPending) return <Loading />;
  if (error) return <Failure error={error} retry={refetch} />;
  const { errors, sample = [], workflowId, progress, waitingFor, waitingBehind, error: stopped } = data;
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        {texts.jobs.workflow}: <Code>{workflowId}</Code>
      </Text>
      {waitingFor && !waitingBehind && (
        <Text size="xs" c="dimmed">
          {waitsFor}: <Visible text={waitingFor} />
        </Text>
      )}
      {errors.length === 0 && isTally(progress) && (
        <Text size="sm">{stopped ? texts.jobs.noProductErrors : texts.jobs.noErrors}</Text>
      )}
      {errors.length > 0 && (
        <Table.ScrollContainer minWidth={420}>
          <Table captionSide="top" verticalSpacing={4}>
            <Table.Caption>
              {texts.jobs.errors}
              {progress.failed > errors.length && ` (${texts.jobs.firstErrors(SHOWN_MAX)})`}
            </Table.Caption>
            <Table.Tbody>
              {errors.map(({ position, title, barcode, remoteId, code, message }) => (
                <Table.Tr key={position}>
                  <Table.Td>
                    <Visible text={title ?? barcode ?? remoteId ?? texts.common.nothing} />
                  </Table.Td>
                  <Table.Td>
                    <JobReason code={code} message={message} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {sample.length > 0 && (
        <Table captionSide="top" verticalSpacing={4}>
          <Table.Caption>{texts.jobs.sample}</Table.Caption>
          <Table.Tbody>
            {sample.map(({ remoteId, title, action }) => (
              <Table.Tr key={remoteId}>
                <Table.Td>
                  <Visible text={title} />
                </Table.Td>
                <Table.Td>{texts.jobs.actions[action]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
