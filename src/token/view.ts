import type { TokenLimits } from '../kernel/principal';
import {
  createdAt,
  label,
  nullable,
  object,
  oneOf,
  ownId,
  type TSchemaOptions,
  t,
  time,
  unit,
  words,
} from '../kernel/schema';
import { type Scope, scopeNames, scopeWords } from '../kernel/scopes';

export const kindWords = { agent: ['ajan', 'agent'], developer: ['geliştirici', 'developer'] } as const;

export const tokenKind = (options: TSchemaOptions = {}) =>
  label('Tür', 'Kind')(oneOf(['agent', 'developer'], { ...words(kindWords), ...options }));

export const scopeSchema = label('Yetki', 'Scope')(oneOf(scopeNames, words(scopeWords)));

/** What people call the fields, in whichever schema they stand. */
export const named = {
  label: label('Ad', 'Name'),
  scopes: label('Yetkiler', 'Scopes'),
  workspaceId: label('Çalışma alanı', 'Workspace'),
  expiresInDays: label('Geçerlilik (gün)', 'Valid for (days)'),
  limits: label('Sınırlar', 'Limits'),
  itemsPerProposal: label('Bir öneride en çok öğe', 'Most items in a proposal'),
  priceChangePercent: label('Bir fiyatın en çok değişimi (%)', 'Largest change of a price (%)'),
  neverCommands: label('Hiç çalıştıramayacağı komutlar', 'Commands that it may never run'),
};

/** How far a token may go (TokenLimits); fields that are left out are unlimited. */
export const limitsSchema = named.limits(
  object({
    itemsPerProposal: t.Optional(named.itemsPerProposal(t.Integer({ minimum: 1, maximum: 200, ...unit('count') }))),
    priceChangePercent: t.Optional(
      named.priceChangePercent(
        t.Number({
          minimum: 0,
          maximum: 1000,
          description: 'Largest change of one price, in percent.',
          ...unit('percent'),
        }),
      ),
    ),
    neverCommands: t.Optional(
      named.neverCommands(t.Array(t.String({ maxLength: 80 }), { maxItems: 100, uniqueItems: true })),
    ),
  }),
);

export const shownLimits = named.limits(
  object({
    itemsPerProposal: named.itemsPerProposal(nullable(t.Integer(unit('count')))),
    priceChangePercent: named.priceChangePercent(nullable(t.Number(unit('percent')))),
    neverCommands: named.neverCommands(t.Array(t.String())),
  }),
);

export const tokenSchema = object({
  id: ownId('tok'),
  kind: tokenKind(),
  label: named.label(t.String()),
  scopes: named.scopes(t.Array(scopeSchema)),
  workspaceId: named.workspaceId(nullable(t.String())),
  limits: nullable(shownLimits),
  createdAt,
  expiresAt: label('Bitiş', 'Expires')(time()),
  revokedAt: label('İptal zamanı', 'Revoked')(nullable(time())),
  lastUsedAt: label('Son kullanım', 'Last used')(nullable(time())),
  status: label(
    'Durum',
    'Status',
  )(
    oneOf(
      ['active', 'expired', 'revoked'],
      words({
        active: ['etkin', 'active'],
        expired: ['süresi doldu', 'expired'],
        revoked: ['iptal edildi', 'revoked'],
      }),
    ),
  ),
});

export interface TokenRow {
  readonly id: string;
  readonly kind: 'agent' | 'developer';
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly workspaceId: string | null;
  readonly limits: TokenLimits | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly expired: boolean;
}

export const limitsView = (limits: TokenLimits | null) =>
  limits && { ...limits, neverCommands: [...limits.neverCommands] };

export const tokenView = ({ expired, ...row }: TokenRow) => ({
  ...row,
  limits: limitsView(row.limits),
  status: row.revokedAt ? ('revoked' as const) : expired ? ('expired' as const) : ('active' as const),
});
