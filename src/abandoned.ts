import { abandonJob } from './channel/job/abandoned';
import type { CommandBus } from './kernel/bus';
import type { Database } from './kernel/database';
import type { Abandonment } from './kernel/job';
import { abandonMail } from './mail/abandoned';
import { abandonMedia } from './media/abandoned';
import { abandonProposal } from './proposal/abandoned';

interface Dependencies {
  readonly bus: CommandBus;
  readonly database: Database;
}

/** By the first word of the workflow's id; the rest names the row. */
const ends: Readonly<
  Record<string, (dependencies: Dependencies, storeId: string, id: string, why: Abandonment) => Promise<void>>
> = {
  job: ({ database }, ...told) => abandonJob(database, ...told),
  mail: ({ database }, ...told) => abandonMail(database, ...told),
  media: ({ bus }, storeId, mediaId) => abandonMedia(bus, storeId, mediaId),
  proposal: ({ bus }, ...told) => abandonProposal(bus, ...told),
};

/**
 * Ends a row that no workflow drives to its end, where its owner looks for it; may be called again.
 * @throws for a workflow that stands for no row that is known here: it would be left open for ever
 */
export async function abandonWork(
  dependencies: Dependencies,
  { storeId, workflowId }: { readonly storeId: string; readonly workflowId: string },
  why: Abandonment,
): Promise<void> {
  const [kind = '', id = ''] = workflowId.split('/');
  const end = ends[kind];
  if (!end) throw new Error(`${workflowId} is of a kind that nothing here can end`);
  await end(dependencies, storeId, id, why);
}
