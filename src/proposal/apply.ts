import type { CommandBus, Rehearsal } from '../kernel/bus';
import type { Transaction } from '../kernel/database';
import type { Services } from '../kernel/declare';
import { type Problem, problemOf, Refusal } from '../kernel/errors';
import type { Principal } from '../kernel/principal';
import type { FieldChange, Preview } from '../kernel/recorder';
import { againAfterMeeting } from './again';
import { callOf, wholePayload } from './item.call';
import { findMutation, type KnownMutation } from './mutations';
import { lockProposal, markApplied, markHeld, moveProposal, nextItem } from './proposal.store';
import type { ItemRow, ProposalRow } from './proposal.view';

/** What one step of an application came to. */
export type ApplyStep =
  | { readonly status: 'applied'; readonly line: string }
  /** @property pauses counts the pauses of the proposal: a resumption names the one that it ends */
  | { readonly status: 'paused'; readonly pauses: number; readonly line: string }
  | { readonly status: 'ended'; readonly state: ProposalRow['state']; readonly line: string };

interface ApplyDependencies {
  readonly bus: CommandBus;
  readonly services: Pick<Services, 'capabilities' | 'secretBox'>;
}

/**
 * Applies the next item of a proposal, in one transaction: the change runs, and what it did is compared with what the owner saw.
 * Equal: it stays. Different, refused or of another schema: it is taken back, and the proposal pauses with both previews.
 * Nothing but the rows says how far the application is, so the step may be repeated at any point.
 */
export function applyNextItem(
  { bus, services }: ApplyDependencies,
  { storeId, proposalId }: { readonly storeId: string; readonly proposalId: string },
): Promise<ApplyStep> {
  return bus.inTransaction<ApplyStep>(storeId, async (tx) => {
    const proposal = await lockProposal(tx, storeId, proposalId);
    if (proposal.state === 'paused') {
      const { pauses, pause } = proposal;
      return { keep: false, value: { status: 'paused', pauses, line: pause?.message ?? 'paused' } };
    }
    if (proposal.state !== 'applying')
      return { keep: false, value: { status: 'ended', state: proposal.state, line: proposal.state } };
    const now = new Date();
    const item = await nextItem(tx, storeId, proposalId);
    if (!item) return { keep: true, value: await finish(bus, tx, storeId, proposal, now) };
    const known = findMutation(services.capabilities, item.command);
    const attempt = await attemptItem({ bus, services }, tx, proposer(storeId, proposal), proposal, item, known, now);
    if (attempt.applied)
      return { keep: true, value: { status: 'applied', line: `${item.seq} of ${proposal.total} applied` } };
    await markHeld(tx, storeId, item.id, attempt);
    const message = `paused at item ${item.seq} of ${proposal.total}: ${attempt.why}`;
    await moveProposal(tx, storeId, proposalId, {
      state: 'paused',
      pause: { itemId: item.id, seq: item.seq, reason: attempt.reason, message },
    });
    return { keep: true, value: { status: 'paused', pauses: proposal.pauses + 1, line: message } };
  });
}

type Held = {
  readonly applied: false;
  readonly reason: 'stale' | 'refused' | 'schema_changed';
  readonly currentPreview: Preview | null;
  readonly problem: Problem | null;
  readonly why: string;
};

async function attemptItem(
  { bus, services }: ApplyDependencies,
  tx: Transaction,
  principal: Principal,
  proposal: ProposalRow,
  item: ItemRow,
  known: KnownMutation | undefined,
  now: Date,
): Promise<{ readonly applied: true } | Held> {
  const changed = !known || known.schemaHash !== item.schemaHash;
  const errors = known
    ? known.payloadErrors(wholePayload(services.secretBox, principal.storeId, item))
    : [{ pointer: '/command', message: `${item.command} is no longer there` }];
  if (!known || errors.length > 0) {
    const refusal = new Refusal('invalid_request', errors[0] && `${errors[0].pointer} ${errors[0].message}`, {
      errors,
    });
    return {
      applied: false,
      reason: 'schema_changed',
      currentPreview: null,
      problem: problemOf(refusal),
      why: refusal.detail,
    };
  }
  const expected = item.acceptedHash ?? item.preview.hash;
  const { storeId } = principal;
  try {
    return await againAfterMeeting(() =>
      tx.savepoint<{ readonly applied: true } | Held>(async () => {
        const rehearsal = await bus.rehearse(
          tx,
          callOf(services.secretBox, { ...item, deferBump: true }, known.mutation, principal),
          now,
        );
        const preview = asRecorded(rehearsal, item);
        if (changed || preview.hash !== expected) return { keep: false, value: stale(item, preview, changed) };
        const cause = { proposalId: proposal.id, itemId: item.id, approvedBy: proposal.decidedBy ?? '' };
        const auditId = await rehearsal.keep(item.key, cause);
        await markApplied(tx, storeId, item.id, auditId, now);
        return { keep: true, value: { applied: true } };
      }),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    return { applied: false, reason: 'refused', currentPreview: null, problem: problemOf(error), why: error.detail };
  }
}

/** Whether the bump is deferred is ours to decide and not part of what the owner saw. */
function asRecorded({ preview }: Rehearsal, item: ItemRow): Preview {
  return { ...preview, bumpsGeneration: item.preview.bumpsGeneration };
}

function stale(item: ItemRow, preview: Preview, schemaChanged: boolean): Held {
  const why = schemaChanged
    ? `the shape of ${item.command} has changed since`
    : difference(item.preview.changes, preview.changes);
  return {
    applied: false,
    reason: schemaChanged ? 'schema_changed' : 'stale',
    currentPreview: preview,
    problem: null,
    why,
  };
}

/** The first difference in words: "price is 14990 now, was 12990 when proposed". */
function difference(recorded: readonly FieldChange[], current: readonly FieldChange[]): string {
  const key = ({ id, field }: FieldChange) => `${id} ${field}`;
  const now = new Map(current.map((change) => [key(change), change]));
  for (const was of recorded) {
    const is = now.get(key(was));
    if (!is) return `${was.field} of ${was.id} would not change any more`;
    if (JSON.stringify(is.before) !== JSON.stringify(was.before))
      return `${was.field} is ${words(is.field, is.before)} now, ${words(was.field, was.before)} when proposed`;
    if (JSON.stringify(is.after) !== JSON.stringify(was.after))
      return `${was.field} would become ${words(is.field, is.after)}, ${words(was.field, was.after)} when proposed`;
  }
  return 'it would change more than it did when proposed';
}

const lira = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: 2 });

function words(field: string, value: unknown): string {
  if ((field === 'price' || field === 'compareAt') && typeof value === 'number')
    return `${lira.format(value / 100)} TL`;
  return value === null ? 'nothing' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The audit rows name who asked for the change; who allowed it stands in their cause. */
const proposer = (storeId: string, { tokenId, tokenKind, workspaceId }: ProposalRow): Principal => ({
  kind: tokenKind,
  id: tokenId,
  storeId,
  scopes: new Set(),
  workspaceId,
  expiresAt: null,
  limits: null,
});

/** The generation moves once for the whole proposal: the items only left it due. */
async function finish(
  bus: CommandBus,
  tx: Transaction,
  storeId: string,
  proposal: ProposalRow,
  now: Date,
): Promise<ApplyStep> {
  await moveProposal(tx, storeId, proposal.id, { state: 'applied', finishedAt: now });
  await bus.bumpIfDue(tx, storeId);
  const line = `${proposal.applied} of ${proposal.total} items applied, ${proposal.skipped} skipped`;
  return { status: 'ended', state: 'applied', line };
}
