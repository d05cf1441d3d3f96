import { readableDraft } from '../../access/workspace/readable';
import type { Queryable } from '../../kernel/database/queryable';
import type { Principal } from '../../kernel/declaration/principal';
import { type DraftRow, findDraft, findLive, type LiveRow } from '../../store/design/store';
import type { Bundle } from '../bundle/bundle';
import { findBundle } from '../bundle/kept';

interface Reader {
  readonly db: Queryable;
  readonly storeId: string;
  readonly principal: Principal;
}

/** A draft as its readers see it: without a body of its own it is the live one. */
export interface DraftRead {
  readonly workspace: string;
  readonly draft: DraftRow | undefined;
  readonly live: LiveRow | undefined;
  readonly hash: string | null;
  readonly bundle: Bundle | null;
}

/** @throws {Refusal} agent_workspace_only, not_found */
export async function bodyAt({ db, storeId, principal }: Reader, asked: string | undefined): Promise<DraftRead> {
  const workspace = await readableDraft(db, principal, storeId, asked);
  const draft = await findDraft(db, storeId, workspace);
  const live = await findLive(db, storeId);
  const hash = draft?.hash ?? live?.hash ?? null;
  return { workspace, draft, live, hash, bundle: await findBundle(db, storeId, hash) };
}
