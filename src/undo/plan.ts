import { type Change, type FieldChange, fieldChanges } from '../kernel/trace/change';
import type { Inverse } from '../kernel/trace/recorder';
import type { InverseDoor } from './request';

/*
 * Undoing is running the inverses that audit rows carry, newest first, as ordinary commands with their guards. The owner's panel
 * and the command line show this plan; neither has rules of its own.
 *
 * An inverse expects the rev that its row left behind. When several rows changed one thing, undoing the newest moves its rev,
 * so the next inverse would meet a rev that it does not know although nobody else was there. The plan follows such chains:
 * if the newer rows, and the undos of those that were taken back before, account for every rev up to the current one, nobody else
 * was there, and each step expects the rev that the step before it has left. Anything else has moved on and is left alone. What was
 * taken back before counts, so an undo that broke off, or is done in parts, goes on where it stands.
 *
 * Every inverse runs under the key that the log serves with it, so a change is taken back once, at whichever door. A try that came
 * to nothing, refused or rejected, uses up its key alone: the log serves another.
 */

/** An audit row, as far as undoing reads it. */
export interface UndoRow {
  readonly id: string;
  readonly command: string;
  readonly entityId: string | null;
  readonly changes: readonly Change[];
  readonly cause: Readonly<Record<string, string>> | null;
  readonly inverse: (Inverse & ServedInverse) | null;
}

interface ServedInverse {
  /** Null: it is a command of the envelope. */
  readonly door?: InverseDoor | null | undefined;
  /** Identifier of what it is about; a rev that its payload expects is that one's. */
  readonly subject: string | null;
  readonly idempotencyKey: string;
  /** ISO 8601; the key is refused afterwards. */
  readonly until: string;
  /** The undo that was done, or is proposed, under the key. */
  readonly firstRun: { readonly auditId: string; readonly outcome: 'done' | 'proposed' } | null;
}

export interface UndoProblem {
  readonly status: number;
  readonly code: string;
  readonly [fact: string]: unknown;
}

export interface UndoPreview {
  readonly changes: readonly FieldChange[];
  /** No command would take the undo back. */
  readonly irreversible?: boolean;
}

interface Ran {
  readonly result: unknown;
  readonly proposed: boolean;
  /** Audit row or proposal item of the undo. */
  readonly reference: string | undefined;
}

type Failed<Problem> = { readonly problem: Problem };

/** An inverse, and where it is sent. */
export type SentInverse = Inverse & Pick<ServedInverse, 'door'>;

/** The API, as panel and command line reach it. Refusals of a row are answers; what ends the undo is thrown. */
export interface UndoDoor<Row extends UndoRow, Problem extends UndoProblem> {
  page(
    query: Readonly<Record<string, string>>,
  ): Promise<{ readonly items: readonly Row[]; readonly nextCursor: string | null }>;
  /** Tells whether a kind of thing is beside the shop, so that no undo is about it. The server declares it. */
  isBesideShop(entity: string): boolean;
  dryRun(inverse: SentInverse): Promise<{ readonly preview: UndoPreview } | Failed<Problem>>;
  run(inverse: SentInverse, key: string): Promise<Ran | Failed<Problem>>;
}

/**
 * The outcome that awaits a row. `moved_on`: somebody changed it since. `…_before`: its inverse ran under its key already.
 * `expired`: that key is too old, so nothing tells whether it ran.
 */
export type StepState =
  | 'ready'
  | 'moved_on'
  | 'refused'
  | 'irreversible'
  | 'undone_before'
  | 'proposed_before'
  | 'expired';

export interface PlanStep<Row extends UndoRow, Problem extends UndoProblem> {
  readonly row: Row;
  readonly state: StepState;
  /** The changes that the step would make. A step that has moved on shows the changes that it would overwrite. */
  readonly preview: UndoPreview | null;
  readonly problem: Problem | null;
}

export type UndoOutcome<Problem> =
  | { readonly state: 'undone' | 'proposed'; readonly reference: string | undefined }
  | { readonly state: 'failed'; readonly problem: Problem }
  /** A newer change of the same thing could not be taken back. */
  | { readonly state: 'left' };

/** How many steps end how; every step is counted once, but those that are final are among the ready ones. */
export interface PlanCounts {
  readonly ready: number;
  /** Ready, and nothing takes the undo itself back. */
  readonly final: number;
  readonly undoneBefore: number;
  /** Rows that nothing takes back. */
  readonly irreversible: number;
  /** In the way of the rest stands what is just now. */
  readonly blocked: number;
}

export interface Collected<Row> {
  /** The collected rows, newest first. */
  readonly rows: readonly Row[];
  /** Older rows were not looked at. */
  readonly capped: boolean;
}

/** Refusals for what the thing is just now, and may not be once newer changes are taken back. */
const DECIDES_LATER: ReadonlySet<number> = new Set([409, 422]);
/**
 * Limit of the rows that one plan may take back. Rows that were taken back before do not count: the next plan goes on where this one ends.
 */
const ROWS_MAX = 2_000;
/** A token may have left any number of rows that nobody takes back. */
const LOOKED_AT_MAX = 10_000;
const PAGE = '100';

export async function oneRow<Row extends UndoRow>(door: Pages<Row>, id: string): Promise<Collected<Row>> {
  const { items } = await door.page({ id });
  return { rows: items, capped: false };
}

/** The rows that applying a proposal has left. No times bound them: who decides and who applies may have clocks that differ. */
export const rowsOfProposal = <Row extends UndoRow>(door: Pages<Row>, proposalId: string) =>
  allRows(door, { proposal: proposalId });

/** Collects the acts of a token in a time: its own commands, and those of its proposals, which are written down under its name too. */
export const rowsOfToken = <Row extends UndoRow>(door: Pages<Row>, tokenId: string, since: string, until?: string) =>
  allRows(door, { actor: tokenId, from: since, ...(until === undefined ? {} : { until }) });

type Pages<Row extends UndoRow> = Pick<UndoDoor<Row, UndoProblem>, 'page' | 'isBesideShop'>;

async function allRows<Row extends UndoRow>(
  door: Pages<Row>,
  query: Readonly<Record<string, string>>,
): Promise<Collected<Row>> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Pages<Row>['page']>> = await door.page({
      ...query,
      outcome: 'done',
      limit: PAGE,
      ...(cursor ? { cursor } : {}),
    });
    // The subject of a call comes first among its changes: the archiving of a workspace also revokes its tokens.
    rows.push(...page.items.filter(({ changes: [first] }) => first !== undefined && !door.isBesideShop(first.entity)));
    cursor = page.nextCursor;
  } while (cursor !== null && rows.length < LOOKED_AT_MAX && withoutUndos(rows).filter(isOpen).length < ROWS_MAX);
  return { rows: asManyAsTold(withoutUndos(rows)), capped: cursor !== null };
}

/** Whether it may be taken back, as far as its row tells. */
const isOpen = ({ inverse }: UndoRow): boolean => inverse !== null && undoneBy({ inverse }) === undefined;

/**
 * Without what takes back another of these rows, e.g. where a token undoes what it did itself: the two have changed nothing, and to
 * take the undo back would be to do it again. Whatever undid such an undo has done it again, and stays.
 */
function withoutUndos<Row extends UndoRow>(newestFirst: readonly Row[]): readonly Row[] {
  const undos = new Set<string>();
  for (const row of newestFirst.toReversed()) {
    const by = undos.has(row.id) ? undefined : undoneBy(row);
    if (by !== undefined) undos.add(by);
  }
  return newestFirst.filter(({ id }) => !undos.has(id));
}

/** Leaves out rows that were taken back before, where there are many. It keeps those on which the revs of something open build. */
function asManyAsTold<Row extends UndoRow>(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= ROWS_MAX) return rows;
  const open = rows.filter(isOpen);
  const subjects = new Set(open.map(({ inverse }) => inverse?.subject ?? null));
  return rows.filter(
    (row) => undoneBy(row) === undefined || (row.inverse?.subject && subjects.has(row.inverse.subject)),
  );
}

/** Dry-runs the inverse of every row. @param rows newest first */
export async function planUndo<Row extends UndoRow, Problem extends UndoProblem>(
  door: UndoDoor<Row, Problem>,
  rows: readonly Row[],
  onProgress: (done: number) => void = () => {},
): Promise<PlanStep<Row, Problem>[]> {
  const steps: PlanStep<Row, Problem>[] = [];
  for (const row of rows) {
    steps.push(await planStep(door, row, steps));
    onProgress(steps.length);
  }
  return steps;
}

async function planStep<Row extends UndoRow, Problem extends UndoProblem>(
  door: UndoDoor<Row, Problem>,
  row: Row,
  newer: readonly PlanStep<Row, Problem>[],
): Promise<PlanStep<Row, Problem>> {
  const { inverse } = row;
  const step = { row, preview: null, problem: null };
  const settled = settledState(inverse);
  if (settled !== null || inverse === null) return { ...step, state: settled ?? 'irreversible' };
  const tried = await door.dryRun(inverse);
  if ('preview' in tried) return { ...step, state: 'ready', preview: tried.preview };
  const { problem } = tried;
  const [expected, current] = [expectedRevOf(inverse), currentRevOf(problem)];
  // A listing is guarded by its values, also where its refusal tells the rev.
  if (expected !== null && current !== null) {
    const over = await door.dryRun(guarded(inverse, current));
    if ('problem' in over) return { ...step, state: stateOf(over.problem), problem: over.problem };
    const follows = expected + revsOf(newer, row) === current;
    return { ...step, state: follows ? 'ready' : 'moved_on', preview: over.preview, problem };
  }
  // Another guard than a rev, e.g. the stock that the row left, or that there is a stock: once the newer ones are taken back, it decides.
  const ready = newer.filter(({ state }) => state === 'ready');
  const waits = DECIDES_LATER.has(problem.status) && ready.some((other) => meet(namesOf(other.row), namesOf(row)));
  return waits ? { ...step, state: 'ready', preview: takenBack(row) } : { ...step, state: stateOf(problem), problem };
}

/** Whether a step would do what no command takes back: the inverse of a creation archives for good. */
export const isFinal = ({ state, preview }: Pick<PlanStep<UndoRow, UndoProblem>, 'state' | 'preview'>): boolean =>
  state === 'ready' && preview?.irreversible === true;

export function countsOf(steps: readonly Pick<PlanStep<UndoRow, UndoProblem>, 'state' | 'preview'>[]): PlanCounts {
  const inState = (state: StepState) => steps.filter((step) => step.state === state).length;
  const [ready, undoneBefore, irreversible] = [inState('ready'), inState('undone_before'), inState('irreversible')];
  const blocked = steps.length - ready - undoneBefore - irreversible;
  return { ready, final: steps.filter(isFinal).length, undoneBefore, irreversible, blocked };
}

/** The row that took this one back, if that was done. */
export const undoneBy = ({ inverse }: Pick<UndoRow, 'inverse'>): string | undefined =>
  inverse?.firstRun?.outcome === 'done' ? inverse.firstRun.auditId : undefined;

function settledState(inverse: UndoRow['inverse']): StepState | null {
  if (inverse === null) return 'irreversible';
  if (inverse.firstRun !== null) return inverse.firstRun.outcome === 'done' ? 'undone_before' : 'proposed_before';
  return Date.parse(inverse.until) < Date.now() ? 'expired' : null;
}

const stateOf = ({ status }: UndoProblem): StepState => (status === 409 || status === 404 ? 'moved_on' : 'refused');

const expectedRevOf = (inverse: Inverse | null): number | null =>
  typeof inverse?.payload.expectedRev === 'number' ? inverse.payload.expectedRev : null;

/** The rev that a dry run has met in the place of the expected one. */
const currentRevOf = (problem: UndoProblem | null): number | null =>
  problem?.code === 'rev_conflict' && typeof problem.currentRev === 'number' ? problem.currentRev : null;

/** The undo has left a rev as well. */
const REVS_LEFT: Partial<Record<StepState, number>> = { ready: 1, undone_before: 2 };

/** How many revs the newer rows of the same thing account for; NaN: one of them stays, so nothing below it can be taken back. */
function revsOf(newer: readonly PlanStep<UndoRow, UndoProblem>[], row: UndoRow): number {
  const chain = newer.filter((other) => expectedRevOf(other.row.inverse) !== null && sameSubject(other.row, row));
  return chain.reduce((revs, { state }) => revs + (REVS_LEFT[state] ?? Number.NaN), 0);
}

const guarded = ({ command, payload, door }: SentInverse, expectedRev: number): SentInverse => ({
  command,
  payload: { ...payload, expectedRev },
  door,
});

const sameSubject = ({ inverse: left }: UndoRow, { inverse: right }: UndoRow): boolean =>
  left !== null && left.subject !== null && left.subject === right?.subject;

/** Names the things that a row changed, and the one that guards it: the price of a variant is guarded by the rev of its product. */
const namesOf = ({ inverse, changes }: UndoRow): ReadonlySet<string> =>
  new Set([...(inverse?.subject ? [inverse.subject] : []), ...changes.map(({ id }) => id)]);

const meet = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...left].some((name) => right.has(name));

const takenBack = ({ changes }: UndoRow): UndoPreview => ({
  changes: changes.flatMap(({ entity, id, before, after }) =>
    fieldChanges({ entity, id, before: after, after: before }),
  ),
});

/** Runs the plan's ready steps, newest first. @returns how many were taken back now */
export async function runUndo<Row extends UndoRow, Problem extends UndoProblem>(
  door: UndoDoor<Row, Problem>,
  steps: readonly PlanStep<Row, Problem>[],
  onOutcome: (step: PlanStep<Row, Problem>, outcome: UndoOutcome<Problem>) => void,
): Promise<number> {
  const left: { readonly row: Row; readonly rev: number }[] = [];
  const failed: PlanStep<Row, Problem>[] = [];
  let done = 0;
  for (const step of steps) {
    const { inverse } = step.row;
    if (step.state !== 'ready' || inverse === null) continue;
    const isGuarded = expectedRevOf(inverse) !== null;
    if (isGuarded && failed.some(({ row }) => sameSubject(row, step.row))) {
      onOutcome(step, { state: 'left' });
      continue;
    }
    // The planned rev of a step that follows others; the first of them may have been taken back before.
    const planned = currentRevOf(step.problem);
    const rev = planned && (left.findLast((other) => sameSubject(other.row, step.row))?.rev ?? planned);
    const answer = await door.run(rev === null ? inverse : guarded(inverse, rev), inverse.idempotencyKey);
    if ('problem' in answer) {
      failed.push(step);
      onOutcome(step, { state: 'failed', problem: answer.problem });
      continue;
    }
    const { rev: after } = (answer.result ?? {}) as { rev?: unknown };
    if (isGuarded && typeof after === 'number') left.push({ row: step.row, rev: after });
    if (!answer.proposed) done += 1;
    onOutcome(step, { state: answer.proposed ? 'proposed' : 'undone', reference: answer.reference });
  }
  return done;
}
