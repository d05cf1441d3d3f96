import { scopeNames, scopeWords } from '../../kernel/declaration/scopes';
import { createdAt, label, line, nullable, object, oneOf, t, time, unit, words } from '../../kernel/schema/schema';
import { identity, table } from '../../kernel/table/table';
import { kind } from '../kind';

export const scopeSchema = label('Yetki', 'Scope')(oneOf(scopeNames, words(scopeWords)));

/** Names of the fields for people, in whichever schema they stand. */
export const tokenLabels = {
  scopes: label('Yetkiler', 'Scopes'),
  workspaceId: label('Çalışma alanı', 'Workspace'),
  expiresInDays: label('Geçerlilik (gün)', 'Valid for (days)'),
  limits: label('Sınırlar', 'Limits'),
  itemsPerProposal: label('Bir öneride en çok öğe', 'Most items in a proposal'),
  priceChangePercent: label('Bir fiyatın en çok değişimi (%)', 'Largest change of a price (%)'),
  neverCommands: label('Hiç çalıştıramayacağı komutlar', 'Commands that it may never run'),
};

export const shownLimits = tokenLabels.limits(
  object({
    itemsPerProposal: tokenLabels.itemsPerProposal(nullable(t.Integer(unit('count')))),
    priceChangePercent: tokenLabels.priceChangePercent(nullable(t.Number(unit('percent')))),
    neverCommands: tokenLabels.neverCommands(t.Array(t.String())),
  }),
);

/** It has no rev: it is minted and revoked, and nothing of it changes between. */
export const token = table({
  word: 'token',
  label: label('Erişim anahtarı', 'Access token'),
  table: 'access_token',
  columns: {
    id: identity('tok'),
    /** The digest of its plaintext, which is not kept. */
    digest: { type: 'bytea', schema: t.Unsafe<Buffer>({}), kept: 'once', shown: false, compared: false },
    kind: { type: 'text', schema: kind(), kept: 'once' },
    label: {
      type: 'text',
      schema: label('Ad', 'Name')(line(80, { description: 'Name that the owner gave the token.' })),
      kept: 'once',
    },
    scopes: { type: 'text[]', schema: tokenLabels.scopes(t.Array(scopeSchema)), kept: 'once' },
    workspaceId: { type: 'text', schema: tokenLabels.workspaceId(nullable(t.String())), kept: 'once' },
    limits: { type: 'jsonb', schema: nullable(shownLimits), kept: 'once' },
    createdBy: { type: 'text', schema: t.String(), kept: 'once', shown: false, compared: false },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'once', compared: false },
    expiresAt: { type: 'timestamptz', schema: label('Bitiş', 'Expires')(time()), kept: 'once' },
    revokedAt: { type: 'timestamptz', schema: label('İptal zamanı', 'Revoked')(nullable(time())) },
    /** Noted beside calls, a few seconds late. */
    usedAt: {
      type: 'timestamptz',
      schema: label('Son kullanım', 'Last used')(nullable(time())),
      kept: 'apart',
      shown: false,
    },
  },
});
