import { command } from '../kernel/declare';
import { exampleId } from '../kernel/example';
import { id, label, object } from '../kernel/schema';
import { lockToken, revokeToken } from './store';
import { tokenSchema, tokenView } from './view';

export default command({
  id: 'token.revoke',
  label: { tr: 'Jetonu iptal et', en: 'Revoke a token' },
  summary: 'Revoke a token; its next call is refused, and its open proposal is withdrawn.',
  policy: 'owner',
  scope: 'agents:admin',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ tokenId: label('Jeton', 'Token')(id('tok')) }),
  result: tokenSchema,
  refuses: ['not_found'],
  example: { tokenId: exampleId('tok', 'AJAN') },

  async run({ payload, storeId, tx, now, record }) {
    const token = await lockToken(tx, storeId, payload.tokenId);
    if (token.revokedAt) return tokenView(token);
    const withdrawn = await revokeToken(tx, storeId, token.id, now);
    const revoked = { ...token, revokedAt: now.toISOString() };
    record('token', token.id, { revokedAt: null }, { revokedAt: revoked.revokedAt });
    for (const proposalId of withdrawn)
      record('proposal', proposalId, { state: 'open', reason: null }, { state: 'withdrawn', reason: 'token revoked' });
    return tokenView(revoked);
  },
});
