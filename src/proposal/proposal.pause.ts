import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { json, nullable, object, oneOf } from '../kernel/schema/schema';
import { namingCreated, problemNamingCreated } from './item/created';
import { heldUp } from './item/state';
import { itemsOf, lockProposal, moveItem, moveProposal } from './store';
import { itemId, type PauseReason, pauseFields, pauseSchema } from './table';
import { heldStates, type ItemRow, proposalId } from './view';

export default command({
  id: 'proposal.pause',
  label: { tr: 'Öneriyi duraklat', en: 'Pause the proposal' },
  summary: 'Pause a proposal at the item that holds it up.',
  policy: 'owner',
  scope: 'proposals:approve',
  runtimeOnly: true,
  irreversible: true,
  payload: object({
    proposalId,
    itemId,
    state: oneOf(heldStates),
    reason: pauseFields.reason,
    message: pauseFields.message,
    currentPreview: nullable(json()),
    problem: nullable(json()),
  }),
  result: pauseSchema,
  refuses: ['not_found'],
  example: {
    proposalId: exampleId('prp', 'ZAM'),
    itemId: exampleId('pit', 'ZAM1'),
    state: 'stale',
    reason: 'stale',
    message: 'paused at item 1 of 2: the price has changed',
    currentPreview: null,
    problem: null,
  },
  /** The item keeps its preview and its refusal, so the audit row need not. */
  redact: ({ proposalId, itemId }) => ({ proposalId, itemId }),

  async run(context) {
    const { payload, tx, storeId, record, services } = context;
    const { state, reason } = payload;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    const [item] = (await itemsOf(tx, storeId, proposal.id, [payload.itemId])) as [ItemRow];
    const { currentPreview, problem } = payload as Pick<ItemRow, 'currentPreview' | 'problem'>;
    const within = { db: tx, entities: services.capabilities.entities, storeId, proposalId: proposal.id };
    const { text: message } = await namingCreated(within, { text: payload.message });
    const named = problem && (await problemNamingCreated(within, problem));
    await moveItem(tx, storeId, heldUp(item, { state, currentPreview, problem: named }));
    const pause = { itemId: item.id, seq: item.seq, reason: reason as PauseReason, message };
    moveProposal(context, proposal, { state: 'paused', pause });
    record('proposal item', item.id, { state: item.state }, { state }, { proposalId: proposal.id });
    return pause;
  },
});
