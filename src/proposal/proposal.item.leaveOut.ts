import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { json, nullable, object, oneOf } from '../kernel/schema/schema';
import { namingCreated, problemNamingCreated } from './item/created';
import { heldUp, skipped } from './item/state';
import { item as declared } from './item/table';
import { itemsOf, moveItem } from './store';
import { itemId, pauseFields } from './table';
import { heldStates, type ItemRow, proposalId } from './view';

export default command({
  id: 'proposal.item.leaveOut',
  label: { tr: 'Öğeyi dışarıda bırak', en: 'Leave an item out' },
  summary: 'Leave out an item of a bulk act that cannot be applied as it was shown; the rest goes on.',
  policy: 'owner',
  scope: 'proposals:approve',
  runtimeOnly: true,
  irreversible: true,
  payload: object({
    proposalId,
    itemId,
    state: oneOf(heldStates),
    message: pauseFields.message,
    currentPreview: nullable(json()),
    problem: nullable(json()),
  }),
  result: object({ itemId }),
  refuses: [],
  example: {
    proposalId: exampleId('prp', 'ZAM'),
    itemId: exampleId('pit', 'ZAM1'),
    state: 'stale',
    message: 'price is 14990 now, was 12990 when proposed',
    currentPreview: null,
    problem: null,
  },
  /** The item keeps its preview and its refusal, so the audit row need not. */
  redact: ({ proposalId, itemId }) => ({ proposalId, itemId }),

  /** Leaves the item out; the caller of this command holds the lock of the proposal. */
  async run({ payload, tx, storeId, record, services }) {
    const { proposalId, itemId, state } = payload;
    const [item] = (await itemsOf(tx, storeId, proposalId, [itemId])) as [ItemRow];
    const { currentPreview, problem } = payload as Pick<ItemRow, 'currentPreview' | 'problem'>;
    const within = { db: tx, entities: services.capabilities.entities, storeId, proposalId };
    const { text: reason } = await namingCreated(within, { text: payload.message });
    const reworded = problem && (await problemNamingCreated(within, problem));
    const move = heldUp(item, { state, currentPreview, problem: reworded });
    await moveItem(tx, storeId, move);
    await moveItem(tx, storeId, skipped(move.after, reason));
    record(
      declared.word,
      itemId,
      { state: item.state, skipReason: null },
      { state: 'skipped', skipReason: reason },
      { proposalId },
    );
    return { itemId };
  },
});
