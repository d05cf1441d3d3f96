import { Accordion, ActionIcon, Anchor, Badge, Box, Button, Center, Code, Group, Stack, Text } from '@mantine/core';
import { CubeIcon, ResetIcon } from '@radix-ui/react-icons';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { isIdentifier, isMarkup } from '../../kernel/schema/meaning';
import { visibleText } from '../../kernel/schema/visible';
import { rendered } from '../../kernel/trace/markup';
import { undoneBy } from '../../undo/plan';
import type { useAudit } from '../api/queries';
import type { AuditRow } from '../api/types';
import { useActorName } from '../parts/actors';
import { Changes, Raw } from '../parts/changes';
import { useCommandName, useLabel } from '../parts/meaning';
import { Quoted, Visible } from '../parts/quoted';
import { useReadChange } from '../parts/shown-change';
import { Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { Titles, useTitle } from '../parts/titles';
import { Plain } from '../parts/value';
import { count } from '../text/format';
import { useText } from '../text/text';
import { Cause } from './cause';
import { type Fold, fieldsOf, foldsOf, mainChangeOf, subjectOf, type Whole } from './fold';
import { UndoDialog } from './undo';
import { UndoneLink } from './undone';

interface HistoryRowsProps {
  readonly query: ReturnType<typeof useAudit>;
  readonly empty: ReactNode;
  /** The row that is open from the start. */
  readonly opened?: string | undefined;
  readonly withoutSystem?: boolean;
  /** Asks for all rows of a thing; where that is what is shown, it is left out. */
  readonly onEntity?: (entity: string) => void;
}

/** Rows that are wanted on the screen, and pages that are fetched for them before somebody is asked to press. */
const ROWS_WANTED = 10;
const PAGES_AT_ONCE = 5;

/** Shows acts with their actors and things, newest first; the rows of one job or proposal are one line. */
export function HistoryRows({ query, empty, opened, withoutSystem = false, onEntity }: HistoryRowsProps) {
  const texts = useText();
  const [undone, setUndone] = useState<AuditRow | null>(null);
  const pages = query.data?.pages ?? [];
  const references = Object.assign({}, ...pages.map((page) => page.references));
  const isShown = ({ actor }: AuditRow) => !withoutSystem || actor.kind !== 'system';
  const shown = pages.flatMap(({ items }) => items).filter(isShown).length;
  const { hasNextPage, isFetching, fetchNextPage } = query;
  // The API does not leave them out, so a page may hold nothing else.
  const wantsMore = withoutSystem && shown < ROWS_WANTED && pages.length < PAGES_AT_ONCE && hasNextPage && !isFetching;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return (
    <>
      <Pages query={query} empty={empty}>
        {(items) => {
          const folds = foldsOf(items.filter(isShown));
          if (folds.length === 0)
            return (
              <Text size="sm" c="dimmed">
                {texts.audit.hiddenOnly}
              </Text>
            );
          return (
            <Titles value={references}>
              <Accordion key={opened ?? ''} defaultValue={opened ?? null} variant="separated" radius="md" order={3}>
                {folds.map((fold, index) =>
                  fold.whole === null ? (
                    fold.rows.map((row) => <Row key={row.id} row={row} onUndo={setUndone} onEntity={onEntity} />)
                  ) : (
                    <FoldedRows
                      key={fold.rows[0]?.id}
                      whole={fold.whole}
                      rows={fold.rows}
                      isOpenEnded={index === folds.length - 1 && hasNextPage}
                      onUndo={setUndone}
                      onEntity={onEntity}
                    />
                  ),
                )}
              </Accordion>
            </Titles>
          );
        }}
      </Pages>
      {undone && (
        <UndoDialog collect={async () => ({ rows: [undone], capped: false })} onClose={() => setUndone(null)} />
      )}
    </>
  );
}

interface FoldedRowsProps extends Pick<RowProps, 'onUndo' | 'onEntity'> {
  readonly whole: Whole;
  readonly rows: Fold['rows'];
  /** Further rows of it may follow on the next page. */
  readonly isOpenEnded: boolean;
}

function FoldedRows({ whole: { of, id }, rows, isOpenEnded, onUndo, onEntity }: FoldedRowsProps) {
  const texts = useText();
  const actorName = useActorName();
  const named = useTitle(id);
  // An import is called what it is already.
  const title = of === 'import' ? undefined : named;
  const [newest] = rows as [AuditRow];
  const startedBy = newest.cause?.startedBy;
  const said = count(rows.length, texts);
  return (
    <Accordion.Item value={`${of} ${newest.id}`}>
      <Accordion.Control>
        <Text fw={600} size="sm">
          {texts.audit.together[of]} ·{' '}
          {title !== undefined && (
            <>
              <Quoted text={title} short /> ·{' '}
            </>
          )}
          {isOpenEnded ? texts.audit.foldedMore(said) : texts.audit.folded(said)}
        </Text>
        <Text size="xs" c="dimmed" component="div" className="value">
          <Visible text={actorName(startedBy ? { kind: 'owner', id: startedBy } : newest.actor)} /> ·{' '}
          <Ago at={newest.at} />
        </Text>
      </Accordion.Control>
      <Accordion.Panel>
        <Accordion variant="separated" radius="md" order={4}>
          {rows.map((row) => (
            <Row key={row.id} row={row} onUndo={onUndo} onEntity={onEntity} />
          ))}
        </Accordion>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

/** Shows the change of a row, from and to, where a line has room for it. */
function MainChange({ row }: { readonly row: AuditRow }) {
  const main = mainChangeOf(row);
  return main && <OneChange {...main} />;
}

function OneChange({ change, others }: NonNullable<ReturnType<typeof mainChangeOf>>) {
  const texts = useText();
  const { name, place, before, after } = useReadChange(change);
  return (
    <Text size="xs" component="div" className="value">
      {name}: <Short place={place} value={before} /> →{' '}
      <Text span inherit fw={600}>
        <Short place={place} value={after} />
      </Text>
      {others > 0 && ` ${texts.audit.moreFields(count(others, texts))}`}
    </Text>
  );
}

/** A line is pressed to open it, so nothing within is: what is named by its identifier stands by its title alone, and HTML as it reads. */
function Short({ place, value }: Pick<Parameters<typeof Plain>[0], 'place' | 'value'>) {
  const texts = useText();
  const title = useTitle(String(value));
  if (title !== undefined) return <Quoted text={title} short />;
  if (typeof value === 'string' && isIdentifier(place)) return <span className="word">{texts.common.nameless}</span>;
  if (typeof value === 'string' && isMarkup(place)) return <Quoted text={rendered(value).text} short />;
  return <Plain place={place} value={value} />;
}

const outcomeColors: Readonly<Record<string, string>> = { done: 'teal', proposed: 'blue', refused: 'red' };

interface RowProps {
  readonly row: AuditRow;
  readonly onUndo: (row: AuditRow) => void;
  readonly onEntity?: ((entity: string) => void) | undefined;
}

function Row({ row, onUndo, onEntity }: RowProps) {
  const texts = useText();
  const actorName = useActorName();
  const { id, at, actor, command, outcome, code, entityId, payload, cause, inverse, proposed } = row;
  const fields = fieldsOf(row);
  const commandName = useCommandName();
  const undo = undoneBy(row);
  const subject = subjectOf(row) ?? '';
  const title = useTitle(subject);
  const kind = useLabel(fields.find((change) => change.id === subject)?.entity ?? '');
  return (
    <Accordion.Item value={id}>
      <Center>
        <Accordion.Control>
          <Group justify="space-between" gap="xs" wrap="nowrap" pr="xs">
            <Box miw={0}>
              <Text fw={600} size="sm" component="div" className="value">
                {commandName(command)}
                {title !== undefined && (
                  <>
                    {' · '}
                    <Quoted text={title} short />
                  </>
                )}
                {title === undefined && kind && ` · ${kind}`}
              </Text>
              <MainChange row={row} />
              <Text size="xs" c="dimmed" component="div" className="value">
                <Visible text={actorName(actor)} /> · <Ago at={at} />
              </Text>
            </Box>
            {outcome !== 'done' && (
              <Badge variant="light" color={outcomeColors[outcome] ?? 'gray'} style={{ flex: 'none' }}>
                {texts.audit.outcomes[outcome] ?? outcome}
              </Badge>
            )}
          </Group>
        </Accordion.Control>
        {title !== undefined && subject.startsWith('prd_') && (
          <ActionIcon
            component={Link}
            href={`/products/${subject}`}
            variant="subtle"
            size="lg"
            mr="xs"
            aria-label={visibleText(texts.audit.openProduct(title))}
          >
            <CubeIcon />
          </ActionIcon>
        )}
      </Center>
      <Accordion.Panel>
        <Stack gap="sm">
          {code && (
            <Text size="sm">
              <Code>{code}</Code>
            </Text>
          )}
          {fields.length > 0 ? (
            <Changes changes={fields} />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.audit.noChanges}
            </Text>
          )}
          {proposed && (
            <Anchor component={Link} href={`/proposals/${proposed.proposalId}`} size="sm">
              {texts.audit.openProposal}
            </Anchor>
          )}
          {cause && (
            <Text size="sm" component="div">
              {texts.audit.cause}: <Cause cause={cause} />
            </Text>
          )}
          <details>
            <Text size="xs" c="dimmed" component="summary">
              {texts.audit.payload}
            </Text>
            <Raw value={payload} />
          </details>
          <Group justify="flex-end" gap="xs">
            {entityId && onEntity && (
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
                <Button size="xs" variant="light" leftSection={<ResetIcon />} onClick={() => onUndo(row)}>
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
