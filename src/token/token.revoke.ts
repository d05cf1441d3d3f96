import { command } from '../kernel/declare';
import { id, object } from '../kernel/schema';
import { lockToken, revokeToken } from './token.store';
import { tokenSchema, tokenView } from './token.view';

export default command({
  id: 'token.revoke',
  summary: 'Revoke a token; its next call is refused.',
  policy: 'owner',
  scope: 'agents:admin',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ tokenId: id('tok') }),
  result: tokenSchema,
  refuses: ['not_found'],

  async run({ payload, storeId, tx, now, record }) {
    const token = await lockToken(tx, storeId, payload.tokenId);
    if (token.revokedAt) return tokenView(token, now);
    await revokeToken(tx, storeId, token.id, now);
    const revoked = { ...token, revokedAt: now.toISOString() };
    record('token', token.id, { revokedAt: null }, { revokedAt: revoked.revokedAt });
    return tokenView(revoked, now);
  },
});
