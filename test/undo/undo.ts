import type { Reply } from '../../src/kernel/call/dispatch';
import { requestOf } from '../../src/kernel/declaration/doors';
import type { Principal } from '../../src/kernel/declaration/principal';
import type { CommandRoute } from '../../src/kernel/declaration/route';
import { type Problem, problemOf, Refusal } from '../../src/kernel/errors';
import type { FieldChange } from '../../src/kernel/trace/change';
import type { Inverse, Preview } from '../../src/kernel/trace/recorder';
import { registry } from '../../src/registry';
import { planUndo, runUndo, type UndoDoor, type UndoRow } from '../../src/undo/plan';
import type { World } from '../world/world';

export type AuditRow = UndoRow;
export type { Inverse };

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

/** The API as panel and command line reach it. */
export const doorOf = (world: World, as: Principal = world.developer): UndoDoor<UndoRow, Problem> => ({
  page: ({ limit, ...query }) =>
    world.read('audit.list', { query: { ...query, ...(limit ? { limit: Number(limit) } : {}) }, as }),
  isBesideShop: (entity) => registry.entities.some(({ word, besideShop }) => word === entity && besideShop === true),
  dryRun: ({ command, payload, door }) =>
    answered(
      door
        ? throughRoute(world, as, { command, payload }, { dryRun: true })
        : world.run(command, payload, { as, dryRun: true }),
      ({ preview }) => ({ preview }),
    ),
  run: ({ command, payload, door }, key) =>
    door
      ? answered(throughRoute(world, as, { command, payload }, { idempotencyKey: key }), (result) => ({
          result,
          proposed: false,
          reference: undefined,
        }))
      : answered(world.run(command, payload, { as, key }), ({ result, auditId }) => ({
          result,
          proposed: false,
          reference: auditId,
        })),
});

/** What the envelope does not know goes to its route. */
export function throughRoute(
  world: World,
  as: Principal,
  { command, payload }: Inverse,
  controls: { readonly dryRun?: true; readonly idempotencyKey?: string },
): Promise<Reply> {
  const route = [...registry.routes, ...registry.accountRoutes].find(({ id }) => id === command) as CommandRoute;
  const { expectedRev, ...fields } = payload as { readonly expectedRev?: number };
  const { params, query = {}, body } = requestOf(route.door, fields);
  const input = { params: params as Record<string, string>, query, body, expectedRev, ...controls };
  return world.dispatcher.route(route, as, input);
}

async function answered<T>(
  asked: Promise<Reply>,
  // biome-ignore lint/suspicious/noExplicitAny: bodies are read by the shapes that the commands declare
  view: (body: any) => T,
): Promise<T | { readonly problem: Problem }> {
  try {
    const { status, body } = await asked;
    return status < 400 ? view(body) : { problem: body as Problem };
  } catch (error) {
    if (error instanceof Refusal) return { problem: problemOf(error) };
    throw error;
  }
}

/** Takes rows back as the panel does. @returns the state in which each row ended, newest first */
export async function undoAll(world: World, newestFirst: readonly UndoRow[], as?: Principal): Promise<string[]> {
  const door = doorOf(world, as);
  const steps = await planUndo(door, newestFirst);
  const ended = new Map<UndoRow, string>(steps.map(({ row, state }) => [row, state]));
  await runUndo(door, steps, ({ row }, { state }) => ended.set(row, state));
  return [...ended.values()];
}
