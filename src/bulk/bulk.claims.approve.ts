import { claimId } from '../channel/claim/fields';
import { exampleMarketplace } from '../extension/example';
import { bulkAct } from './act';
import { channel } from './packages';

export default bulkAct({
  id: 'bulk.claims.approve',
  label: { tr: 'Pazaryeri iadelerini onayla', en: 'Approve claims of a marketplace' },
  summary:
    'Approve all pieces of many claims that wait for the shop at their marketplace, which gives their money back, as one proposal.',
  path: 'claim-approvals',
  role: 'owner',
  of: claimId,
  terms: { channel },
  example: { ids: ['f9da2317-876b-4b86-b8f7-000000000001'], channel: exampleMarketplace },
  asksProvider: true,

  async plan({ ids, terms: { channel } }) {
    return ids.map((claimId) => ({
      command: 'channel.claims.act',
      payload: { ext: channel, claimId, act: 'approve' },
    }));
  },
});
