import { lockToken, revokeToken } from '../access/token/store';
import { token } from '../access/token/table';
import { tokenSchema, tokenView } from '../access/token/view';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { id, object } from '../kernel/schema/schema';
import { withdrawOpen } from '../proposal/store';

export default command({
  id: 'token.revoke',
  label: { tr: 'Erişim anahtarını iptal et', en: 'Revoke an access token' },
  summary: 'Revoke an access token; its next call is refused, and its open proposal is withdrawn.',
  policy: 'owner',
  scope: 'agents:admin',
  flags: ['destructive'],
  irreversible: true,
  endsTokens: true,
  payload: object({ tokenId: token.label(id('tok')) }),
  result: tokenSchema,
  refuses: ['not_found'],
  example: { tokenId: exampleId('tok', 'AJAN') },

  async run(context) {
    const { payload, storeId, tx, now, record } = context;
    const before = await lockToken(tx, storeId, payload.tokenId);
    if (before.revokedAt) return tokenView(before);
    const after = { ...before, revokedAt: now.toISOString() };
    revokeToken(context, before.id);
    record(token.word, before.id, token.snapshot(before), token.snapshot(after));
    // One that was submitted stays for the owner to decide (spec §3).
    await withdrawOpen(context, before.id, 'token revoked');
    return tokenView(after);
  },
});
