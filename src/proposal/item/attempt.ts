import type { CommandBus } from '../../kernel/bus';
import type { Rehearsal, UnkeyedCall } from '../../kernel/bus/call';
import { keptRefusal } from '../../kernel/bus/keeping';
import type { Transaction } from '../../kernel/database/queryable';
import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import type { Command } from '../../kernel/declaration/command';
import type { Principal } from '../../kernel/declaration/principal';
import type { Services } from '../../kernel/declaration/services';
import { Contention, type Problem, problemOf, Refusal } from '../../kernel/errors';
import { liraText } from '../../kernel/money';
import { isWhole } from '../../kernel/personal/personal';
import { openPersonal } from '../../kernel/personal/personal-store';
import { isUnquoted } from '../../kernel/personal/unquoted';
import { holdsClosed } from '../../kernel/schema/closed';
import { saidOf, unitOf, type ValuePlace, wordOf } from '../../kernel/schema/meaning';
import type { FieldChange } from '../../kernel/trace/change';
import { type HashManner, promisedChanges } from '../../kernel/trace/preview-hash';
import type { Preview } from '../../kernel/trace/recorder';
import { againAfterMeeting } from '../recording/again';
import { moveItem } from '../store';
import type { PauseReason } from '../table';
import { type ItemRow, type ProposalHead, type ProposalRow, proposerOf } from '../view';
import { callOf, causeOf, innerKey, wholePayload } from './call';
import { schemaHashOf } from './shape';
import { applied, started } from './state';

export interface ApplyDependencies extends TrialDependencies {
  readonly bus: CommandBus;
}

/** The parts that a trial of an item needs. */
export interface TrialDependencies {
  readonly bus: Pick<CommandBus, 'rehearse' | 'keeping'>;
  readonly services: Pick<Services, 'capabilities' | 'secretBox' | 'extensionWork'>;
}

/** The outcome of an item's turn. `started`: its work goes on, and whether it is applied is not known yet. */
export type Turned = 'applied' | 'started' | HeldItem;

/** The reason for which an item was not applied. */
export interface HeldItem {
  readonly reason: PauseReason;
  readonly currentPreview: Preview | null;
  readonly problem: Problem | null;
  /** A sentence for people about the reason. */
  readonly why: string;
}

/** The things of a bulk act have nothing to do with one another. What fails on our side says nothing about one of them. */
export const goesOnWithout = (
  { ownerId }: Pick<ProposalHead, 'ownerId'>,
  { reason }: Pick<HeldItem, 'reason'>,
): boolean => ownerId !== null && reason !== 'failed';

export interface Turn {
  readonly tx: Transaction;
  readonly storeId: string;
  readonly proposal: ProposalHead;
  readonly item: ItemRow;
  readonly now: Date;
}

/**
 * Runs an item in its caller's transaction, and takes it back when it is not what the owner saw.
 * @throws anything but the refusals that its command may answer
 */
export function attemptItem(dependencies: TrialDependencies, turn: Turn): Promise<Turned> {
  return heldAgainstSeen(dependencies, turn, (ran) => keepIt(dependencies, turn, ran));
}

/**
 * Says what an item would come to in its turn, in a transaction that its caller takes back. Nothing tells of it: an audit row that is
 * taken back costs as much as one that stays.
 * @throws as {@link attemptItem}
 */
export function tryItem(dependencies: TrialDependencies, turn: Turn): Promise<'applied' | HeldItem> {
  return heldAgainstSeen(dependencies, turn, async () => 'applied');
}

interface Ran {
  readonly command: Command;
  readonly call: UnkeyedCall;
  readonly rehearsal: Rehearsal;
}

async function keepIt(
  { bus }: TrialDependencies,
  { tx, storeId, proposal, item, now }: Turn,
  { command, call, rehearsal }: Ran,
): Promise<'applied' | 'started'> {
  const auditId = await rehearsal.keep(innerKey(item), causeOf(proposal, item), 'proposal');
  if (!command.settles) {
    await moveItem(tx, storeId, applied(item, auditId, now));
    return 'applied';
  }
  const keeping = await bus.keeping(tx, call, rehearsal.persons);
  await moveItem(tx, storeId, started(item, { auditId, result: keeping.body(rehearsal.result) }));
  return 'started';
}

async function heldAgainstSeen<Stays extends string>(
  { bus, services }: TrialDependencies,
  { tx, storeId, proposal, item, now }: Turn,
  take: (ran: Ran) => Promise<Stays>,
): Promise<Stays | HeldItem> {
  const principal = proposer(storeId, proposal);
  const { capabilities } = services;
  const command = capabilities.mutation(item.command);
  const payload = await wholePayload(tx, services.secretBox, storeId, item);
  if (!isWhole(payload)) return refused(FORGOTTEN);
  const errors = command
    ? capabilities.payloadErrors(command, payload)
    : [{ pointer: '/command', message: `${item.command} is no longer there` }];
  if (!command || errors.length > 0) {
    const refusal = new Refusal('invalid_request', errors[0] && `${errors[0].pointer} ${errors[0].message}`, {
      errors,
    });
    return {
      reason: 'schema_changed',
      currentPreview: null,
      problem: problemOf(refusal),
      why: refusal.detail,
    };
  }
  const expected = item.acceptedHash ?? item.preview.hash;
  try {
    const outcome = await againAfterMeeting(() =>
      tx.savepoint<Stays | (() => Promise<HeldItem>)>(async () => {
        // The things that a failed try has made exist, so their identifiers are not reserved again.
        const reservedIds = item.failures === 0 ? item.reservedIds : [];
        const call = await callOf(
          tx,
          services.secretBox,
          { ...item, reservedIds, deferBump: true },
          command,
          principal,
        );
        const rehearsal = await bus.rehearse(tx, { ...call, hashManner: item.hashManner }, now);
        const preview = asRecorded(rehearsal, item);
        // A form that changed is no reason as long as it takes the payload, and the payload does what the owner saw.
        if (preview.hash !== expected) {
          // The facts of this refusal are read outside the savepoint, so they outlive it.
          const holdItem = async (): Promise<HeldItem> => {
            const recorded = await openPersonal(tx, services.secretBox, storeId, item.preview);
            const keeping = await bus.keeping(tx, call, rehearsal.persons);
            return {
              ...stale(capabilities, item, { recorded, current: preview, makes: rehearsal.reservedIds }, command),
              currentPreview: keeping.preview(preview),
              problem: null,
            };
          };
          return { keep: false, value: holdItem };
        }
        return { keep: true, value: await take({ command, call, rehearsal }) };
      }),
    );
    return typeof outcome === 'function' ? await outcome() : outcome;
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof Contention) throw error;
    // No command may answer it: to the bus it would mean that Postgres is away.
    if (error.status >= 500) throw new Error(`${item.command} refused with ${error.code}`, { cause: error });
    return refused(keptRefusal(capabilities.personal, command, error));
  }
}

export const refused = (refusal: Refusal): HeldItem => ({
  reason: 'refused',
  currentPreview: null,
  problem: problemOf(refusal),
  why: refusal.detail,
});

const FORGOTTEN = new Refusal(
  'invalid_state',
  'It is about a person who has been forgotten since: what was stated of them is gone.',
  { facts: { state: 'anonymized' }, quotesNobody: true },
);

/**
 * The bump is made when the application pauses or ends, once for all items whose previews say so. What its caller has left to others
 * stays so; whether there is one to make depends on what it changes now.
 */
function asRecorded({ preview, bumpDue }: Rehearsal, { deferBump }: ItemRow): Preview {
  return { ...preview, bumpsGeneration: bumpDue && !deferBump };
}

interface Compared {
  readonly recorded: Preview;
  readonly current: Preview;
  /** The identifiers of the things that the call would create now. */
  readonly makes: readonly string[];
}

function stale(
  capabilities: Pick<CapabilityIndex, 'meanings' | 'keptByShop'>,
  item: ItemRow,
  { recorded, current, makes }: Compared,
  command: Pick<Command, 'payload'>,
): Pick<HeldItem, 'reason' | 'why'> {
  if (schemaHashOf(command) !== item.schemaHash)
    return { reason: 'schema_changed', why: `the shape of ${item.command} has changed since` };
  const compared = { recorded, current, makes };
  const why = anotherThing(item, compared) ?? difference(capabilities, item.hashManner, compared);
  return { reason: 'stale', why };
}

/**
 * Says in words that the item would change another thing than its owner saw; to compare the fields of two things would show neither. A
 * thing that a store has once, e.g. its settings, may have been made by another call meanwhile.
 */
function anotherThing(
  { reservedIds }: Pick<ItemRow, 'reservedIds'>,
  { recorded, current, makes }: Compared,
): string | undefined {
  const has = ({ changes }: Preview, id: string): boolean => changes.some((change) => change.id === id);
  const was = recorded.changes.find(({ id }) => !has(current, id));
  const is = current.changes.find(
    ({ entity, id }) => entity === was?.entity && !has(recorded, id) && !makes.includes(id),
  );
  if (!was || !is) return undefined;
  return reservedIds.includes(was.id)
    ? `there is an earlier ${was.entity} by now, and it would change that one`
    : `it would change another ${was.entity} than when proposed`;
}

/** The first difference in words: "price is 14990 now, was 12990 when proposed". */
function difference(
  { meanings, keptByShop }: Pick<CapabilityIndex, 'meanings' | 'keptByShop'>,
  manner: HashManner,
  { recorded, current }: Compared,
): string {
  const key = ({ id, field }: FieldChange) => `${id} ${field}`;
  const [before, after] = [recorded, current].map(
    ({ changes }) => new Map(promisedChanges(manner, changes, keptByShop).map((change) => [key(change), change])),
  ) as [Map<string, FieldChange>, Map<string, FieldChange>];
  for (const was of before.values()) {
    const is = after.get(key(was));
    if (is && isSameChange(is, was)) continue;
    const place = meanings(was.entity, was.field);
    if (place.some(holdsClosed)) return CLOSED_DIFFERS;
    const field = saidOf(place, was.field);
    const wordsOf = (value: unknown) => inWords(place, value);
    if (!is) return `${field} of ${was.id} would not change any more`;
    return JSON.stringify(is.before) === JSON.stringify(was.before)
      ? `${field} would become ${wordsOf(is.after)}, ${wordsOf(was.after)} when proposed`
      : `${field} is ${wordsOf(is.before)} now, ${wordsOf(was.before)} when proposed`;
  }
  const more = [...after.values()].find((is) => !before.has(key(is)));
  if (more && meanings(more.entity, more.field).some(holdsClosed)) return CLOSED_DIFFERS;
  if (more) return 'it would change more than it did when proposed';
  if (current.irreversible && recorded.irreversible === false) return 'it could no longer be undone';
  return 'what it would do beside these changes is not what it was when proposed';
}

/**
 * The reason for a reader who may not read the field. The name of the field stays hidden too: it may be one of whose change the reader was
 * told nothing.
 */
const CLOSED_DIFFERS = 'what only people see of it is not what it was when proposed';

const isSameChange = (left: FieldChange, right: FieldChange): boolean =>
  JSON.stringify([left.before, left.after]) === JSON.stringify([right.before, right.after]);

function inWords(place: ValuePlace, value: unknown): string {
  if (place.some(isUnquoted)) return 'not told here';
  if (unitOf(place) === 'kuruş' && typeof value === 'number') return `${liraText(value)} TL`;
  if (typeof value === 'string') return wordOf(place, value)?.en ?? beginning(value);
  return value === null ? 'nothing' : typeof value === 'object' ? beginning(JSON.stringify(value)) : String(value);
}

/** Most characters of a text in a sentence; the preview has all of it. */
const SAID_LENGTH_MAX = 160;

/** The sentence stands in mails, in lists, and in each row of a review. */
const beginning = (text: string): string =>
  text.length <= SAID_LENGTH_MAX ? text : `${text.slice(0, SAID_LENGTH_MAX)}… (${text.length} characters)`;

/** The audit rows name who asked for the change; who allowed it stands in their cause. */
export const proposer = (
  storeId: string,
  proposal: Pick<ProposalRow, 'tokenId' | 'ownerId' | 'tokenKind' | 'workspaceId'>,
): Principal => ({
  kind: proposal.tokenKind,
  id: proposerOf(proposal),
  storeId,
  scopes: new Set(),
  workspaceId: proposal.workspaceId,
  expiresAt: null,
  limits: null,
});
