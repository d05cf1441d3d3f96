import type { Database } from '../../kernel/database/database';
import type { Principal } from '../../kernel/declaration/principal';
import type { SandboxPlace, SocketWay } from '../../kernel/declaration/sandbox';
import { grantable, type Scope } from '../../kernel/declaration/scopes';
import type { Asking, Ways } from '../../kernel/declaration/way';
import { refuse } from '../../kernel/errors';
import type { KeyRing } from '../../kernel/personal/key-ring';
import { Passes } from './pass';
import { agentOf, findStanding } from './store';

/** Scopes of a command that an owner runs in the workspace of a developer: it looks at the shop, and proposes nothing. */
const LOOKING: readonly Scope[] = ['catalog:read', 'design:read'];

/**
 * The credentials with which commands of workspaces reach the API. Each is of kind agent, whoever asked for the command, and acts as a
 * token: in the workspace of an agent as that of the agent, elsewhere as that of the caller. So it has what its owner has granted that
 * token, and no more.
 */
export class SandboxPasses implements Ways {
  private readonly passes: Passes;
  /** Opens the listener of sandboxes, where this process is an API. @returns its socket */
  listening: (() => Promise<string>) | undefined;

  constructor(
    ring: KeyRing,
    private readonly database: Pick<Database, 'reader'>,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.passes = new Passes(ring);
  }

  async open({ place, principal, withinMs }: Asking): Promise<SocketWay | undefined> {
    if (!this.listening) return undefined;
    const { storeId, workspaceId, epoch } = place;
    const [socket, tokenId] = await Promise.all([this.listening(), this.tokenFor(place, principal)]);
    const until = this.now().getTime() + withinMs;
    const pass = this.passes.sign({ storeId, workspaceId, epoch, tokenId, until });
    return { socket, pass };
  }

  /** Asked at each request: a pass ends at once. @throws {Refusal} unauthenticated */
  async principal(presented: string): Promise<Principal> {
    const pass = this.passes.read(presented, this.now());
    const { storeId, workspaceId } = pass ?? {};
    const standing = pass && (await findStanding(this.database.reader(pass.storeId), pass));
    if (!pass || !standing || storeId === undefined || workspaceId === undefined)
      return refuse('unauthenticated', 'The command of the workspace has ended, or its sandbox was renewed.');
    if (standing.workspaceKind === 'agent' && standing.tokenId === null)
      return refuse(
        'unauthenticated',
        'The agent of the workspace has no token that lives. The owner mints another one.',
      );
    return {
      kind: 'agent',
      id: standing.tokenId ?? workspaceId,
      storeId,
      scopes: new Set((standing.scopes ?? LOOKING).filter((scope) => grantable(scope, 'agent'))),
      workspaceId,
      expiresAt: new Date(pass.until).toISOString(),
      limits: standing.limits,
      isInside: true,
    };
  }

  /** The files may be programs of the agent: a token of somebody else would give them what the agent was not granted. */
  private async tokenFor({ storeId, workspaceId }: SandboxPlace, { kind, id }: Principal): Promise<string | null> {
    if (kind === 'agent') return id;
    const agent = await agentOf(this.database.reader(storeId), storeId, workspaceId);
    return agent?.workspaceKind === 'developer' && kind === 'developer' ? id : (agent?.tokenId ?? null);
  }
}
