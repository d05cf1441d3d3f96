import type { Queryable } from '../kernel/database/queryable';
import { assertMayCall } from '../kernel/declaration/authority';
import { type Command, command } from '../kernel/declaration/command';
import type { Role } from '../kernel/declaration/roles';
import type { Services } from '../kernel/declaration/services';
import { Refusal, refuse } from '../kernel/errors';
import {
  label,
  object,
  paragraphs,
  type Static,
  type TSchema,
  t,
  typeNamed,
  unit,
  type Words,
} from '../kernel/schema/schema';
import type { Change } from '../kernel/trace/change';
import { insertProposal } from '../proposal/recording/store';
import { note } from '../proposal/table';
import { proposalId } from '../proposal/view';
import { bulkRecording } from './contract';
import { CALLS_MAX, STACKED_MAX, THINGS_MAX } from './limits';
import { insertRecording } from './store';

/*
 * A bulk act changes many things at once in the same way. It runs no change itself: it opens a proposal of the owner's own, and a workflow
 * records a call for each thing (`recording.ts`). The owner sees all of them in one table, and decides on them as on a proposal of an agent.
 */

/** A call of a command that a bulk act asks for. */
export interface BulkCall {
  readonly command: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The idempotency key under which it is applied, if it is not a call of the item alone. */
  readonly key?: string;
  /** The reason for which the thing cannot be worked on at all: the call is left out with it, and never tried. */
  readonly refused?: Refusal;
  /** Changes that must stand as they have left their things: after another change the call is left out. */
  readonly takesBack?: readonly Change[];
}

/** The reason for which a change is not taken back: somebody would lose what was done after it. */
export const changedSince = (): Refusal =>
  new Refusal('invalid_state', 'It has been changed again since.', { facts: { state: 'changed' } });

/** Facts from which a bulk act makes its calls. */
export interface BulkPlan<Terms> {
  readonly db: Queryable;
  readonly storeId: string;
  readonly services: Pick<Services, 'digests' | 'secretBox'>;
  /** The id of the owner whose act it is. */
  readonly ownerId: string;
  /** Identifiers of the things: as many as one transaction records. */
  readonly ids: readonly string[];
  readonly terms: Terms;
}

/** The command by which an owner asks for a bulk act, and the calls that it makes. */
export interface BulkAct<Terms = unknown> extends Command {
  /** Makes the calls for things, in the order of the things. A thing that needs no change gets none. */
  plan(asked: BulkPlan<Terms>): Promise<readonly BulkCall[]>;
  /** It is applied as soon as it is recorded: its owner knows the outcome. */
  readonly appliesAtOnce: boolean;
  /** Its calls touch the same things, e.g. the stock of one product: each is recorded on top of those before it, all in one go. */
  readonly isStacked: boolean;
}

interface Draft<Id extends TSchema, Terms extends Readonly<Record<string, TSchema>>> {
  readonly id: `bulk.${string}`;
  readonly label: Words;
  readonly summary: string;
  readonly path: string;
  /** The least role of a person who may ask for it. The calls that it makes must be open to that person, too. @default manager */
  readonly role?: Role;
  /** Schema of the identifier of a thing. */
  readonly of: Id;
  readonly terms: Terms;
  readonly example: Readonly<Record<string, unknown>>;
  readonly asksProvider?: true;
  readonly appliesAtOnce?: true;
  readonly isStacked?: true;
  /** Finds the things where the stated identifiers name wholes of them. @throws {Refusal} not_found, invalid_state, limit_exceeded */
  thingsOf?(asked: Pick<BulkPlan<unknown>, 'db' | 'storeId' | 'ids'>): Promise<readonly string[]>;
  /** Refuses terms that contradict each other, or the things. @throws {Refusal} invalid_request */
  check?(terms: TermsOf<Terms>, ids: readonly string[]): void;
  plan(asked: BulkPlan<TermsOf<Terms>>): Promise<readonly BulkCall[]>;
}

type TermsOf<Terms extends Readonly<Record<string, TSchema>>> = Static<ReturnType<typeof object<Terms>>>;

const result = typeNamed('BulkActReceipt')(
  object({
    proposalId,
    things: label(
      'Seçilenler',
      'Selected',
    )(t.Integer({ ...unit('count'), description: 'Things for which calls are recorded.' })),
  }),
);

/** Declares a bulk act: a route below `/v1/account/bulk`. */
export function bulkAct<Id extends TSchema, Terms extends Readonly<Record<string, TSchema>>>(
  draft: Draft<Id, Terms>,
): BulkAct {
  const { id, label: name, summary, path, role = 'manager', of, terms, example } = draft;
  const { asksProvider, appliesAtOnce = false, isStacked = false } = draft;
  const thingsMax = isStacked ? STACKED_MAX : THINGS_MAX;
  const { check, thingsOf, plan } = draft;
  const payload = object({
    ids: label('Seçilenler', 'Selected')(t.Array(of, { minItems: 1, maxItems: thingsMax, uniqueItems: true })),
    ...terms,
    note: t.Optional(note(paragraphs(2_000, { description: 'Stands above the proposal.' }))),
  });
  const declared = command({
    id,
    label: name,
    summary,
    policy: 'owner',
    scope: null,
    role,
    // The proposal is withdrawn or rejected, and what it has applied is taken back there.
    irreversible: true,
    ...(asksProvider ? { asksProvider } : {}),
    payload,
    result,
    refuses: [
      'invalid_request',
      'role_needed',
      'invalid_state',
      'limit_exceeded',
      ...(thingsOf ? (['not_found'] as const) : []),
    ],
    example: example as Static<typeof payload>,
    route: { http: `POST /v1/account/bulk/${path}` },

    async run(context) {
      const { storeId, tx, principal, effects, now, services } = context;
      const {
        ids: statedIds,
        note = null,
        ...rest
      } = context.payload as {
        readonly ids: readonly string[];
        readonly note?: string;
      };
      const terms = rest as TermsOf<Terms>;
      check?.(terms, statedIds);
      const ids = thingsOf ? await thingsOf({ db: tx, storeId, ids: statedIds }) : statedIds;
      const calls = await plan({ db: tx, storeId, services, ownerId: principal.id, ids, terms });
      if (calls.length === 0)
        refuse('invalid_state', 'Nothing is left to be done with them.', { facts: { state: 'done' } });
      assertMayCall(services.capabilities, principal, calls);
      if (calls.length > CALLS_MAX)
        refuse(
          'limit_exceeded',
          `It takes ${calls.length} calls, and a bulk act has at most ${CALLS_MAX}: select fewer.`,
        );
      const proposalId = context.newId('prp');
      insertProposal(tx, storeId, { id: proposalId, ownerId: principal.id, note, createdAt: now.toISOString() });
      insertRecording(tx, storeId, { id: proposalId, act: id, terms: rest, subjects: [...ids] });
      context.record('proposal', proposalId, null, { state: 'open', note, items: 0 });
      effects.startWorkflow(bulkRecording, { storeId, proposalId });
      return { proposalId, things: ids.length };
    },
  });
  return { ...(declared as unknown as Command), plan: plan as BulkAct['plan'], appliesAtOnce, isStacked };
}
