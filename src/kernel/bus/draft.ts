import type { Command } from '../declaration/command';
import type { Principal } from '../declaration/principal';
import { nameIn } from '../declaration/subject';
import { refuse } from '../errors';

/** The draft of the store itself. */
const MAIN_DRAFT = 'main';

/**
 * The draft that a call works on: the one that it names, or its caller's own. An agent has one, and writes no other (spec §5.4).
 * @throws {Refusal} agent_workspace_only
 */
export function draftOf(
  { id, workspace: field }: Pick<Command, 'id' | 'workspace'>,
  { kind, workspaceId: own }: Pick<Principal, 'kind' | 'workspaceId'>,
  payload: unknown,
): string {
  if (field === undefined) throw new Error(`${id} does not declare where it names a workspace`);
  const asked = nameIn(payload, field);
  if (kind !== 'agent') return asked ?? own ?? MAIN_DRAFT;
  if (own !== null && (asked ?? own) === own) return own;
  const bound = own === null ? 'no workspace' : own;
  return refuse(
    'agent_workspace_only',
    `The call works on ${asked ?? 'a draft'}, and the token is bound to ${bound}.`,
    {
      errors: [{ pointer: `/${field}`, message: 'is not the workspace of the token' }],
      facts: { workspaceId: own },
    },
  );
}
