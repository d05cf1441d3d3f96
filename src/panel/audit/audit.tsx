import { Button, Group, type OptionsFilter, Paper, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { folded } from '../../kernel/folded';
import { visibleText } from '../../kernel/schema/visible';
import { type AuditFilter, useAudit } from '../api/queries';
import { useActors } from '../parts/actors';
import { foldingFilter } from '../parts/folding';
import { isoOf, localInput } from '../parts/local-time';
import { useCommandName, useMeanings } from '../parts/meaning';
import { Empty, PageHeader } from '../parts/states';
import { useText } from '../text/text';
import { OfProduct } from './of-product';
import { HistoryRows } from './rows';

/** In the address, beside the filters that the API has: this one is the page's own. */
const WITHOUT_SYSTEM = 'people';

const names = ['id', 'entity', 'actor', 'command', 'outcome', 'from', 'until'] as const;

/** The filters live in the address, so that another page can point at "what this token did" and a reload keeps them. */
function useFilter(): readonly [AuditFilter, (change: Partial<Record<keyof AuditFilter, string | undefined>>) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: AuditFilter = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return [
    filter,
    (change) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          // One row is asked for by the address alone; whoever chooses something looks for others.
          next.delete('id');
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
  ];
}

export function AuditPage() {
  const texts = useText();
  const [filter, setFilter] = useFilter();
  const [search, setSearch] = useSearchParams();
  const withoutSystem = search.get(WITHOUT_SYSTEM) !== null;
  const rows = useAudit(filter);
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader title={texts.audit.title} lead={texts.audit.lead} />
      <Filters filter={filter} setFilter={setFilter} />
      <Switch
        mb="md"
        label={texts.audit.hideSystem}
        checked={withoutSystem}
        onChange={({ currentTarget: { checked } }) =>
          setSearch(
            (before) => {
              const next = new URLSearchParams(before);
              if (checked) next.set(WITHOUT_SYSTEM, '1');
              else next.delete(WITHOUT_SYSTEM);
              return next;
            },
            { replace: true },
          )
        }
      />
      <HistoryRows
        query={rows}
        empty={<Empty title={filtered ? texts.audit.emptyFiltered : texts.audit.empty} />}
        opened={filter.id}
        withoutSystem={withoutSystem}
        onEntity={(entity) => setFilter({ entity })}
      />
    </>
  );
}

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly setFilter: ReturnType<typeof useFilter>[1];
}

function Filters({ filter, setFilter }: FiltersProps) {
  const texts = useText();
  const commands = useCommandChoices(filter.command);
  const actors = useActors();
  const { actor } = filter;
  const known = [...actors].map(([value, label]) => ({ value, label }));
  const local = (iso: string | undefined) => (iso ? localInput(new Date(iso)) : '');
  return (
    <Paper withBorder p="sm" mb="md" component="section" aria-label={texts.audit.filters}>
      <SimpleGrid cols={{ base: 2, md: 3 }} spacing="xs">
        <Select
          label={texts.audit.actor}
          placeholder={texts.common.all}
          clearable
          searchable
          filter={foldingFilter}
          nothingFoundMessage={texts.common.nothingFound}
          value={actor ?? null}
          onChange={(next) => setFilter({ actor: next ?? undefined })}
          data={actor && !actors.has(actor) ? [...known, { value: actor, label: visibleText(actor) }] : known}
        />
        <Select
          label={texts.audit.command}
          placeholder={texts.common.all}
          clearable
          searchable
          value={filter.command ?? null}
          onChange={(command) => setFilter({ command: command ?? undefined })}
          data={commands}
          filter={byNameOrId}
          nothingFoundMessage={texts.audit.unknownCommand}
        />
        <Select
          label={texts.audit.outcome}
          placeholder={texts.common.all}
          clearable
          value={filter.outcome ?? null}
          onChange={(outcome) => setFilter({ outcome: outcome ?? undefined })}
          data={Object.entries(texts.audit.outcomes).map(([value, label]) => ({ value, label }))}
        />
        <OfProduct entity={filter.entity} onChoose={(entity) => setFilter({ entity })} />
        <TextInput
          type="datetime-local"
          label={texts.audit.from}
          value={local(filter.from)}
          onChange={({ currentTarget }) => setFilter({ from: isoOf(currentTarget.value) })}
        />
        <TextInput
          type="datetime-local"
          label={texts.audit.until}
          value={local(filter.until)}
          onChange={({ currentTarget }) => setFilter({ until: isoOf(currentTarget.value) })}
        />
      </SimpleGrid>
      {Object.keys(filter).length > 0 && (
        <Group justify="flex-end" mt="xs">
          {filter.id && (
            <Text size="xs" c="dimmed">
              {texts.audit.oneRow}
            </Text>
          )}
          <Button
            size="xs"
            variant="subtle"
            onClick={() => setFilter(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            {texts.audit.clear}
          </Button>
        </Group>
      )}
    </Paper>
  );
}

/** Lists all commands that rows can be of: those that the API names, and the one that the address asks for. */
function useCommandChoices(chosen: string | undefined): { value: string; label: string }[] {
  const texts = useText();
  const commandName = useCommandName();
  const { labels } = useMeanings();
  const ids = new Set([...Object.keys(labels), ...(chosen ? [chosen] : [])]);
  return [...ids]
    .map((id) => ({ value: id, label: visibleText(commandName(id)) }))
    .toSorted((left, right) => left.label.localeCompare(right.label, texts.language));
}

/** Turkish letters have their own small ones: `İptal` is found by `ip`. */
const byNameOrId: OptionsFilter = ({ options, search }) => {
  const sought = folded(search.trim());
  return options.filter((option) => 'value' in option && folded(`${option.label} ${option.value}`).includes(sought));
};
