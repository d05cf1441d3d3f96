import { Alert, Paper, Stack, VisuallyHidden } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { isOpen } from '../../channel/contract/state';
import { useJob, useRefresh } from '../api/queries';
import type { Job, JobDetail } from '../api/types';
import { useWord } from '../parts/meaning';
import { useText } from '../text/text';
import { JobReason } from './job-reason';
import { useJobName } from './labels';
import { JobLine } from './line';

export type AskedJob = Pick<Job, 'id' | 'extension'>;

const AskContext = createContext<(job: AskedJob) => void>(() => {});

/** Shows the progress of a job that somebody has just asked for, on the page where he asked. */
export const useAsked = (): ((job: AskedJob) => void) => useContext(AskContext);

/** Older ones stand on the page of all jobs. */
const SHOWN_MAX = 5;

/** A page on which jobs are asked for: how far each is stands above it, until its end and what came of it. */
export function AskedJobs({ children }: { readonly children: ReactNode }) {
  const texts = useText();
  const [jobs, setJobs] = useState<readonly AskedJob[]>([]);
  const ask = useCallback(
    ({ id, extension }: AskedJob) =>
      setJobs((before) => [{ id, extension }, ...before.filter((each) => each.id !== id)].slice(0, SHOWN_MAX)),
    [],
  );
  return (
    <AskContext value={ask}>
      {jobs.length > 0 && (
        <Paper withBorder p="md" mb="md" component="section" aria-label={texts.channel.frame.asked}>
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {jobs.map((job) => (
              <Followed key={job.id} job={job} />
            ))}
          </Stack>
        </Paper>
      )}
      {children}
    </AskContext>
  );
}

function Followed({ job: { id, extension } }: { readonly job: AskedJob }) {
  const refresh = useRefresh();
  const { data } = useJob(extension, id, true);
  const isOver = data !== undefined && !isOpen(data);
  const wasOpen = useRef(true);
  useEffect(() => {
    if (isOver && wasOpen.current) void refresh();
    wasOpen.current = !isOver;
  });
  return data ? <JobProgress job={data} /> : null;
}

function JobProgress({ job }: { readonly job: JobDetail }) {
  const texts = useText();
  const name = useJobName(job);
  const stateWord = useWord('channel job', 'state');
  const { error, errors, state } = job;
  return (
    <>
      <JobLine job={job} />
      {/* Each step of a bar is too much to hear. */}
      <VisuallyHidden component="li" role="status">
        {texts.channel.frame.askedState(name, stateWord(state))}
      </VisuallyHidden>
      {(error !== null || errors.length > 0) && (
        <li>
          <Alert color="red" p="xs">
            {error !== null && <JobReason {...error} />}
            {errors.map(({ position, code, message }) => (
              <JobReason key={position} code={code} message={message} />
            ))}
          </Alert>
        </li>
      )}
    </>
  );
}
