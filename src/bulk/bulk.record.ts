import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { label, object, t, unit } from '../kernel/schema/schema';
import { proposalApplication } from '../proposal/contract';
import { lockProposal, moveProposal } from '../proposal/store';
import { proposalId } from '../proposal/view';
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
      const skipped = proposal.skipped + leftOut;
      moveProposal(context, proposal, {
        ...{ state: 'submitted', submittedAt: now, skipped },
        ...(act.appliesAtOnce ? { state: 'applying', decidedAt: now, decidedBy: ownerId } : {}),
      });
      if (act.appliesAtOnce) effects.startWorkflow(proposalApplication, { storeId, proposalId: proposal.id });
      endRecording(tx, storeId, proposal.id);
    } else moveRecording(tx, storeId, proposal.id, planned);
    return { planned, isOver };
  },
});
