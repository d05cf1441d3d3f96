import type { Command } from 'commander';
import type { Change } from '../kernel/trace/change';
import type { Inverse } from '../kernel/trace/recorder';
import {
  type Collected,
  countsOf,
  oneRow,
  type PlanCounts,
  type PlanStep,
  planUndo,
  rowsOfProposal,
  rowsOfToken,
  runUndo,
  type StepState,
  type UndoDoor,
  type UndoOutcome,
  type UndoRow,
  undoneBy,
} from '../undo/plan';
import { type InverseDoor, requestOf } from '../undo/request';
import type { Answer } from './client';
import type { Context } from './context';
import { CliError, type ServerProblem, usage } from './exit';
import { runCommand } from './run';
import { plain, show } from './text';
import { type At, fieldName, isPlain, plainValue } from './value';

interface AuditRow extends UndoRow {
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly changes: readonly Change[];
}

type Problem = ServerProblem & { readonly status: number };
type UndoStep = PlanStep<AuditRow, Problem>;
type Outcomes = ReadonlyMap<string, UndoOutcome<Problem>>;

interface UndoOptions {
  readonly proposal?: string;
  readonly by?: string;
  readonly since?: string;
  readonly until?: string;
  readonly dryRun?: true;
}

/** They concern one row; any other refusal ends the undo. */
const ROW_REFUSALS = [400, 404, 409, 422];
const DAY_MS = 24 * 3_600_000;

/** Takes changes back, newest first, by the inverses that the audit log keeps; each runs as an ordinary command with its guard. */
export function addUndo(program: Command, context: Context): void {
  program
    .command('undo')
    .description('Take back one change, a whole proposal, or what a token did since a time.')
    .argument('[auditId]', 'id of an audit row: aud_…')
    .option('--proposal <prp>', 'everything that a proposal applied')
    .option('--by <tok>', 'everything that a token did, together with --since; --token tok_… is the same')
    .option('--since <time>', 'ISO 8601, or an age: 90m, 2h, 3d')
    .option('--until <time>', 'the same: nothing that the token did from then on')
    .option('--dry-run', 'show what would be taken back, and change nothing')
    .action(async (auditId: string | undefined, options: UndoOptions) => {
      const door = undoDoor(context);
      const { rows, capped } = await rowsOf(auditId, options, context, door);
      if (capped)
        usage(
          'These are too many rows at once: choose a later --since, then the earlier one. What is undone is not counted again.',
        );
      if (rows.length === 0) throw new CliError('missing', 'not_found', 'There is nothing to take back.');
      await undo(rows, options.dryRun ?? false, context, door);
    });
}

const undoDoor = (context: Context): UndoDoor<AuditRow, Problem> => ({
  async page(query) {
    const page = await context.client.get('/v1/audit', query);
    context.learn(page);
    return page;
  },
  isBesideShop: context.isBesideShop,
  async dryRun({ command, payload, door }) {
    const { status, body } = door
      ? await throughDoor(context, { command, payload }, door, { 'Dry-Run': 'true' })
      : await runCommand(context, { command, payload, dryRun: true, expects: ROW_REFUSALS });
    return status < 400 ? { preview: body.preview } : { problem: body };
  },
  async run({ command, payload, door }, key) {
    if (door) {
      const answer = await throughDoor(context, { command, payload }, door, { 'Idempotency-Key': key });
      if (answer.status >= 400) return { problem: answer.body };
      return { result: answer.body, proposed: false, reference: answer.headers.get('Audit-Id') ?? undefined };
    }
    const { status, body } = await runCommand(context, { command, payload, key, expects: ROW_REFUSALS });
    if (status >= 400) return { problem: body };
    const proposed = body.proposed === true;
    return { result: body.result ?? body.preview?.result, proposed, reference: body.auditId ?? body.itemId };
  },
});

/** Sends an inverse to its route. */
function throughDoor(
  { client }: Context,
  inverse: Inverse,
  door: InverseDoor,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { rev, body, ...request } = requestOf(inverse, door);
  return client.send({
    ...request,
    ...(body ? { body } : {}),
    headers: { ...headers, ...(rev === undefined ? {} : { 'If-Match': `"${rev}"` }) },
    expects: ROW_REFUSALS,
  });
}

async function undo(
  rows: readonly AuditRow[],
  dryRun: boolean,
  context: Context,
  door: UndoDoor<AuditRow, Problem>,
): Promise<void> {
  const { terminal, settings } = context;
  const steps = await planUndo(door, rows);
  const since = await changesSince(steps, context);
  const ready = steps.filter(({ state }) => state === 'ready');
  const blocks = steps.map((step, index) => stepLines(step, index + 1, since.get(step) ?? [], context).join('\n'));
  const plan = [...blocks, countLines(countsOf(steps)).join('\n')].join('\n\n');
  const outcomes = new Map<string, UndoOutcome<Problem>>();

  if (!dryRun && ready.length > 0) {
    if (terminal.interactive && !settings.yes) terminal.note(plan);
    else terminal.print(plan);
    const question = `Take back ${ready.length} of ${steps.length}?`;
    if (!(await terminal.confirm(question, settings.yes))) usage('Not confirmed: nothing has changed.');
    await runUndo(door, steps, (step, outcome) => outcomes.set(step.row.id, outcome));
    terminal.print(`\n${ready.map((step) => resultLine(step, outcomes)).join('\n')}`);
  } else {
    terminal.print(plan);
    terminal.print(terminal.style('bold', '\nNothing has changed.'));
  }
  terminal.answer({ dryRun, items: steps.map((step) => view(step, outcomes, since.get(step))) });
  context.ending = endingOfAll(steps, outcomes);
}

function countLines({ ready, final, undoneBefore, irreversible, blocked }: PlanCounts): string[] {
  const told: readonly (readonly [count: number, of: string])[] = [
    [ready, 'to take back.'],
    [final, 'of these for good: no command takes that undo back.'],
    [undoneBefore, 'taken back before.'],
    [irreversible, 'left as they are: no command takes them back.'],
    [blocked, 'not taken back, for the reasons above.'],
  ];
  return told.flatMap(([count, of]) => (count > 0 ? [`${count} ${of}`] : []));
}

type State = StepState | UndoOutcome<Problem>['state'];

function stateOf(step: UndoStep, outcomes: Outcomes): State {
  const outcome = outcomes.get(step.row.id);
  if (outcome?.state === 'failed') return [404, 409].includes(outcome.problem.status) ? 'moved_on' : 'failed';
  return outcome?.state ?? step.state;
}

function endingOfAll(steps: readonly UndoStep[], outcomes: Outcomes): Context['ending'] {
  const states = new Set(steps.map((step) => stateOf(step, outcomes)));
  if (states.has('moved_on') || states.has('left')) return 'conflict';
  if ((['refused', 'irreversible', 'expired', 'failed'] as const).some((state) => states.has(state))) return 'refused';
  return states.has('proposed') ? 'proposed' : 'done';
}

/** Reads the changes of each thing that has moved on, after the row. */
async function changesSince(steps: readonly UndoStep[], context: Context): Promise<Map<UndoStep, readonly AuditRow[]>> {
  const { client } = context;
  const own = new Set(steps.map(({ row }) => row.id));
  const rowsOfSteps = new Map<UndoStep, readonly AuditRow[]>();
  for (const step of steps) {
    const { entityId, at, id } = step.row;
    if (step.state !== 'moved_on' || !entityId) continue;
    const query = { entity: entityId, outcome: 'done', from: at, limit: 20 };
    const page = await client.get('/v1/audit', query);
    context.learn(page);
    const { items } = page as { items: AuditRow[] };
    rowsOfSteps.set(
      step,
      items.filter((later) => later.id > id && !own.has(later.id)),
    );
  }
  return rowsOfSteps;
}

function view(step: UndoStep, outcomes: Outcomes, since: readonly AuditRow[] | undefined) {
  const { row, preview, problem } = step;
  const { id, at, actor, command, entityId, inverse } = row;
  const outcome = outcomes.get(id);
  const failure = outcome?.state === 'failed' ? outcome.problem : problem;
  const reference = outcome && 'reference' in outcome ? outcome.reference : inverse?.firstRun?.auditId;
  return {
    auditId: id,
    at,
    actor,
    command,
    entityId,
    inverse,
    state: stateOf(step, outcomes),
    ...(preview ? { preview } : {}),
    ...(failure ? { problem: failure } : {}),
    ...(reference ? { undoneBy: reference } : {}),
    ...(since
      ? { since: since.map((later) => ({ id: later.id, at: later.at, actor: later.actor, command: later.command })) }
      : {}),
  };
}

const standing: Partial<Record<StepState, string>> = {
  irreversible: 'Cannot be taken back: no command does it.',
  undone_before: 'Was taken back before.',
  proposed_before: 'To take it back was proposed before.',
  expired: 'Is too old: whether it was taken back before is not known any more. Run its inverse with a key of its own.',
};

function stepLines(step: UndoStep, number: number, since: readonly AuditRow[], context: Context): string[] {
  const { row, state, preview, problem } = step;
  const { terminal } = context;
  const lines = [
    terminal.style('bold', `${number}. ${row.command} by ${row.actor.kind} ${row.actor.id}, ${row.at} (${row.id})`),
  ];
  const told = standing[state];
  const by = undoneBy(row);
  if (told) lines.push(`  ${told}${by ? ` (${by})` : ''}`);
  if (state === 'moved_on' || state === 'refused')
    lines.push(`  ${state === 'moved_on' ? 'Has moved on since' : 'Refused'}: ${saidBy(problem)}`);
  if (preview && state === 'ready')
    lines.push(
      ...context
        .preview(preview)
        .split('\n')
        .map((line) => `  ${line}`),
    );
  for (const later of since)
    lines.push(`    ${later.at} ${later.actor.kind} ${later.actor.id}: ${later.command}${summaryOf(later, context)}`);
  return lines;
}

const saidBy = (problem: Problem | null): string => plain(problem?.detail ?? problem?.code ?? '');

function summaryOf({ changes }: AuditRow, { meanings, titles }: Context): string {
  const fields = changes.flatMap(({ entity, before, after }) =>
    Object.keys(after ?? {}).map((name) => {
      const at = { place: meanings(entity, name), titles };
      return `${fieldName(name, at)} ${valueLine(before?.[name], at)} → ${valueLine(after?.[name], at)}`;
    }),
  );
  return fields.length === 0 ? '' : `, ${fields.slice(0, 3).join(', ')}`;
}

const valueLine = (value: unknown, at: At): string => (isPlain(value) ? plainValue(value, at) : show(value, at.place));

function resultLine({ row }: UndoStep, outcomes: Outcomes): string {
  const outcome = outcomes.get(row.id);
  return `${row.id} ${row.command}: ${outcome ? describeOutcome(outcome) : 'not taken back'}`;
}

function describeOutcome(outcome: UndoOutcome<Problem>): string {
  if (outcome.state === 'failed') return `not taken back, ${saidBy(outcome.problem)}`;
  if (outcome.state === 'left') return 'left alone, because a newer change of the same thing could not be taken back';
  const reference = outcome.reference ? ` (${outcome.reference})` : '';
  return `${outcome.state === 'proposed' ? 'proposed, nothing has changed' : 'taken back'}${reference}`;
}

/** The rows that are meant, newest first. */
async function rowsOf(
  auditId: string | undefined,
  options: UndoOptions,
  context: Context,
  door: UndoDoor<AuditRow, Problem>,
): Promise<Collected<AuditRow>> {
  const by = options.by ?? context.settings.tokenId;
  const given = [auditId, options.proposal, by].filter((word) => word !== undefined);
  if (given.length !== 1) usage('Say one of: an audit row, --proposal <prp>, or --by <tok> --since <time>.');
  if (by === undefined && options.until !== undefined) usage('--until goes with --by.');
  if (auditId !== undefined) {
    if (!/^aud_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(auditId)) usage(`${auditId} is not the id of an audit row: aud_….`);
    const found = await oneRow(door, auditId);
    return found.rows.length > 0 ? found : missing(`There is no audit row ${auditId}.`);
  }
  if (options.proposal !== undefined) {
    const { id } = await context.client.get(`/v1/proposals/${encodeURIComponent(options.proposal)}`);
    return rowsOfProposal(door, id);
  }
  if (options.since === undefined) usage('--since is required with --by.');
  const until = options.until === undefined ? undefined : timeOf(options.until);
  return rowsOfToken(door, by as string, timeOf(options.since as string), until);
}

const ages: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MS };

function timeOf(text: string): string {
  const age = /^(\d{1,5})([mhd])$/.exec(text);
  const time = age ? Date.now() - Number(age[1]) * (ages[age[2] as string] as number) : Date.parse(text);
  return Number.isNaN(time)
    ? usage(`${text} is no time: 2026-03-01T09:00:00Z, or an age like 2h.`)
    : new Date(time).toISOString();
}

function missing(message: string): never {
  throw new CliError('missing', 'not_found', message);
}
