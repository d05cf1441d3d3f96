import { MAIN } from '../../access/workspace/readable';
import { holdWorkspace } from '../../access/workspace/store';
import type { MutationContext } from '../../kernel/declaration/context';
import type { Subject } from '../../kernel/declaration/subject';
import { designDraft } from '../../store/design/aggregate';
import { type DraftRow, findDraft, findLive, type LiveRow } from '../../store/design/store';

/** The {@link Subject} of whoever writes a draft: nobody writes over a draft that he has not read. */
export const draftSubject = (field: string): Subject => ({ ...designDraft.by(field), optional: true, required: true });

export type DraftContext = Pick<
  MutationContext,
  'tx' | 'storeId' | 'now' | 'principal' | 'services' | 'draft' | 'guardRev' | 'record' | 'inverse'
>;

/** A draft that a call is about to write: found, and at the rev that the caller has stated. */
export interface OpenDraft {
  readonly workspace: string;
  /** Undefined: nobody has ever drafted here. One that was discarded has no hash. */
  readonly row: DraftRow | undefined;
  readonly live: LiveRow | undefined;
  /** Hash of the body that readers see: where nothing is drafted, that of the live design. */
  readonly hash: string | null;
}

/** @throws {Refusal} agent_workspace_only, not_found, rev_conflict */
export async function openDraft(context: DraftContext): Promise<OpenDraft> {
  const { tx, storeId, guardRev } = context;
  const workspace = context.draft();
  if (workspace !== MAIN) await holdWorkspace(tx, storeId, workspace);
  const row = await findDraft(tx, storeId, workspace);
  const live = await findLive(tx, storeId);
  const hash = row?.hash ?? live?.hash ?? null;
  guardRev(workspace, row?.rev ?? 0, { currentHash: hash });
  return { workspace, row, live, hash };
}
