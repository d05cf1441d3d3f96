import { Alert, Anchor, Badge, Group, List, Paper, Stack, Text } from '@mantine/core';
import type { Static } from 'typebox';
import type { updateSchema } from '../../update/entry/view';
import { usePages } from '../api/queries';
import { useRights } from '../extensions/consent';
import { ActButton } from '../parts/act';
import { Visible } from '../parts/quoted';
import { Empty, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

type Update = Static<typeof updateSchema>;

const ROWS_SHOWN = 20;
const COLOURS = { pending: 'blue', blocked: 'orange', dismissed: 'gray', applied: 'teal', superseded: 'gray' } as const;

/** Updates that wait for their owner, what each would change, and those that are over. */
export function Updates() {
  const { design } = useText();
  const updates = usePages<Update>(['design', 'updates'], '/v1/updates', {});
  return (
    <Stack gap="sm">
      <Text size="sm">{design.updates.lead}</Text>
      <Pages query={updates} empty={<Empty title={design.updates.none} hint={design.updates.noneHint} />}>
        {(items) => (
          <Stack component="ol" gap="xs" p={0} m={0} aria-label={design.updates.title} style={{ listStyle: 'none' }}>
            {items.map((update) => (
              <OneUpdate key={update.id} update={update} />
            ))}
          </Stack>
        )}
      </Pages>
    </Stack>
  );
}

interface OneUpdateProps {
  readonly update: Update;
}

function OneUpdate({ update }: OneUpdateProps) {
  const { updates } = useText().design;
  const { kind, name, fromVersion, toVersion, class: of, state, stale, createdAt, seq } = update;
  const title = updates.name[kind](name, fromVersion, toVersion);
  return (
    <Paper withBorder p="sm" component="li" aria-label={title}>
      <Stack gap="xs">
        <Group gap="xs">
          <Text fw={600}>
            <Visible text={title} />
          </Text>
          <Badge color={COLOURS[state]} variant="light">
            {updates.states[state]}
          </Badge>
          <Badge color={of === 'major' ? 'orange' : 'gray'} variant="outline">
            {updates.classes[of]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" component="div">
          <Ago at={createdAt} />
          {seq !== null && ` · ${updates.appliedAs(seq)}`}
        </Text>
        {stale && <Alert color="orange">{updates.stale}</Alert>}
        <Blocked update={update} />
        <Parts update={update} />
        <Changed update={update} />
        <Links update={update} title={title} />
        <Decisions update={update} title={title} />
      </Stack>
    </Paper>
  );
}

/** The reason why it cannot be applied, with each fault. */
function Blocked({ update: { reason, report } }: OneUpdateProps) {
  const { language, design } = useText();
  const { updates } = design;
  if (reason === null) return null;
  const faults = [
    ...report.findings.map((each) => (language === 'tr' ? each.message : each.english)),
    ...report.missing,
  ];
  return (
    <Alert color="orange" title={updates.reasons[reason]}>
      <List size="sm">
        {faults.map((fault) => (
          <List.Item key={fault}>
            <Visible text={fault} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

type Row = Update['report']['rows'][number];

/** Both values of what becomes another one. */
const valuesOf = ({ kind, before, after }: Row, { changes }: Texts['design']): string =>
  kind === 'changed' && isPlain(before) && isPlain(after) ? ` ${changes.values(String(before), String(after))}` : '';

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Parts of a theme that are no values, and a word on an agent that pushed it. */
function Parts({ update: { report } }: OneUpdateProps) {
  const { updates } = useText().design;
  if (!report.theme) return null;
  const { pushedBy, css, skeleton, steps } = report.theme;
  const nodes = skeleton.nodesAdded + skeleton.nodesRemoved + skeleton.nodesChanged;
  const said = [
    ...(css.rulesAdded + css.rulesRemoved > 0 ? [updates.css(css.rulesAdded, css.rulesRemoved)] : []),
    ...(nodes > 0 ? [updates.skeleton(nodes)] : []),
    ...(steps > 0 ? [updates.steps(steps)] : []),
  ];
  return (
    <>
      {pushedBy === 'agent' && <Alert color="orange">{updates.byAgent}</Alert>}
      {said.length > 0 && (
        <List size="sm" aria-label={updates.parts}>
          {said.map((each) => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}

/** Shows all changes of an update, and the parts of the shop that stay. */
function Changed({ update: { kind, report, class: of } }: OneUpdateProps) {
  const { language, design } = useText();
  const { updates } = design;
  const rows = report.rows.slice(0, ROWS_SHOWN);
  const more = Object.values(report.counts).reduce((sum, count) => sum + count, 0) - rows.length;
  const rights = useRights()(report.rights ?? {}).flatMap(({ names }) => names);
  if (rows.length === 0 && kind === 'theme')
    return <Text size="sm">{of === 'patch' ? updates.onlyStyle : updates.noValues}</Text>;
  return (
    <>
      {rows.length > 0 && (
        <List size="sm" aria-label={updates.changes}>
          {rows.map((row) => (
            <List.Item key={`${row.kind} ${row.pointer}`}>
              <Visible text={`${language === 'tr' ? row.message : row.english}${valuesOf(row, design)}`} />
            </List.Item>
          ))}
          {more > 0 && <List.Item>{updates.more(more)}</List.Item>}
        </List>
      )}
      {rights.length > 0 && (
        <Text size="sm">
          <Visible text={updates.rights(rights.join(', '))} />
        </Text>
      )}
      {report.losesSettings && <Text size="sm">{updates.loses}</Text>}
    </>
  );
}

function Links({ update: { preview }, title }: OneUpdateProps & { readonly title: string }) {
  const { updates } = useText().design;
  return (
    <Group gap="md">
      {(['before', 'after'] as const).map((side) => {
        const url = preview[side];
        return (
          url !== null && (
            <Anchor
              key={side}
              size="sm"
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`${title}: ${updates[side]}`}
            >
              {updates[side]}
            </Anchor>
          )
        );
      })}
    </Group>
  );
}

function Decisions({ update, title }: OneUpdateProps & { readonly title: string }) {
  const { updates } = useText().design;
  const { id, rev, state, stale, reason } = update;
  if (state === 'applied' || state === 'superseded') return null;
  const seen = { expectedRev: rev };
  const small = { size: 'xs' } as const;
  return (
    <Group gap="xs">
      {reason === null && !stale && (
        <ActButton
          says={updates.apply}
          command="updates.apply"
          route={`/v1/updates/${id}/uygula`}
          of={seen}
          named={title}
          button={small}
        />
      )}
      {state === 'dismissed' ? (
        <ActButton
          says={updates.recall}
          command="updates.dismiss"
          route={`/v1/updates/${id}/ertele`}
          of={{ ...seen, dismissed: false }}
          named={title}
          button={small}
        />
      ) : (
        <ActButton
          says={updates.dismiss}
          command="updates.dismiss"
          route={`/v1/updates/${id}/ertele`}
          of={seen}
          named={title}
          button={{ ...small, variant: 'subtle' }}
        />
      )}
    </Group>
  );
}
