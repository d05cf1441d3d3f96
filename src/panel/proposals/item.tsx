import {
  Alert,
  Anchor,
  Badge,
  Box,
  Button,
  Checkbox,
  Group,
  List,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { CheckIcon, ExclamationTriangleIcon, RocketIcon } from '@radix-ui/react-icons';
import { Fragment, memo } from 'react';
import { fieldOf, type ValuePlace } from '../../kernel/schema/meaning';
import { visibleText } from '../../kernel/schema/visible';
import { saidBeside } from '../../proposal/unshown-words';
import type { Problem } from '../api/client';
import type { FieldChange, FreshChange, FreshPreview, Item, Preview, ProposalDetail } from '../api/types';
import { UndoneLink } from '../audit/undone';
import { Changes, changeKey } from '../parts/changes';
import { Identifier } from '../parts/identifier';
import { useMeanings, useWord } from '../parts/meaning';
import { saidBy } from '../parts/problem-words';
import { Quoted, Visible } from '../parts/quoted';
import { Ago } from '../parts/time';
import { useEffectLine, useTitle } from '../parts/titles';
import { FieldName, isPlain, Plain } from '../parts/value';
import { fileTitle, money } from '../text/format';
import { filled, useText } from '../text/text';
import { Designs } from './designs';
import { type FreshItem, isAsRecorded, risksOf } from './fresh';
import { useItemName } from './item-name';
import { ItemState } from './item-state';
import { mayBeApplied, worksOn } from './order';
import { AlikeTitles, RiskBadges } from './risk-badges';
import { Whole } from './whole';
import { WorkOf } from './work';

/** The owner's choice for the item at which a proposal has stopped. */
export type Choice = 'accept' | 'skip' | 'retry';

interface ItemCardProps {
  readonly proposalId: string;
  readonly item: FreshItem;
  /** Why the proposal stands still at this item. */
  readonly pause: ProposalDetail['pause'];
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
  /** Left out where skipping is not possible now. */
  readonly onSkip?: ((item: Item) => void) | undefined;
  /** Whether the owner has left it out; undefined where that is not possible now. */
  readonly leftOut: boolean | undefined;
  readonly onLeaveOut: (itemId: string, leftOut: boolean) => void;
  /** The audit row that took it back. */
  readonly undoneBy: string | undefined;
}

/** Drawn again only when it changes: there may be two hundred. */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { proposalId, item, pause, choice, onChoose, onSkip, leftOut, onLeaveOut, undoneBy } = props;
  const texts = useText();
  const name = useItemName(item);
  const { seq, state, wouldPause, skipReason, preview, currentPreview, acceptedHash, appliedAt } = item;
  const accepted = acceptedHash !== null && acceptedHash === currentPreview?.hash;
  return (
    <Paper
      withBorder
      p="md"
      component="li"
      id={item.id}
      className={pause ? 'attention' : ''}
      aria-label={`${seq}. ${name}`}
      // The focus moves to the stopped item, and a reader who does not see it is told.
      tabIndex={-1}
      {...(leftOut || state === 'skipped' || state === 'dropped' ? { opacity: 0.6 } : {})}
    >
      <Group justify="space-between" align="flex-start" gap="sm" mb="xs">
        <Box miw={0} flex="1 1 14rem">
          <Text fw={600}>
            {seq}. {name} <Identifier id={item.id} of={`${seq}. ${name}`} />
          </Text>
          {(appliedAt || undoneBy) && (
            <Text size="xs" c="dimmed" component="div">
              {appliedAt && <Ago at={appliedAt} />}
              {appliedAt && undoneBy && ' · '}
              {undoneBy && <UndoneLink auditId={undoneBy} />}
            </Text>
          )}
        </Box>
        <Group gap={6} justify="flex-end">
          <RiskBadges risks={risksOf(item)} />
          {accepted && state !== 'applied' && (
            <Badge color="teal" variant="light" leftSection={<CheckIcon />}>
              {texts.proposals.accepted}
            </Badge>
          )}
          <ItemState item={item} undone={undoneBy !== undefined} />
          {leftOut !== undefined && (
            <Checkbox
              size="sm"
              label={texts.proposals.apply}
              aria-label={texts.proposals.applyItem(seq)}
              checked={!leftOut}
              onChange={({ currentTarget }) => onLeaveOut(item.id, !currentTarget.checked)}
            />
          )}
        </Group>
      </Group>
      {pause && <Stopped item={item} reason={pause.reason} hint={hintOf(item, pause)} />}
      {!pause && wouldPause && <Stopped item={item} reason={wouldPause} hint="wouldPauseHint" />}
      {skipReason && (
        <Text size="sm" component="div">
          {texts.proposals.skipReasonLabel}: <Quoted text={skipReason} />
        </Text>
      )}
      <AlikeTitles risks={item.risks} />
      <ActsUpon upon={item.upon} />
      <Pictures pictures={item.pictures} />
      <Files files={item.files} />
      {currentPreview && mayBeApplied(item) ? (
        <Whole proposalId={proposalId} item={item} current={currentPreview}>
          {(current) => <SideBySide recorded={preview} current={current} />}
        </Whole>
      ) : (
        <EffectBeside item={item} preview={state === 'applied' && currentPreview ? currentPreview : preview} />
      )}
      <Designs design={item.design} />
      <SaidBeside item={item} />
      <WorkOf work={item.work} />
      {pause ? (
        <Decision item={item} choice={choice} onChoose={onChoose} />
      ) : (
        onSkip && (
          <Group justify="flex-end" mt="xs">
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onSkip(item)}>
              {texts.proposals.skip}
            </Button>
          </Group>
        )
      )}
    </Paper>
  );
});

/** Shows what it acts upon, so that nobody decides without seeing what about. */
function ActsUpon({ upon }: Pick<Item, 'upon'>) {
  const texts = useText();
  const { language } = texts;
  if (upon.length === 0) return null;
  // Several may have one name and one value, e.g. two pieces of the same goods.
  const keyed = upon.map((fact, nth) => ({ key: `fact ${nth}`, fact }));
  return (
    <Box component="section" mb="xs" className="value" aria-label={texts.proposals.actsUpon}>
      <Text size="xs" fw={600}>
        {texts.proposals.actsUpon}
      </Text>
      <dl className="parts">
        {keyed.map(({ key, fact }) => (
          <div key={key}>
            <dt>{fact.label[language]}</dt>
            <dd>
              <UponValue fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
    </Box>
  );
}

function UponValue({ fact: { kind, value } }: { readonly fact: Item['upon'][number] }) {
  if (kind === 'money') return <Text size="sm">{money(Number(value))}</Text>;
  if (kind === 'time') return <Ago at={String(value)} />;
  return (
    <Text size="sm" component="div">
      <Visible text={String(value)} />
    </Text>
  );
}

/** The pictures that it is about, so that nobody decides on one unseen. */
function Pictures({ pictures }: Pick<Item, 'pictures'>) {
  const texts = useText();
  if (pictures.length === 0) return null;
  return (
    <Group component="section" gap="xs" mt="xs" aria-label={texts.proposals.pictures}>
      {pictures.map(({ id, url }) => (
        <Picture key={id} id={id} url={url} />
      ))}
    </Group>
  );
}

function Picture({ id, url }: Item['pictures'][number]) {
  return <Figure url={url} title={visibleText(useTitle(id) ?? id)} />;
}

function Figure({ url, title }: { readonly url: string; readonly title: string }) {
  return (
    <figure className="pictured">
      <img src={url} alt={title} className="picture" loading="lazy" />
      <figcaption>{title}</figcaption>
    </figure>
  );
}

/** The files that its call brought, so that nobody decides on one unseen. */
function Files({ files }: Pick<Item, 'files'>) {
  const texts = useText();
  if (files.length === 0) return null;
  return (
    <Group component="section" gap="xs" mt="xs" aria-label={texts.proposals.files}>
      {files.map(({ type, size, picture, url }) => {
        const title = fileTitle(type, size, texts);
        return picture ? (
          <Figure key={url} url={url} title={title} />
        ) : (
          <Anchor key={url} href={url} download size="sm">
            {title}
          </Anchor>
        );
      })}
    </Group>
  );
}

/** The place of what is said; the entries of a list stand at the place of the list. */
const placeIn = (payload: ValuePlace, path: string): ValuePlace =>
  path
    .split('/')
    .filter((name) => !/^\d+$/.test(name))
    .reduce(fieldOf, payload);

/** Words of the call that stand in no field of its changes. */
function SaidBeside({ item: { command, payload, preview } }: Pick<ItemCardProps, 'item'>) {
  const texts = useText();
  const { payloadOf } = useMeanings();
  const said = saidBeside(payload, preview.changes);
  if (said.length === 0) return null;
  return (
    <Box component="section" mt="xs" className="value" aria-label={texts.proposals.saidBeside}>
      <Text size="xs" fw={600}>
        {texts.proposals.saidBeside}
      </Text>
      <dl className="parts">
        {said.map(({ path, text }) => {
          const place = placeIn(payloadOf(command), path);
          return (
            <div key={path}>
              <dt>
                <FieldName field={path} place={place} />
              </dt>
              <dd>
                <Text size="sm" component="div">
                  <Plain place={place} value={text} />
                </Text>
              </dd>
            </div>
          );
        })}
      </dl>
    </Box>
  );
}

interface StoppedProps {
  readonly item: FreshItem;
  readonly reason: Pause['reason'];
  readonly hint: ReturnType<typeof hintOf> | 'wouldPauseHint';
}

type Pause = NonNullable<ProposalDetail['pause']>;

/** Why the application stands still at an item, or would. */
function Stopped({ item, reason, hint }: StoppedProps) {
  const { problem, preview, currentPreview, buildsOn } = item;
  const texts = useText();
  const why = useWord('proposal', 'pause', 'reason');
  // As the API answers it: only its record is typed loosely.
  const said = problem && saidBy(problem as unknown as Problem, texts);
  const created = (problem?.created ?? []) as readonly { id: string; item: number; title: string | null }[];
  const errors = (problem?.errors ?? []) as readonly { pointer: string; message: string }[];
  return (
    <Alert color="orange" mb="sm" icon={<ExclamationTriangleIcon />} title={why(reason)}>
      {currentPreview &&
        movedOn(preview, currentPreview).map((moved) => (
          <Text key={changeKey(moved.was)} size="sm" component="div">
            <Moved {...moved} />
          </Text>
        ))}
      {said && (
        <Text size="sm">
          <Visible text={said.title} />
        </Text>
      )}
      {said?.detail && errors.length === 0 && (
        <Text size="sm" component="blockquote" m={0} lang="en">
          <Visible text={said.detail} />
        </Text>
      )}
      {created.map(({ id, item: seq, title }) => (
        <Text key={id} size="sm">
          <Visible text={texts.proposals.createdBy(seq, title ?? id)} />
        </Text>
      ))}
      {buildsOn.length > 0 && <Text size="sm">{texts.proposals.buildsOn(buildsOn.join(', '))}</Text>}
      {errors.map(({ pointer, message }) => (
        <Text key={pointer} size="sm">
          <Visible text={`${pointer} ${message}`} />
        </Text>
      ))}
      {said?.nextStep && <Text size="sm">{said.nextStep}</Text>}
      <Text size="sm" c="dimmed">
        {texts.proposals[hint]}
      </Text>
    </Alert>
  );
}

function hintOf(item: Item, { reason }: Pause): 'worksOnHint' | 'refusedHint' | 'pausedHint' {
  if (worksOn(item)) return 'worksOnHint';
  return reason === 'refused' || reason === 'failed' ? 'refusedHint' : 'pausedHint';
}

const SENTENCES_MAX = 3;

interface MovedOn {
  readonly was: FieldChange;
  readonly is: FreshChange;
}

/** Lists the fields that have moved on since: they were, or would become, something else. */
const movedOn = (recorded: Preview, current: FreshPreview): MovedOn[] => {
  const now = new Map(current.changes.map((change) => [changeKey(change), change]));
  return recorded.changes
    .flatMap((was) => {
      const is = now.get(changeKey(was));
      return is && !isAsRecorded(was, is) ? [{ was, is }] : [];
    })
    .slice(0, SENTENCES_MAX);
};

/** In words; values with parts stand side by side below. */
function Moved({ was, is }: MovedOn) {
  const texts = useText();
  const side = JSON.stringify(was.before) === JSON.stringify(is.before) ? 'after' : 'before';
  const place = useMeanings().meanings(was.entity, was.field);
  const field = <FieldName field={was.field} place={place} />;
  if (is.cut || !isPlain(was[side]) || !isPlain(is[side])) return filled(texts.proposals.movedOnInside, { field });
  return filled(side === 'before' ? texts.proposals.movedOn : texts.proposals.wouldBecome, {
    field,
    was: <Plain place={place} value={was[side]} other={is[side]} tone="before" />,
    is: <Plain place={place} value={is[side]} other={was[side]} tone="after" />,
  });
}

const FIELDS_MAX = 3;

interface ChoiceTextProps {
  readonly item: Pick<FreshItem, 'currentPreview'>;
  readonly choice: Choice;
}

/** Effect of a choice, with its values, at the place of the decision. */
export function ChoiceText({ item: { currentPreview }, choice }: ChoiceTextProps) {
  const { proposals } = useText();
  const { meanings } = useMeanings();
  if (choice === 'retry') return proposals.decideRetry;
  const changes = currentPreview?.changes ?? [];
  const plain = changes.filter(({ before, after, cut }) => !cut && isPlain(before) && isPlain(after));
  const shown = plain.slice(0, FIELDS_MAX);
  if (shown.length === 0) return choice === 'accept' ? proposals.decideAcceptWhole : proposals.decideSkip;
  const more = changes.length - shown.length;
  const said = shown.map((change, index) => {
    const { entity, field, before, after } = change;
    const place = meanings(entity, field);
    return (
      <Fragment key={changeKey(change)}>
        {index > 0 && ', '}
        {filled(choice === 'accept' ? proposals.becomes : proposals.stays, {
          field: <FieldName field={field} place={place} />,
          was: <Plain place={place} value={before} />,
          is: <Plain place={place} value={after} />,
        })}
      </Fragment>
    );
  });
  return filled(choice === 'accept' ? proposals.decideAccept : proposals.decideSkipKeeps, {
    changes: (
      <>
        {said}
        {more > 0 && ` ${proposals.moreFields(more)}`}
      </>
    ),
  });
}

function Decision({ item, choice, onChoose }: Pick<ItemCardProps, 'item' | 'choice' | 'onChoose'>) {
  const texts = useText();
  return (
    <Radio.Group
      mt="md"
      label={texts.proposals.decision}
      value={choice}
      onChange={(chosen) => onChoose(chosen as Choice)}
    >
      <Stack gap="xs" mt="xs">
        {item.currentPreview ? (
          <Radio value="accept" label={<ChoiceText item={item} choice="accept" />} />
        ) : (
          <Radio value="retry" label={<ChoiceText item={item} choice="retry" />} />
        )}
        {!worksOn(item) && <Radio value="skip" label={<ChoiceText item={item} choice="skip" />} />}
      </Stack>
    </Radio.Group>
  );
}

/** Shows the proposed effect beside the present one; fields that differ are marked. */
function SideBySide({ recorded, current }: { readonly recorded: Preview; readonly current: FreshPreview }) {
  const texts = useText();
  const marked = differing(recorded, current);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {[
        { title: texts.proposals.atProposal, preview: recorded },
        { title: texts.proposals.now, preview: current },
      ].map(({ title, preview }) => (
        <Paper key={title} withBorder p="sm" component="section" aria-label={title}>
          <Text fw={600} size="sm" mb="xs">
            {title}
          </Text>
          <Effect preview={preview} marked={marked} />
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function differing(recorded: Preview, current: FreshPreview): ReadonlySet<string> {
  const was = new Map(recorded.changes.map((change) => [changeKey(change), change]));
  const is = new Map(current.changes.map((change) => [changeKey(change), change]));
  // A change that is left out shows nobody here whether it differs.
  const missing = current.cut?.changes ? [] : [...was.keys()].filter((key) => !is.has(key));
  const other = [...is].flatMap(([key, change]) => {
    const recorded = was.get(key);
    return recorded && isAsRecorded(recorded, change) ? [] : [key];
  });
  return new Set([...missing, ...other]);
}

/** The effect beside the list of changes of a design, which tells more than its hashes. */
function EffectBeside({ item: { design }, preview }: { readonly item: Item; readonly preview: Preview }) {
  if (!design) return <Effect preview={preview} />;
  const changes = preview.changes.filter(({ entity, field }) => entity !== 'design' || field !== 'hash');
  return <Effect preview={{ ...preview, changes }} isTold />;
}

interface EffectProps {
  readonly preview: Preview;
  readonly marked?: ReadonlySet<string>;
  /** Its changes are told elsewhere: that there are none left is no news. */
  readonly isTold?: boolean;
}

function Effect({ preview, marked, isTold = false }: EffectProps) {
  const texts = useText();
  const { changes, effects, bumpsGeneration } = preview;
  const line = useEffectLine();
  const more = [...effects.map(line), ...(bumpsGeneration ? [texts.proposals.bumps] : [])];
  return (
    <Stack gap="xs">
      {!(isTold && changes.length === 0) && <Changes changes={changes} marked={marked} />}
      {more.length > 0 && (
        <Group gap={6} align="flex-start" wrap="nowrap">
          <RocketIcon className="arrow" aria-hidden />
          <List size="xs" listStyleType="none" aria-label={texts.proposals.effects}>
            {more.map((summary) => (
              <List.Item key={summary} c="dimmed">
                <Visible text={summary} />
              </List.Item>
            ))}
          </List>
        </Group>
      )}
    </Stack>
  );
}
