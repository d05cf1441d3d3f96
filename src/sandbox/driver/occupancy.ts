import { type Renewal, SandboxError } from '../../kernel/declaration/sandbox';
import { limits } from './limits';

/** A work that runs in a workspace. */
export interface Stay {
  /** Ends with whoever asked, and with its workspace. */
  readonly gone: AbortSignal;
  /** The reason for which its workspace has ended it. */
  readonly endedBy: () => Renewal | undefined;
  leave(): void;
}

interface HeldWorkspace {
  readonly stays: Set<{ readonly changes: boolean; readonly ending: AbortController; readonly over: Promise<void> }>;
  /** Settles when nobody makes an archive any more. */
  archive: Promise<void> | undefined;
  /** True when the folder is about to be removed. */
  ends: boolean;
  /** The number of works that wait for the archive. */
  waiting: number;
}

/** Knows who works in which workspace: nothing changes files while an archive is made of them, and nothing stays in a folder that goes. */
export class Occupancy {
  private readonly held = new Map<string, HeldWorkspace>();

  /** @param changes the work may change files @throws {SandboxError} workspace_busy, not_started */
  async enter(key: string, changes: boolean, caller: AbortSignal): Promise<Stay> {
    const held = this.of(key);
    try {
      if (changes && held.archive) await this.untilArchived(held);
      if (held.ends) throw new SandboxError('not_started');
    } catch (error) {
      this.tidy(key, held);
      throw error;
    }
    const ending = new AbortController();
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const stay = { changes, ending, over };
    held.stays.add(stay);
    return {
      gone: AbortSignal.any([caller, ending.signal]),
      endedBy: () => (ending.signal.aborted ? (ending.signal.reason as Renewal) : undefined),
      leave: () => {
        held.stays.delete(stay);
        end();
        this.tidy(key, held);
      },
    };
  }

  /** Keeps changes out until it is called. @throws {SandboxError} workspace_busy */
  archiving(key: string): () => void {
    const held = this.of(key);
    const isBusy = held.ends || held.archive !== undefined || [...held.stays].some(({ changes }) => changes);
    if (isBusy) {
      this.tidy(key, held);
      throw new SandboxError('workspace_busy');
    }
    let end = (): void => {};
    held.archive = new Promise<void>((resolve) => {
      end = resolve;
    });
    return () => {
      held.archive = undefined;
      end();
      this.tidy(key, held);
    };
  }

  /** Ends all work of a workspace and lets none begin while its folder goes. */
  async emptied(key: string, why: Renewal, remove: () => Promise<void>): Promise<void> {
    const held = this.of(key);
    held.ends = true;
    try {
      const stays = [...held.stays];
      for (const { ending } of stays) ending.abort(why);
      await Promise.all(stays.map(({ over }) => over));
      await remove();
    } finally {
      held.ends = false;
      this.tidy(key, held);
    }
  }

  private async untilArchived(held: HeldWorkspace): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const waited = new Promise<'late'>((resolve) => {
      if (held.archive) late = setTimeout(() => resolve('late'), limits.archiveWaitMs);
    });
    held.waiting += 1;
    try {
      while (held.archive)
        if ((await Promise.race([held.archive, waited])) === 'late') throw new SandboxError('workspace_busy');
    } finally {
      held.waiting -= 1;
      clearTimeout(late);
    }
  }

  private of(key: string): HeldWorkspace {
    const held = this.held.get(key) ?? { stays: new Set(), archive: undefined, ends: false, waiting: 0 };
    this.held.set(key, held);
    return held;
  }

  private tidy(key: string, held: HeldWorkspace): void {
    const isIdle = held.stays.size === 0 && held.waiting === 0 && !held.archive && !held.ends;
    if (isIdle && this.held.get(key) === held) this.held.delete(key);
  }
}
