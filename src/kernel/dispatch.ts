import { type Call, type CommandBus, type Outcome, unavailableIfDown } from './bus';
import type { Database } from './database';
import {
  type Capability,
  type Command,
  type CommandRoute,
  isRead,
  type Mutation,
  type ReadRoute,
  type Route,
  routeMutation,
  type Services,
  type WriteRoute,
} from './declare';
import { type Problem, Refusal, refuse } from './errors';
import { newUlid } from './ids';
import type { Principal } from './principal';
import { object, t, ulidSchema } from './schema';
import { grantable, type Scope } from './scopes';
import { assertStorable, schemaErrors, textErrors } from './validation';

export interface RouteInput {
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  /** `Idempotency-Key`: a ULID; without one the call is not replayable. */
  readonly idempotencyKey?: string | undefined;
  /** `If-Match`. */
  readonly expectedRev?: number | undefined;
  readonly dryRun?: boolean | undefined;
  readonly requestId?: string;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly replayed?: boolean;
  readonly auditId?: string;
}

export interface Envelope {
  readonly command: string;
  readonly storeId: string;
  readonly payload: unknown;
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
  readonly deferBump?: boolean;
}

export const envelopeSchema = object({
  command: t.String({ minLength: 3, maxLength: 80, description: 'Command id, e.g. catalog.product.create.' }),
  storeId: t.String({ minLength: 1, maxLength: 64, description: 'The store of the credential.' }),
  payload: t.Record(t.String(), t.Unknown(), { description: 'Fits the schema that GET /v1/commands shows.' }),
  idempotencyKey: t.Optional(ulidSchema),
  dryRun: t.Optional(t.Boolean({ description: 'Answers a preview and changes nothing; consumes no key.' })),
  deferBump: t.Optional(
    t.Boolean({ description: 'Leaves a due generation bump to the next command without it, or to store.syncKv.' }),
  ),
});

/** What happens to a live change by an agent: it is recorded into its proposal. The kernel knows the gate, not the proposals. */
export interface ProposalGate {
  record(call: Omit<Call, 'key'>, key: string): Promise<Reply>;
  /** Whether a token's limits are too tight for the call. */
  exceedsLimits(call: Omit<Call, 'key'>): Promise<boolean>;
}

const DELIVERY_DEADLINE_MS = 4_000;

interface DispatcherOptions {
  readonly database: Database;
  readonly bus: CommandBus;
  readonly services: Services;
  readonly proposals: ProposalGate;
  /** Waits until effects have reached their workflow. */
  readonly delivered: (storeId: string, effectIds: readonly string[], deadlineMs: number) => Promise<boolean>;
  readonly now?: () => Date;
  /** Checks every answer against its declared schema; for tests and development. */
  readonly checkResults?: boolean;
}

/** The only way in: policy, scope, schema, then the handler. Surfaces bring a principal and an input, and carry the reply out. */
export class Dispatcher {
  constructor(private readonly options: DispatcherOptions) {}

  async route(route: Route, principal: Principal, input: RouteInput): Promise<Reply> {
    for (const [place, value] of [
      ['/path', input.params],
      ['/query', input.query],
      ['', input.body],
    ] as const)
      assertStorable(value, place);
    try {
      if (isRead(route)) return await this.read(route, principal, input);
      if ('delegates' in route) return await this.delegate(route, principal, input);
      return await this.write(route, principal, input);
    } catch (error) {
      throw unavailableIfDown(error);
    }
  }

  /** `POST /v1/commands`, and every other place that names a command. */
  async command(
    principal: Principal,
    envelope: Envelope,
    meta: Pick<RouteInput, 'expectedRev' | 'requestId'> = {},
  ): Promise<Reply> {
    if (principal.kind === 'anonymous') refuse('unauthenticated');
    assertStorable(envelope.payload, '/payload');
    const command = this.options.services.capabilities.command(envelope.command);
    if (!command) invalid('/command', `there is no command ${envelope.command}`);
    if (envelope.storeId !== principal.storeId) refuse('not_found', 'There is no such store.');
    const call = { ...this.callOf(principal, command, envelope.payload, meta), deferBump: envelope.deferBump ?? false };
    await this.authorise(command, principal, call);
    const errors = schemaErrors(command.payload, envelope.payload, '/payload');
    if (errors.length > 0) refuse('invalid_request', firstOf(errors), { errors });
    const { idempotencyKey } = envelope;
    if (envelope.dryRun)
      return { status: 200, body: { command: command.id, dryRun: true, preview: await this.options.bus.dryRun(call) } };
    if (!idempotencyKey) invalid('/idempotencyKey', 'is required, or dryRun');
    if (await this.proposes(call)) return this.options.proposals.record(call, idempotencyKey);
    const outcome = await this.options.bus.execute({ ...call, key: idempotencyKey });
    return this.replyOf(command, outcome, (result) => ({
      command: command.id,
      result,
      generation: outcome.generation,
      auditId: outcome.auditId,
    }));
  }

  private async read(route: ReadRoute, principal: Principal, input: RouteInput): Promise<Reply> {
    if (!route.anonymous) await this.authorise(route, principal);
    this.checkInput(route, input);
    const body = await route.run({
      principal,
      storeId: principal.storeId,
      now: this.now(),
      db: this.options.database.reader(principal.storeId),
      services: this.options.services,
      params: input.params,
      query: input.query,
      body: input.body,
    });
    this.checkResult(route, body);
    return { status: route.status, body };
  }

  private async write(route: WriteRoute, principal: Principal, input: RouteInput): Promise<Reply> {
    const mutation = routeMutation(route);
    const call = this.callOf(principal, mutation, { params: input.params, body: input.body }, input);
    await this.authorise(route, principal, call);
    this.checkInput(route, input);
    return this.mutate(route, call, input);
  }

  private async delegate(route: CommandRoute, principal: Principal, input: RouteInput): Promise<Reply> {
    if (route.delegates === 'envelope') {
      if (principal.kind === 'anonymous') refuse('unauthenticated');
      this.checkInput(route, input);
      return this.command(principal, input.body as Envelope, input);
    }
    const { command, alias } = route.delegates;
    const call = this.callOf(principal, command, input.body, input);
    await this.authorise(command, principal, call);
    this.checkInput(route, input);
    const payload = alias.payload({ params: input.params, body: input.body });
    const errors = schemaErrors(command.payload, payload);
    if (errors.length > 0) refuse('invalid_request', firstOf(errors), { errors });
    return this.mutate(route, { ...call, payload }, input);
  }

  private async mutate(route: WriteRoute | CommandRoute, call: Omit<Call, 'key'>, input: RouteInput): Promise<Reply> {
    if (input.dryRun) return { status: 200, body: { dryRun: true, preview: await this.options.bus.dryRun(call) } };
    const key = input.idempotencyKey ?? newUlid();
    if (await this.proposes(call)) return this.options.proposals.record(call, key);
    const outcome = await this.options.bus.execute({ ...call, key });
    return this.replyOf(route, outcome, (result) => result);
  }

  private callOf(
    principal: Principal,
    mutation: Mutation,
    payload: unknown,
    meta: Pick<RouteInput, 'expectedRev' | 'requestId'>,
  ): Omit<Call, 'key'> {
    const stated = (payload as { expectedRev?: unknown } | null)?.expectedRev;
    return {
      principal,
      mutation,
      payload,
      expectedRev: meta.expectedRev ?? (typeof stated === 'number' ? stated : undefined),
      ...(meta.requestId ? { requestId: meta.requestId } : {}),
    };
  }

  /** Policy × kind of credential, then scope (design §2). Refused changes are audited: a denied attempt is news. */
  private async authorise(capability: Capability, principal: Principal, call?: Omit<Call, 'key'>): Promise<void> {
    if (principal.kind === 'anonymous') refuse('unauthenticated');
    const refusal = denial(capability, principal);
    if (!refusal) return;
    if (call) await this.options.bus.auditRefusal(call, refusal);
    throw refusal;
  }

  /** An agent's live changes are proposed, and those of a developer token that go beyond its limits. */
  private async proposes(call: Omit<Call, 'key'>): Promise<boolean> {
    if (call.mutation.policy !== 'propose') return false;
    if (call.principal.kind === 'agent') return true;
    return (
      call.principal.kind === 'developer' &&
      call.principal.limits !== null &&
      (await this.options.proposals.exceedsLimits(call))
    );
  }

  private async replyOf(capability: Capability, outcome: Outcome, body: (result: unknown) => unknown): Promise<Reply> {
    const { status, replayed, auditId, once } = outcome;
    if (status >= 400) return { status, body: outcome.body as Problem, replayed, auditId };
    if (capability.awaitsEffects) await this.assertDelivered(outcome);
    this.checkResult(capability, outcome.body);
    const answer = {
      ...(body(outcome.body) as object),
      ...once,
      ...(replayed && capability.answersOnce ? { replayed: true } : {}),
    };
    return { status: capability.kind === 'route' ? capability.status : status, body: answer, replayed, auditId };
  }

  private async assertDelivered({ effectIds, storeId }: Outcome): Promise<void> {
    if (effectIds.length === 0 || (await this.options.delivered(storeId, effectIds, DELIVERY_DEADLINE_MS))) return;
    refuse(
      'unavailable',
      'It is decided and kept, but no worker has taken it up yet. The same call answers when one has.',
      {
        retryAfterSeconds: 5,
      },
    );
  }

  private checkInput(route: Route, input: RouteInput): void {
    const errors = [
      ...textErrors(route.params, input.params, '/path'),
      ...textErrors(route.query, input.query, '/query'),
      ...(route.body ? schemaErrors(route.body, input.body) : []),
    ];
    if (errors.length > 0) refuse('invalid_request', firstOf(errors), { errors });
  }

  private checkResult(capability: Capability, result: unknown): void {
    if (!this.options.checkResults) return;
    const errors = schemaErrors(capability.result, JSON.parse(JSON.stringify(result ?? null)));
    if (errors.length > 0)
      throw new Error(`${capability.id} answered outside of its schema: ${JSON.stringify(errors)}`);
  }

  private now(): Date {
    return this.options.now?.() ?? new Date();
  }
}

/** @returns why this principal may not call the capability, or undefined when it may */
export function denial(capability: Pick<Capability, 'policy' | 'scope'>, principal: Principal): Refusal | undefined {
  const { kind, scopes } = principal;
  if (kind === 'owner' || kind === 'system') return undefined;
  const optIn = (capability as Partial<Command>).developerOptIn;
  if (capability.policy === 'owner' && !(kind === 'developer' && optIn)) return new Refusal('owner_only');
  const needed = capability.policy === 'owner' ? (optIn as Scope) : capability.scope;
  if (needed === null) return undefined;
  const held = kind !== 'anonymous' && scopes.has(needed) && grantable(needed, kind);
  return held
    ? undefined
    : new Refusal('forbidden_scope', `The scope ${needed} is needed.`, { facts: { scope: needed } });
}

const firstOf = (errors: readonly { pointer: string; message: string }[]): string =>
  errors.map(({ pointer, message }) => `${pointer || 'The body'} ${message}`)[0] as string;

function invalid(pointer: string, message: string): never {
  return refuse('invalid_request', `${pointer} ${message}`, { errors: [{ pointer, message }] });
}
