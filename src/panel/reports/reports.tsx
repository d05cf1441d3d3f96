import { Group, Select, Stack, Tabs, TextInput } from '@mantine/core';
import { useSearchParams } from 'wouter';
import type { ReportQuery } from '../api/reports';
import { PageHeader } from '../parts/states';
import { useText } from '../text/text';
import { AccountsFile } from './accounts';
import { daysOf, type Preset, presetOf, presets } from './period';
import { SalesReport } from './sales';
import { StockReport } from './stock';
import { VatReport } from './vat';

const views = ['sales', 'vat', 'stock'] as const;
type View = (typeof views)[number];

/** Adds up the shop: sales and VAT of a period, and the stock of now. What is shown stands in the address. */
export function ReportsPage() {
  const texts = useText();
  const [search, setSearch] = useSearchParams();
  const view = views.find((each) => each === search.get('view')) ?? 'sales';
  const days = daysIn(search);
  const compare = search.get('compare') === 'year' ? 'year' : 'before';
  const set = (values: Readonly<Record<string, string>>): void =>
    setSearch((before) => new URLSearchParams([...new Map([...before, ...Object.entries(values)])]), { replace: true });
  const query: ReportQuery = { ...days, compare };
  return (
    <>
      <PageHeader title={texts.nav.reports} lead={texts.reports.lead} />
      <Tabs value={view} onChange={(chosen) => chosen && set({ view: chosen })} keepMounted={false}>
        <Tabs.List mb="md" aria-label={texts.nav.reports}>
          {views.map((each: View) => (
            <Tabs.Tab key={each} value={each}>
              {texts.reports.views[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="sales">
          <Stack>
            <PeriodChoice query={query} set={set} />
            <AccountsFile query={query} />
            <SalesReport query={query} by={search.get('by') ?? 'day'} choose={(by) => set({ by })} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="vat">
          <Stack>
            <PeriodChoice query={query} set={set} />
            <VatReport query={query} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="stock">
          <StockReport days={search.get('days') ?? '90'} choose={(chosen) => set({ days: chosen })} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The days that the address names; the last thirty where it names none. */
function daysIn(search: URLSearchParams): ReturnType<typeof daysOf> {
  const [since, until] = [search.get('since') ?? '', search.get('until') ?? ''];
  return DAY.test(since) && DAY.test(until) ? { since, until } : daysOf('month');
}

interface PeriodChoiceProps {
  readonly query: ReportQuery;
  readonly set: (values: Readonly<Record<string, string>>) => void;
}

/** Chooses the days, and what they are compared with. */
function PeriodChoice({ query, set }: PeriodChoiceProps) {
  const { reports } = useText();
  const { since, until, compare } = query;
  const day = (name: 'since' | 'until', label: string, value: string) => (
    <TextInput
      flex="1 1 9rem"
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) =>
        DAY.test(currentTarget.value) && set({ since, until, [name]: currentTarget.value })
      }
    />
  );
  return (
    <Group gap="xs" align="flex-end">
      <Select
        flex="1 1 10rem"
        label={reports.period}
        placeholder={reports.ownPeriod}
        value={presetOf({ since, until }) ?? null}
        onChange={(preset) => preset && set({ ...daysOf(preset as Preset) })}
        data={presets.map((value) => ({ value, label: reports.presets[value] }))}
      />
      {day('since', reports.since, since)}
      {day('until', reports.until, until)}
      <Select
        flex="1 1 10rem"
        label={reports.compare}
        allowDeselect={false}
        value={compare}
        onChange={(chosen) => chosen && set({ compare: chosen })}
        data={Object.entries(reports.compared).map(([value, label]) => ({ value, label }))}
      />
    </Group>
  );
}
