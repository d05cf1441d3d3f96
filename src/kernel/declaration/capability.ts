import type { ProblemCode } from '../problems';
import type { TSchema, Words } from '../schema/schema';
import type { Command } from './command';
import type { ExtensionNeeds } from './extension-needs';
import type { Role } from './roles';
import type { Scope } from './scopes';

/** The policy of a capability (spec §4.1). What a handler is given follows from its kind, see `services.ts`. */
export type Policy = 'read' | 'quote' | 'workspace' | 'propose' | 'owner';
export type Flag = 'destructive' | 'bumps generation';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type HttpPath = `${HttpMethod} /v1/${string}`;
export type ChangingPath = `${Exclude<HttpMethod, 'GET'>} /v1/${string}`;

export interface Declaration {
  readonly id: string;
  /** Name of the call for people, if it changes something. */
  readonly label?: Words;
  /** One sentence: the docs, the tool and the command line show it. */
  readonly summary: string;
  /** Words by which people ask for it, in Turkish and English, beside those of its name, its label and its summary. */
  readonly soughtBy?: string;
  readonly policy: Policy;
  readonly scope: Scope | null;
  /** Scope with which a developer token may call what is the owner's, or run at once what others propose (spec §5). */
  readonly developerOptIn?: Scope;
  /** The least role of a person who may make the call. @default by its policy and scope, see `leastRole` */
  readonly role?: Role;
  /** True for a call that an owner may make who has yet to turn on the second step that the store requires. */
  readonly beforeSecondFactor?: true;
  readonly result: TSchema;
  readonly refuses: readonly ProblemCode[];
  /** The answer waits a few seconds until its effects have reached the workflow; without a worker it is 503, and nothing is lost. */
  readonly awaitsEffects?: true;
  /** No command takes any call of it back. Else a call names its inverse, or its preview says that this call has none; reviewers are told. */
  readonly irreversible?: true;
  /** A provider is asked, by the call itself or by the work that it starts. */
  readonly asksProvider?: true;
  /** An extension serves it, which has to be this far and offer this much. */
  readonly needs?: ExtensionNeeds;
  /**
   * Commands that the work which it starts runs as the system. Whoever may not run one of them may not start that work: a limit or
   * a missing scope must not end where a job begins. The bus runs no other command for it.
   */
  readonly issues?: readonly Command[];
  /** Values that the first answer carries beside its result and no replay shows again, e.g. a token's plaintext. */
  readonly answersOnce?: Readonly<Record<string, TSchema>>;
}

/** Traits of a capability that works on drafts. */
export interface Drafting {
  /**
   * Place at which a call names its draft: names joined by slashes, e.g. `workspaceId`, `params/ws`. Only of the policy
   * `workspace`: what is proposed runs later and as somebody else. An agent that names another than its own is refused with
   * agent_workspace_only before anything runs.
   */
  readonly workspace?: string;
}

export const empty = { type: 'object', properties: {}, additionalProperties: false } as const as TSchema;

export type Draft<T, Optional extends keyof T> = Omit<T, 'kind' | 'writes' | Optional> & Partial<Pick<T, Optional>>;
