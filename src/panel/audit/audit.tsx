import {
  Accordion,
  Anchor,
  Badge,
  Box,
  Button,
  Code,
  Group,
  type OptionsFilter,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { ResetIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { fieldChanges } from '../../kernel/trace/change';
import { undoneBy } from '../../undo/plan';
import { type AuditFilter, useAudit } from '../api/queries';
import type { AuditRow } from '../api/types';
import { useActors } from '../parts/actors';
import { Changes, Raw } from '../parts/changes';
import { isoOf, localInput } from '../parts/local-time';
import { useCommandName, useMeanings } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { Titles, useTitle } from '../parts/titles';
import { Titled } from '../parts/value';
import { type Language, useText } from '../text/text';
import { UndoDialog } from './undo';
import { UndoneLink } from './undone';

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
  const [undone, setUndone] = useState<AuditRow | null>(null);
  const rows = useAudit(filter);
  const filtered = Object.keys(filter).length > 0;
  const references = Object.assign({}, ...(rows.data?.pages.map((page) => page.references) ?? []));
  return (
    <>
      <PageHeader title={texts.audit.title} lead={texts.audit.lead} />
      <Filters filter={filter} setFilter={setFilter} />
      <Pages query={rows} empty={<Empty title={filtered ? texts.audit.emptyFiltered : texts.audit.empty} />}>
        {(items) => (
          <Titles value={references}>
            <Accordion key={filter.id ?? ''} defaultValue={filter.id ?? null} variant="separated" radius="md">
              {items.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  onUndo={() => setUndone(row)}
                  onEntity={(entity) => setFilter({ entity })}
                />
              ))}
            </Accordion>
          </Titles>
        )}
      </Pages>
      {undone && (
        <UndoDialog collect={async () => ({ rows: [undone], capped: false })} onClose={() => setUndone(null)} />
      )}
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
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
        <Select
          label={texts.audit.actor}
          placeholder={texts.common.all}
          clearable
          searchable
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
          filter={byNameOrId(texts.language)}
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
        <TextInput
          label={texts.audit.entity}
          placeholder="prd_…"
          value={filter.entity ?? ''}
          onChange={({ currentTarget }) => setFilter({ entity: currentTarget.value.trim() })}
        />
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
              {texts.audit.oneRow} <Visible text={filter.id} />
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

/** All that rows can be of: what the API names, and what the address asks for. */
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
const byNameOrId =
  (language: Language): OptionsFilter =>
  ({ options, search }) => {
    const sought = search.trim().toLocaleLowerCase(language);
    const holds = (text: string) => text.toLocaleLowerCase(language).includes(sought);
    return options.filter((option) => 'value' in option && (holds(option.label) || holds(option.value)));
  };

const outcomeColors: Readonly<Record<string, string>> = { done: 'teal', proposed: 'blue', refused: 'red' };

interface RowProps {
  readonly row: AuditRow;
  readonly onUndo: () => void;
  readonly onEntity: (entity: string) => void;
}

function Row({ row, onUndo, onEntity }: RowProps) {
  const texts = useText();
  const actors = useActors();
  const { id, at, actor, command, outcome, code, entityId, changes, payload, cause, inverse } = row;
  const commandName = useCommandName();
  const undo = undoneBy(row);
  const title = useTitle(entityId ?? '');
  const who = actors.get(actor.id) ?? `${texts.audit.actors[actor.kind]}: ${actor.id}`;
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs" wrap="nowrap" pr="xs">
          <Box miw={0}>
            <Text fw={600} size="sm">
              {commandName(command)}
            </Text>
            <Text size="xs" c="dimmed" component="div" className="value">
              <Visible text={who} /> · <Ago at={at} />
              {entityId && (
                <>
                  {' · '}
                  {title === undefined ? <Visible text={entityId} /> : <Titled id={entityId} title={title} />}
                </>
              )}
            </Text>
          </Box>
          <Badge variant="light" color={outcomeColors[outcome] ?? 'gray'} style={{ flex: 'none' }}>
            {texts.audit.outcomes[outcome] ?? outcome}
          </Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          {code && (
            <Text size="sm">
              <Code>{code}</Code>
            </Text>
          )}
          {changes.length > 0 ? (
            <Changes changes={changes.flatMap(fieldChanges)} />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.audit.noChanges}
            </Text>
          )}
          {cause && (
            <Text size="sm" component="div">
              {texts.audit.cause}: <Cause cause={cause} />
            </Text>
          )}
          <div>
            <Text size="xs" c="dimmed">
              {texts.audit.payload} · <Code>{command}</Code>
            </Text>
            <Raw value={payload} />
          </div>
          <Group justify="flex-end" gap="xs">
            {entityId && (
              <Button size="xs" variant="subtle" onClick={() => onEntity(entityId)}>
                {texts.audit.ofEntity}
              </Button>
            )}
            {outcome === 'done' &&
              (undo ? (
                <>
                  <Text size="xs" c="dimmed">
                    {texts.undo.states.undone_before}
                  </Text>
                  <UndoneLink auditId={undo} />
                </>
              ) : inverse ? (
                <Button size="xs" variant="light" leftSection={<ResetIcon />} onClick={onUndo}>
                  {texts.audit.undo}
                </Button>
              ) : (
                <Text size="xs" c="dimmed">
                  {texts.audit.notUndoable}
                </Text>
              ))}
          </Group>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function Cause({ cause }: { readonly cause: Readonly<Record<string, string>> }) {
  const texts = useText();
  const actors = useActors();
  return Object.entries(cause).map(([name, value], index) => (
    <span key={name}>
      {index > 0 && ' · '}
      {texts.audit.causes[name] ?? <Visible text={name} />}{' '}
      {name === 'proposalId' ? (
        <Anchor component={Link} href={`/proposals/${value}`} size="sm">
          <Visible text={value} />
        </Anchor>
      ) : (
        (actors.get(value) ?? (
          <Code>
            <Visible text={value} />
          </Code>
        ))
      )}
    </span>
  ));
}
