import type { Role } from './roles';
import type { Scope } from './scopes';

/** Items that a proposal holds unless its token says less: a person has to read them. */
export const PROPOSAL_ITEMS_MAX = 200;

/** Limits of a token that acts without its owner (the blast radius); null fields are unlimited. */
export interface TokenLimits {
  /** Items that one proposal may hold. */
  readonly itemsPerProposal: number | null;
  /** The most that a price may move (see `prices` of an entity), in percent of its value when the proposal or the day began. */
  readonly priceChangePercent: number | null;
  /** Commands that the token may never run. */
  readonly neverCommands: readonly string[];
}

export type PrincipalKind = 'anonymous' | 'owner' | 'developer' | 'agent' | 'system';

/** The caller. `storeId` comes from the credential alone and decides which rows exist. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** Token, owner or job id; it is the actor of the audit row. */
  readonly id: string;
  readonly storeId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly workspaceId: string | null;
  readonly expiresAt: string | null;
  readonly limits: TokenLimits | null;
  /** Digest of the session that an owner acts through: it is asked for again inside the transaction of a change. */
  readonly session?: Buffer;
  /** The role of a person in the store @default that of an owner */
  readonly role?: Role;
  /** True for an owner whose store requires a second step, which the login does not have: until it has one, little else may be called. */
  readonly lacksSecondFactor?: true;
  /** True for a caller within a command of a workspace. The work that it starts ends with the command. */
  readonly isInside?: true;
}

/** The product itself, acting for a store: seeds, schedules and workflow activities. It holds every scope. */
export const systemPrincipal = (storeId: string, id: string): Principal => ({
  kind: 'system',
  id,
  storeId,
  scopes: new Set(),
  workspaceId: null,
  expiresAt: null,
  limits: null,
});
