import type { Principal } from './principal';
import type { Place, Way } from './sandbox';

export interface Asking {
  readonly place: Place;
  /** The caller that asked for the command. */
  readonly principal: Principal;
  /** The command takes no longer. */
  readonly withinMs: number;
}

/** Opens ways from sandboxes to the API. */
export interface Ways {
  /** @returns undefined where no API answers sandboxes */
  open(asking: Asking): Promise<Way | undefined>;
}
