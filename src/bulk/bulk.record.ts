import { heldRole } from '../account/owner/store';
import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { exampleId } from '../kernel/declaration/example';
import { scopesOf } from '../kernel/declaration/roles';
import { Refusal } from '../kernel/errors';
import { label, object, t, unit } from '../kernel/schema/schema';
import { proposalApplication } from '../proposal/contract';
import { proposer } from '../proposal/item/attempt';
import { assertDecidedBy } from '../proposal/state';
import { lockProposal, moveProposal } from '../proposal/store';
import { type ProposalRow, proposalId } from '../proposal/view';
import { actOf } from './acts';
import { recordCalls } from './record-calls';
import { endRecording, findRecording, moveRecording } from './store';

/** Things whose calls one transaction records: a trial that gives way is tried again with all of them. */
const THINGS_AT_ONCE = 25;

const count = t.Integer({ minimum: 0, ...unit('count') });

export default command({
  id: 'bulk.record',
  label: { tr: 'Toplu işlemi hazırla', en: 'Record a bulk act' },
  summary:
    'Record the calls of a bulk act for the next things; with the last of them the proposal waits for its owner.',
  policy: 'owner',
  scope: null,
  runtimeOnly: true,
  irreversible: true,
  payload: object({ proposalId, planned: label('Hazırlanan', 'Recorded')(count) }),
  result: object({ planned: count, isOver: t.Boolean() }),
  refuses: ['not_found'],
  example: { proposalId: exampleId('prp', 'ZAM'), planned: 0 },

  async run(context) {
    const { payload, tx, storeId, now, services, effects } = context;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    const recording = await findRecording(tx, storeId, proposal.id);
    if (!recording) return { planned: payload.planned, isOver: true };
    if (proposal.state !== 'open') {
      endRecording(tx, storeId, proposal.id);
      return { planned: recording.planned, isOver: true };
    }
    const act = actOf(recording.act);
    const atOnce = act.isStacked ? recording.subjects.length : THINGS_AT_ONCE;
    const ids = recording.subjects.slice(recording.planned, recording.planned + atOnce);
    const { ownerId } = proposal;
    if (ownerId === null) throw new Error(`${proposal.id} is no bulk act`);
    const calls = await act.plan({ db: tx, storeId, services, ownerId, ids, terms: recording.terms });
    const { leftOut } = await recordCalls(context, proposal, calls, act.isStacked);
    const planned = recording.planned + ids.length;
    const isOver = planned >= recording.subjects.length;
    if (isOver) {
      const decides = act.appliesAtOnce && (await mayDecide(context, proposal, ownerId));
      moveProposal(context, proposal, {
        ...{ state: 'submitted', submittedAt: now, skipped: proposal.skipped + leftOut },
        ...(act.appliesAtOnce && !decides ? { reason: NOT_DECIDED } : {}),
        ...(decides ? { state: 'applying', decidedAt: now, decidedBy: ownerId } : {}),
      });
      if (decides) effects.startWorkflow(proposalApplication, { storeId, proposalId: proposal.id });
      endRecording(tx, storeId, proposal.id);
    } else moveRecording(tx, storeId, proposal.id, planned);
    return { planned, isOver };
  },
});

/** Tells people why an act that applies by itself waits for a decision. */
const NOT_DECIDED = 'Whoever asked for it may not decide on it any more: it waits for an owner of the store.';

/**
 * Whether whoever has asked for an act may still decide on it. Hours may pass before its last call is recorded, and the role that counts is the
 * present one, as in any other decision.
 */
async function mayDecide(context: MutationContext, proposal: ProposalRow, ownerId: string): Promise<boolean> {
  const role = await heldRole(context.tx, context.storeId, ownerId);
  if (role === undefined) return false;
  const principal = { ...proposer(context.storeId, proposal), scopes: scopesOf(role), role };
  try {
    await assertDecidedBy({ ...context, principal }, proposal);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
