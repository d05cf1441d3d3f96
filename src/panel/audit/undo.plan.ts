import { client, ProblemError } from '../api/client';
import type { AuditRow, Inverse, Page, Preview, ProposalDetail } from '../api/types';

/*
 * Undoing is running the inverses that audit rows carry, newest first, as ordinary commands with their guards.
 *
 * An inverse expects the rev that its row left behind. When several rows changed one thing, undoing the newest moves its rev,
 * so the next inverse would meet a rev that it does not know although nobody else was there. The plan follows such chains:
 * if the revs that the rows left behind are consecutive up to the current one, nothing happened between them but what is
 * being undone, and each step expects the rev that the step before it has left. Anything else has moved on and is left alone.
 */

export interface Collected {
  /** Newest first. */
  readonly rows: readonly AuditRow[];
  /** Older rows were not looked at. */
  readonly capped: boolean;
}

export interface Step {
  readonly row: AuditRow;
  readonly inverse: Inverse;
  readonly state: 'ready' | 'moved' | 'refused';
  /** What it would do now; of a step that has moved on: what it would overwrite. */
  readonly preview: Preview | null;
  readonly problem: ProblemError['problem'] | null;
  /** The thing whose rev is guarded. */
  readonly aggregate: string | null;
}

export type Outcome =
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly problem: ProblemError['problem'] }
  | { readonly state: 'left' };

const ROWS_MAX = 2_000;
const PAGE = 100;

/** Proposing and deciding change no store; what was proposed has rows of its own. */
const ABOUT_PROPOSALS = /^(proposals?|workspaces?)\./;

async function allRows(query: Readonly<Record<string, string>>): Promise<Collected> {
  const rows: AuditRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<AuditRow> = await client.get('/v1/audit', { ...query, outcome: 'done', limit: PAGE, cursor });
    rows.push(...page.items.filter(({ command }) => !ABOUT_PROPOSALS.test(command)));
    cursor = page.nextCursor;
  } while (cursor !== null && rows.length < ROWS_MAX);
  return { rows, capped: cursor !== null };
}

const A_LITTLE_LATER_MS = 60_000;

/** The rows that applying a proposal has left: they are of its token, between its decision and its end. */
export async function ofProposal(
  proposal: Pick<ProposalDetail, 'id' | 'token' | 'decidedAt' | 'createdAt' | 'finishedAt'>,
): Promise<Collected> {
  const { id, token, decidedAt, createdAt, finishedAt } = proposal;
  const from = decidedAt ?? createdAt;
  const until = finishedAt ? { until: new Date(Date.parse(finishedAt) + A_LITTLE_LATER_MS).toISOString() } : {};
  const { rows, capped } = await allRows({ actor: token.id, from, ...until });
  return { rows: rows.filter(({ cause }) => cause?.proposalId === id), capped };
}

/** What a token did since a time: its own commands, and those of its proposals, which are written down under its name too. */
export const ofToken = (tokenId: string, since: string): Promise<Collected> => allRows({ actor: tokenId, from: since });

const expectedRevOf = ({ payload }: Inverse): number | null =>
  typeof payload.expectedRev === 'number' ? payload.expectedRev : null;

const guarded = (inverse: Inverse, expectedRev: number): Inverse => ({
  ...inverse,
  payload: { ...inverse.payload, expectedRev },
});

function aggregateOf({ result }: Preview): string | null {
  const { productId, id } = (result ?? {}) as { productId?: unknown; id?: unknown };
  const found = productId ?? id;
  return typeof found === 'string' ? found : null;
}

/** Dry-runs every inverse, newest first. Rows without one are not in the plan. */
export async function planUndo(
  storeId: string,
  rows: readonly AuditRow[],
  onProgress: (done: number) => void = () => {},
): Promise<Step[]> {
  const steps: Step[] = [];
  /** By thing: the rev that the last step of its chain goes back behind. */
  const reached = new Map<string, number>();
  for (const row of rows) {
    if (!row.inverse) continue;
    const step = await planStep(storeId, row, row.inverse, reached);
    const rev = expectedRevOf(row.inverse);
    if (step.state === 'ready' && step.aggregate && rev !== null) reached.set(step.aggregate, rev);
    steps.push(step);
    onProgress(steps.length);
  }
  return steps;
}

async function planStep(
  storeId: string,
  row: AuditRow,
  inverse: Inverse,
  reached: ReadonlyMap<string, number>,
): Promise<Step> {
  try {
    const preview = await client.dryRun<Preview>({ storeId, ...inverse });
    return { row, inverse, state: 'ready', preview, problem: null, aggregate: aggregateOf(preview) };
  } catch (error) {
    const problem = problemIn(error);
    const refused: Step = { row, inverse, state: 'refused', preview: null, problem, aggregate: null };
    const { currentRev } = problem;
    if (problem.code !== 'rev_conflict' || typeof currentRev !== 'number') return refused;
    try {
      const preview = await client.dryRun<Preview>({ storeId, ...guarded(inverse, currentRev) });
      const aggregate = aggregateOf(preview);
      const behind = aggregate === null ? undefined : reached.get(aggregate);
      const follows = behind !== undefined && expectedRevOf(inverse) === behind - 1;
      return { row, inverse, state: follows ? 'ready' : 'moved', preview, problem, aggregate };
    } catch (again) {
      return { ...refused, problem: problemIn(again) };
    }
  }
}

function problemIn(error: unknown): ProblemError['problem'] {
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

/** Runs the plan, newest first. When a step fails, the older steps of the same thing are left alone. */
export async function runUndo(
  storeId: string,
  steps: readonly Step[],
  onOutcome: (step: Step, outcome: Outcome) => void,
): Promise<number> {
  const left = new Map<string, number>();
  const broken = new Set<string>();
  let done = 0;
  for (const step of steps) {
    const { inverse, aggregate, state } = step;
    if (state !== 'ready') continue;
    if (aggregate !== null && broken.has(aggregate)) {
      onOutcome(step, { state: 'left' });
      continue;
    }
    const rev = aggregate === null ? undefined : left.get(aggregate);
    const guardedBy = rev !== undefined && expectedRevOf(inverse) !== null ? guarded(inverse, rev) : inverse;
    try {
      const { result } = await client.run<{ rev?: unknown } | null>({ storeId, ...guardedBy });
      if (aggregate !== null && typeof result?.rev === 'number') left.set(aggregate, result.rev);
      done += 1;
      onOutcome(step, { state: 'done' });
    } catch (error) {
      if (aggregate !== null) broken.add(aggregate);
      onOutcome(step, { state: 'failed', problem: problemIn(error) });
    }
  }
  return done;
}
