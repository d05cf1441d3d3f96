import { elements, type KitElement } from './elements';
import { limits } from './limits';
import { type Token, tokens } from './tokens';
import { type Zone, zones } from './zones';

/** A name that the kit had once and still understands. */
export interface Alias {
  readonly to: string;
  /** The version of the kit that renamed it. */
  readonly since: string;
  /** The version that no longer understands it. */
  readonly removedIn: string;
}

/** All that a skin, a design or an extension may refer to. */
export interface KitContract {
  readonly version: string;
  readonly elements: readonly KitElement[];
  readonly tokens: readonly Token[];
  readonly zones: readonly Zone[];
  readonly limits: typeof limits;
  /** The new names by the old name. */
  readonly aliases: Readonly<Record<string, Alias>>;
}

export const kit: KitContract = { version: '1.0.0', elements, tokens, zones, limits, aliases: {} };
