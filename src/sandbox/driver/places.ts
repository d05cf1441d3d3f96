import { SandboxError } from '../../kernel/declaration/sandbox';
import { limits } from './limits';

/** The places of a machine for work of one kind. */
export class Places {
  private readonly ofWorkspace = new Map<string, number>();
  private readonly ofStore = new Map<string, number>();
  private taken = 0;

  /**
   * A store takes another place while more are free than it has. So one that takes all it gets leaves places to the next, and that one
   * to others.
   * @returns a call that gives the place back @throws {SandboxError} too_many_execs
   */
  enter(storeId: string, workspace: string): () => void {
    if ((this.ofWorkspace.get(workspace) ?? 0) >= limits.execsOfWorkspace)
      throw new SandboxError('too_many_execs', 'of the workspace');
    if ((this.ofStore.get(storeId) ?? 0) >= limits.execsOfHost - this.taken)
      throw new SandboxError('too_many_execs', 'of the machine');
    this.add(storeId, workspace, 1);
    return () => this.add(storeId, workspace, -1);
  }

  private add(storeId: string, workspace: string, more: 1 | -1): void {
    this.taken += more;
    added(this.ofStore, storeId, more);
    added(this.ofWorkspace, workspace, more);
  }
}

/** Counts more or fewer of something; none of it is no entry. */
export function added(counts: Map<string, number>, key: string, more: number): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
