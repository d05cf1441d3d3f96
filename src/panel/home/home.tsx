import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { isOpen } from '../../channel/contract/state';
import { useRefreshAfterJobs } from '../api/shop';
import { JobLine } from '../jobs/line';
import { figureText } from '../parts/figure';
import { Failure, PageHeader, WaitingRows } from '../parts/states';
import { ago } from '../text/format';
import { useText } from '../text/text';
import { type Overview, useConcerns, useOverview } from './attention';
import { Concerns } from './concerns';
import { Days, TodayFigures } from './days';
import { useTellWaiting } from './waiting';

/** Shows the page on which the owner's day begins: tasks that wait, work under way, and the state of the shop. */
export function HomePage() {
  const texts = useText();
  const overview = useOverview();
  const concerns = useConcerns(overview);
  useTellWaiting(overview.isPending ? undefined : concerns);
  const jobs = overview.channels.flatMap((channel) => channel.jobs);
  useRefreshAfterJobs(jobs);
  const { error, isPending, retry } = overview;
  const running = jobs.filter(isOpen);
  const [isSeen, setSeen] = useState(false);
  if (!isSeen && (!isPending || error)) setSeen(true);
  // Urgent rows stand on top: if answers were shown one by one, each would push down the row that somebody is about to press.
  if (!isSeen)
    return (
      <>
        <PageHeader title={texts.nav.home} />
        <WaitingRows wide={51} narrow={51} form="cards" />
      </>
    );
  return (
    <>
      <PageHeader title={texts.nav.home} />
      <Stack gap="lg">
        {error && <Failure error={error} retry={retry} />}
        <Part title={texts.home.attention}>
          {concerns.length > 0 && <Concerns concerns={concerns} />}
          {/* What was not answered may be what waits: nothing is said to be in order before all of it is known. */}
          {!isPending && !error && concerns.length === 0 && <Text c="dimmed">{texts.home.nothing}</Text>}
        </Part>
        {overview.today && (
          <Part title={texts.home.today}>
            <TodayFigures today={overview.today} />
          </Part>
        )}
        {overview.today && (
          <Part title={texts.home.days}>
            <Days days={overview.today.days} />
          </Part>
        )}
        <Part title={texts.home.running}>
          {running.length > 0 && (
            <Paper withBorder p="md">
              <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
                {running.map((job) => (
                  <JobLine key={job.id} job={job} />
                ))}
              </Stack>
            </Paper>
          )}
          {!isPending && !error && running.length === 0 && <Text c="dimmed">{texts.home.noneRunning}</Text>}
        </Part>
        <Part title={texts.home.figures}>
          <Figures overview={overview} />
        </Part>
      </Stack>
    </>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={2} size="h4" mb="xs">
      {title}
    </Title>
    {children}
  </section>
);

function Figures({ overview: { active, soldOut, submitted, channels } }: { readonly overview: Overview }) {
  const texts = useText();
  const shown = [
    { label: texts.home.products, value: active && figureText(active, texts), href: '/products' },
    { label: texts.home.soldOutFigure, value: soldOut && figureText(soldOut, texts), href: '/products?stock=out' },
    {
      label: texts.home.waitingFigure,
      value: submitted && figureText(submitted, texts),
      href: '/proposals?state=submitted',
    },
    ...channels.map(({ key, name, health }) => ({
      label: texts.home.lastImport(name),
      value: health && (health.lastSync.catalogPull ? ago(health.lastSync.catalogPull, texts) : texts.jobs.never),
      href: `/jobs?channel=${key}`,
    })),
  ];
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {shown.map(({ label, value, href }) => (
        <Paper key={label} withBorder p="md" component={Link} href={href} className="row-link mantine-focus-auto">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fw={700} size="xl">
            {value ?? texts.common.nothing}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
