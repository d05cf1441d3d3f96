import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { ulidTime } from '../kernel/ids';
import type { Change } from '../kernel/recorder';
import type { Context } from './context';
import { CliError, type ServerProblem, usage } from './exit';
import type { FieldChange, Preview } from './preview';
import type { Proposal } from './proposals';
import { runCommand } from './run';
import { plain, show } from './text';

interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly command: string;
  readonly outcome: string;
  readonly entityId: string | null;
  readonly changes: readonly Change[] | null;
  readonly inverse?: { readonly command: string; readonly payload: Readonly<Record<string, unknown>> } | null;
}

/**
 * What becomes of one row. `ready`: its inverse was tried and fits. `waits`: it fits once the newer rows of this undo are
 * taken back. `moved_on`: somebody changed it since, so it stays as it is. The last four are known afterwards.
 */
type UndoState = 'ready' | 'waits' | 'moved_on' | 'refused' | 'irreversible' | 'undone' | 'undone_before' | 'proposed';

interface Step {
  readonly row: AuditRow;
  state: UndoState;
  preview?: Pick<Preview, 'changes'> & Partial<Preview>;
  problem?: ServerProblem;
  /** What happened to it after the row. */
  since?: readonly AuditRow[];
  /** Whatever the row changed is known by these: a variant's price is guarded by the rev of its product. */
  names: ReadonlySet<string>;
  /** Audit row of the undo itself. */
  undoneBy?: string;
}

interface UndoOptions {
  readonly proposal?: string;
  readonly by?: string;
  readonly since?: string;
  readonly dryRun?: true;
}

/** They concern one row; any other refusal ends the undo. */
const ROW_REFUSALS = [400, 404, 409, 422];
const PAGES_MAX = 200;
const DAY_MS = 24 * 3_600_000;
/** Younger than the 30 days that keys live, with a day to spare. */
const KEY_AGE_MAX_MS = 29 * DAY_MS;

/** Takes changes back, newest first, by the inverses that the audit log keeps; each runs as an ordinary command with its guard. */
export function addUndo(program: Command, context: Context): void {
  program
    .command('undo')
    .description('Take back one change, a whole proposal, or what a token did since a time.')
    .argument('[auditId]', 'id of an audit row: aud_…')
    .option('--proposal <prp>', 'everything that a proposal applied')
    .option('--by <tok>', 'everything that a token did, together with --since; --token tok_… is the same')
    .option('--since <time>', 'ISO 8601, or an age: 90m, 2h, 3d')
    .option('--dry-run', 'show what would be taken back, and change nothing')
    .action(async (auditId: string | undefined, options: UndoOptions) => {
      const rows = await rowsOf(auditId, options, context);
      if (rows.length === 0) throw new CliError('missing', 'not_found', 'There is nothing to take back.');
      await undo(rows, options.dryRun ?? false, context);
    });
}

async function undo(rows: readonly AuditRow[], dryRun: boolean, context: Context): Promise<void> {
  const { terminal, settings } = context;
  const steps: Step[] = [];
  for (const row of rows) steps.push(await rehearsed(row, steps, context));
  const feasible = steps.filter(({ state }) => state === 'ready' || state === 'waits');
  const plan = steps.map((step, index) => stepLines(step, index + 1, context).join('\n')).join('\n\n');

  if (!dryRun && feasible.length > 0) {
    if (terminal.interactive && !settings.yes) terminal.note(plan);
    else terminal.print(plan);
    const question = `Take back ${feasible.length} of ${steps.length}?`;
    if (!(await terminal.confirm(question, settings.yes))) usage('Not confirmed: nothing has changed.');
    await takeBack(feasible, context);
    terminal.print(`\n${feasible.map(resultLine).join('\n')}`);
  } else {
    terminal.print(plan);
    terminal.print(terminal.style('bold', '\nNothing has changed.'));
  }
  terminal.answer({ dryRun, items: steps.map(view) });
  context.ending = endingOfAll(steps);
}

function endingOfAll(steps: readonly Step[]): Context['ending'] {
  const states = new Set(steps.map(({ state }) => state));
  if (states.has('moved_on')) return 'conflict';
  if (states.has('refused') || states.has('irreversible')) return 'refused';
  return states.has('proposed') ? 'proposed' : 'done';
}

/** Tries the inverse without leaving a trace. @param newer rows of this undo that will be taken back before it */
async function rehearsed(row: AuditRow, newer: readonly Step[], context: Context): Promise<Step> {
  if (!row.inverse) return { row, state: 'irreversible', names: new Set() };
  const { status, body } = await runCommand(context, { ...row.inverse, dryRun: true, expects: ROW_REFUSALS });
  const names = namesOf(row, status < 400 ? body.preview?.result : undefined, status < 400 ? undefined : body.detail);
  if (status < 400) return { row, state: 'ready', names, preview: body.preview };
  const follows = newer.some((step) => (step.state === 'ready' || step.state === 'waits') && meet(step.names, names));
  if (status === 409 && follows) return { row, state: 'waits', names, preview: { changes: takenBack(row) } };
  const state = status === 409 || status === 404 ? 'moved_on' : 'refused';
  return { row, state, names, problem: body, since: await changesSince(row, newer, context) };
}

function namesOf({ entityId }: AuditRow, result: unknown, detail: string | undefined): ReadonlySet<string> {
  const { id, productId } = (result ?? {}) as { id?: unknown; productId?: unknown };
  const conflicting = /^([a-z]{3}_\w{26}) is at rev /.exec(detail ?? '')?.[1];
  return new Set([entityId, id, productId, conflicting].filter((name): name is string => typeof name === 'string'));
}

const meet = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...left].some((name) => right.has(name));

const takenBack = ({ changes }: AuditRow): FieldChange[] =>
  (changes ?? []).flatMap(({ entity, id, before, after }) =>
    [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
      entity,
      id,
      field,
      before: after?.[field] ?? null,
      after: before?.[field] ?? null,
    })),
  );

async function changesSince(row: AuditRow, newer: readonly Step[], { client }: Context): Promise<AuditRow[]> {
  if (!row.entityId) return [];
  const query = { entity: row.entityId, outcome: 'done', from: row.at, limit: 20 };
  const { items } = (await client.get('/v1/audit', query)) as { items: AuditRow[] };
  const own = new Set(newer.map((step) => step.row.id));
  return items.filter(({ id }) => id > row.id && !own.has(id));
}

/**
 * Newest first. A row that was followed directly by another one of this undo expects the rev that taking that one back has
 * left: the thing is as the row left it again. Every other rev stays the guard that it was.
 */
async function takeBack(steps: readonly Step[], context: Context): Promise<void> {
  const left: { readonly names: ReadonlySet<string>; readonly expected: number; readonly rev: number }[] = [];
  for (const step of steps) {
    const { command, payload } = step.row.inverse as NonNullable<AuditRow['inverse']>;
    const expected = typeof payload.expectedRev === 'number' ? payload.expectedRev : undefined;
    const before = left.findLast(({ names }) => meet(names, step.names));
    const follows = before !== undefined && expected !== undefined && before.expected - 1 === expected;
    const { status, body, headers } = await runCommand(context, {
      command,
      payload: follows ? { ...payload, expectedRev: before.rev } : payload,
      key: undoKey(step.row.id),
      expects: ROW_REFUSALS,
    });
    if (status >= 400) {
      step.state = status === 409 || status === 404 ? 'moved_on' : 'refused';
      step.problem = body;
      continue;
    }
    step.state = body.proposed ? 'proposed' : headers.get('Idempotent-Replayed') ? 'undone_before' : 'undone';
    step.undoneBy = body.auditId ?? body.itemId;
    const rev = (body.result ?? body.preview?.result)?.rev;
    if (expected !== undefined && typeof rev === 'number') left.push({ names: step.names, expected, rev });
  }
}

/**
 * One key for the undo of one row, for ever: an undo that was killed half-way or typed twice takes a change back once, also
 * where no rev guards it (a stock adjustment).
 */
function undoKey(auditId: string): string | undefined {
  const ulid = auditId.slice(4);
  if (Date.now() - ulidTime(ulid) > KEY_AGE_MAX_MS) return undefined;
  const digest = createHash('sha256').update(`undo ${auditId}`).digest();
  const random = [...digest.subarray(0, 16)].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('');
  return ulid.slice(0, 10) + random;
}

function view({ row, names: _names, ...step }: Step) {
  const { id, at, actor, command, entityId, inverse } = row;
  const since = step.since?.map((later) => ({
    id: later.id,
    at: later.at,
    actor: later.actor,
    command: later.command,
  }));
  return { auditId: id, at, actor, command, entityId, inverse: inverse ?? null, ...step, ...(since ? { since } : {}) };
}

function stepLines(step: Step, number: number, context: Context): string[] {
  const { row, state, preview, problem, since = [] } = step;
  const { terminal } = context;
  const lines = [
    terminal.style('bold', `${number}. ${row.command} by ${row.actor.kind} ${row.actor.id}, ${row.at} (${row.id})`),
  ];
  if (state === 'irreversible') lines.push('  Cannot be taken back: no command does it.');
  if (state === 'waits') lines.push('  After the newer ones above are taken back:');
  if (preview)
    lines.push(
      ...context
        .preview(preview)
        .split('\n')
        .map((line) => `  ${line}`),
    );
  if (problem)
    lines.push(
      `  ${state === 'moved_on' ? 'Has moved on since' : 'Refused'}: ${plain(problem.detail ?? problem.code)}`,
    );
  for (const later of since)
    lines.push(`    ${later.at} ${later.actor.kind} ${later.actor.id}: ${later.command}${summaryOf(later, context)}`);
  return lines;
}

function summaryOf({ changes }: AuditRow, { moneyFields: money }: Context): string {
  const fields = (changes ?? []).flatMap(({ before, after }) =>
    Object.keys(after ?? {}).map(
      (name) => `${plain(name)} ${show(before?.[name], name, money)} → ${show(after?.[name], name, money)}`,
    ),
  );
  return fields.length === 0 ? '' : `, ${fields.slice(0, 3).join(', ')}`;
}

const results: Partial<Record<UndoState, string>> = {
  undone: 'taken back',
  undone_before: 'was taken back before; take the newer row back instead',
  proposed: 'proposed, nothing has changed',
};

const resultLine = ({ row, state, undoneBy, problem }: Step): string =>
  `${row.id} ${row.command}: ${results[state] ?? `not taken back, ${plain(problem?.detail ?? state)}`}${undoneBy ? ` (${undoneBy})` : ''}`;

/** The rows that are meant, newest first. */
async function rowsOf(auditId: string | undefined, options: UndoOptions, context: Context): Promise<AuditRow[]> {
  const by = options.by ?? context.settings.tokenId;
  const given = [auditId, options.proposal, by].filter((word) => word !== undefined);
  if (given.length !== 1) usage('Say one of: an audit row, --proposal <prp>, or --by <tok> --since <time>.');
  if (auditId !== undefined) {
    if (!/^aud_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(auditId)) usage(`${auditId} is not the id of an audit row: aud_….`);
    const [row] = await rowsById([auditId], context);
    return row ? [row] : missing(`There is no audit row ${auditId}.`);
  }
  if (options.proposal !== undefined) {
    const { list } = (await context.client.get(`/v1/proposals/${encodeURIComponent(options.proposal)}`)) as Proposal;
    return rowsById(
      list.flatMap((item) => item.auditId ?? []),
      context,
    );
  }
  if (options.since === undefined) usage('--since is required with --by.');
  const query = { actor: by, outcome: 'done', from: timeOf(options.since as string) };
  return (await pagesOf(query, () => false, context)).filter(({ changes }) => (changes?.length ?? 0) > 0);
}

/** The log has no look-up by id; its ids carry their time, so the page that holds one is found at once. */
async function rowsById(ids: readonly string[], context: Context): Promise<AuditRow[]> {
  if (ids.length === 0) return [];
  const sorted = ids.toSorted();
  const oldest = sorted[0] as string;
  const until = new Date(ulidTime((sorted.at(-1) as string).slice(4)) + 10 * 60_000).toISOString();
  const rows = await pagesOf({ until }, ({ id }) => id <= oldest, context);
  return rows.filter(({ id }) => ids.includes(id));
}

async function pagesOf(
  query: Readonly<Record<string, unknown>>,
  isLast: (row: AuditRow) => boolean,
  { client }: Context,
): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = (await client.get('/v1/audit', { ...query, limit: 100, cursor })) as {
      items: AuditRow[];
      nextCursor: string | null;
    };
    rows.push(...page.items);
    if (!page.nextCursor || page.items.some(isLast)) return rows;
    cursor = page.nextCursor;
  }
  return usage('These are too many rows at once: choose a later time.');
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
