import type { Queryable } from '../../kernel/database/queryable';
import type { Principal } from '../../kernel/declaration/principal';
import { refuse } from '../../kernel/errors';
import { label, t } from '../../kernel/schema/schema';
import { findWorkspace } from './store';

/** The draft of the store itself. */
export const MAIN = 'main';

const DRAFT = '^(main|wsp_[0-9A-HJKMNP-TV-Z]{26})$';

/** The name of a workspace where `main` stands for the store, which has a draft and no sandbox. */
export const workspaceOrMain = () => t.String({ pattern: DRAFT, description: 'Identifier: wsp_…, or `main`.' });

/** The name of a draft, in a query. */
export const draftQuery = t.Optional(
  label(
    'Çalışma alanı',
    'Workspace',
  )(
    t.String({
      pattern: DRAFT,
      description: 'Draft: `main`, or the identifier of a workspace. Left out: that of the token, else `main`.',
    }),
  ),
);

/**
 * The draft that a caller may read: an agent reads its own and that of the store.
 * @param pointer the place in the request that names it
 * @throws {Refusal} agent_workspace_only, not_found
 */
export async function readableDraft(
  db: Queryable,
  { kind, workspaceId: own }: Pick<Principal, 'kind' | 'workspaceId'>,
  storeId: string,
  asked: string | undefined,
  pointer = '/query/workspace',
): Promise<string> {
  const draft = asked ?? own ?? MAIN;
  if (draft === MAIN || draft === own) return draft;
  const { id } = await findWorkspace(db, storeId, draft);
  if (kind === 'agent')
    refuse('agent_workspace_only', 'An agent reads the draft of its own workspace, and that of the store.', {
      errors: [{ pointer, message: 'is not the workspace of the token' }],
      facts: { workspaceId: own },
    });
  return id;
}
