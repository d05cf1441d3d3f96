import type { Principal } from './principal';
import type { SandboxPlace, SocketWay } from './sandbox';

export interface Asking {
  readonly place: SandboxPlace;
  /** The caller that asked for the command. */
  readonly principal: Principal;
  /** The command takes no longer. */
  readonly withinMs: number;
}

/** Opens ways from sandboxes to the API. */
export interface Ways {
  /** A host of another machine goes its own way with the pass. @returns undefined where no API answers sandboxes */
  open(asking: Asking): Promise<SocketWay | undefined>;
}
