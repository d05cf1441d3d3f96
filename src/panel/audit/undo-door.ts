import type { UndoDoor } from '../../undo/plan';
import { requestOf } from '../../undo/request';
import { client, ProblemError, untilAnswered } from '../api/client';
import type { Problem } from '../api/problem';
import type { AuditRow, Page, Preview } from '../api/types';
import type { Declared } from '../parts/meaning';

/**
 * The API as the owner's session reaches it, for the plan that the command line has too.
 * @param titles gathers what those are called that the pages name by their ids
 */
export const undoDoor = (
  storeId: string,
  { isBesideShop }: Pick<Declared, 'isBesideShop'>,
  titles = new Map<string, string>(),
): UndoDoor<AuditRow, Problem> => ({
  isBesideShop,
  async page(query) {
    const page = await patiently(() => client.get<Page<AuditRow>>('/v1/audit', query));
    for (const [id, title] of Object.entries(page.references ?? {})) titles.set(id, title);
    return page;
  },
  dryRun: ({ command, payload, door }) =>
    answered(async () => ({
      preview: door
        ? (await client.take<{ preview: Preview }>(requestOf({ command, payload }, door), { dryRun: true })).preview
        : await client.dryRun<Preview>({ storeId, command, payload }),
    })),
  run: ({ command, payload, door }, key) =>
    answered(async () => {
      if (door) {
        const result = await client.take<unknown>(requestOf({ command, payload }, door), { key });
        return { result, proposed: false, reference: undefined };
      }
      const { result, auditId } = await client.run<unknown>({ storeId, command, payload }, key);
      return { result, proposed: false, reference: auditId };
    }),
});

/** A plan of many rows has more calls than a minute has room for: one that is too early says nothing of its row. */
const patiently = <T>(ask: () => Promise<T>): Promise<T> => untilAnswered(ask, { statuses: [429, 503] });

async function answered<T>(ask: () => Promise<T>): Promise<T | { readonly problem: Problem }> {
  try {
    return await patiently(ask);
  } catch (error) {
    if (error instanceof ProblemError && [400, 404, 409, 422].includes(error.problem.status))
      return { problem: error.problem };
    throw error;
  }
}
