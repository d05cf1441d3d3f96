import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, object } from '../kernel/schema/schema';
import { confirmedAccount } from './own/account';
import leave from './store.owner.leave';

export default command({
  id: 'store.own.leave',
  label: { tr: 'Başka bir mağazadan ayrıl', en: 'Leave another store' },
  summary: 'Leave a store other than that of the session, unless it has no other owner.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  irreversible: true,
  payload: object({ storeId: id('str') }),
  redact: () => ({}),
  result: object({}),
  refuses: ['confirm_needed', 'not_found', 'invalid_state'],
  example: { storeId: exampleId('str', 'CAY') },
  route: { http: 'DELETE /v1/account/stores/{str}', names: { str: 'storeId' } },

  async run(context) {
    const { storeId } = context.payload;
    const { id: ownerId } = await confirmedAccount(context, storeId);
    // The session is needed to the end of its call, and would end here.
    if (storeId === context.storeId)
      refuse('invalid_state', 'Nobody leaves the store that the session is of: switch to another one first.', {
        facts: { storeId },
      });
    if (ownerId === null) refuse('not_found', 'You have no such store.');
    await context.elsewhere({ storeId, ownerId }, leave, {});
    return {};
  },
});
