import type { FieldChange, Preview } from '../../src/kernel/recorder';
import type { World } from '../world/world';

export interface AuditRow {
  readonly id: string;
  readonly command: string;
  readonly changes: readonly {
    readonly entity: string;
    readonly id: string;
    readonly before: Record<string, unknown> | null;
    readonly after: Record<string, unknown> | null;
  }[];
  readonly inverse: Inverse | null;
}

export interface Inverse {
  readonly command: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Newest first. */
export const rows = async (world: World, query: Record<string, unknown> = {}): Promise<AuditRow[]> =>
  (await world.read('audit.list', { query: { limit: 100, outcome: 'done', ...query } })).items;

export async function lastRow(world: World): Promise<AuditRow> {
  return (await rows(world, { limit: 1 }))[0] as AuditRow;
}

export async function preview(world: World, { command, payload }: Inverse): Promise<Preview> {
  const { status, body } = await world.run(command, payload, { dryRun: true });
  expect({ status, body }).toMatchObject({ status: 200 });
  return (body as { preview: Preview }).preview;
}

/** The changes of a row by field, the other way round. */
export const takenBack = ({ changes }: AuditRow): FieldChange[] =>
  changes.flatMap(({ entity, id, before, after }) =>
    Object.keys(after ?? {}).map((field) => ({
      entity,
      id,
      field,
      before: after?.[field] ?? null,
      after: before?.[field] ?? null,
    })),
  );

const bookkeeping = new Set(['rev', 'updatedAt', 'createdAt']);

/** A view without what every change moves. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, child) => (bookkeeping.has(key) ? undefined : child)));
}

/**
 * Takes rows back, newest first. The rev that an inverse expects is the one that its row left behind; when the undo of a
 * newer row has moved it on, the next one expects what that undo left. Anything else is a change by somebody else.
 */
export async function undoAll(
  world: World,
  newestFirst: readonly AuditRow[],
  aggregateOf: (inverse: Inverse) => string | undefined,
): Promise<void> {
  const left = new Map<string, { readonly expected: number; readonly rev: number }>();
  for (const { inverse } of newestFirst) {
    if (!inverse) continue;
    const aggregate = aggregateOf(inverse) ?? '';
    const expected = inverse.payload.expectedRev as number | undefined;
    const before = left.get(aggregate);
    const next = before && before.expected - 1 === expected ? before.rev : expected;
    const payload = next === undefined ? inverse.payload : { ...inverse.payload, expectedRev: next };
    const { rev } = await world.done(inverse.command, payload);
    if (expected !== undefined) left.set(aggregate, { expected, rev });
  }
}
