export type GrantableTo = 'any' | 'developer' | 'session';
export type Sensitivity = 'low' | 'high' | 'critical';

interface ScopeMeaning {
  /** The label in Turkish; `english` is the same for English readers. */
  readonly label: string;
  readonly english: string;
  readonly sensitivity: Sensitivity;
  readonly grantable_to: GrantableTo;
}

/** The scope registry (spec §5). A session-only scope is never on a token; a developer scope is never on an agent's. */
export const scopes = {
  'catalog:read': { label: 'Kataloğu görüntüle', english: 'View the catalog', sensitivity: 'low', grantable_to: 'any' },
  'catalog:write': { label: 'Kataloğu düzenle', english: 'Edit the catalog', sensitivity: 'high', grantable_to: 'any' },
  'design:read': { label: 'Tasarımı görüntüle', english: 'View the design', sensitivity: 'low', grantable_to: 'any' },
  'design:write': { label: 'Tasarımı düzenle', english: 'Edit the design', sensitivity: 'high', grantable_to: 'any' },
  'design:publish': {
    label: 'Tasarımı yayınla',
    english: 'Publish the design',
    sensitivity: 'critical',
    grantable_to: 'developer',
  },
  'orders:read': { label: 'Siparişleri görüntüle', english: 'View orders', sensitivity: 'high', grantable_to: 'any' },
  'orders:write': {
    label: 'Siparişleri yönet',
    english: 'Manage orders',
    sensitivity: 'critical',
    grantable_to: 'any',
  },
  'proposals:write': {
    label: 'Öneri hazırla ve gönder',
    english: 'Prepare and submit proposals',
    sensitivity: 'low',
    grantable_to: 'any',
  },
  'proposals:approve': {
    label: 'Önerileri onayla',
    english: 'Approve proposals',
    sensitivity: 'critical',
    grantable_to: 'session',
  },
  'sandbox:use': {
    label: 'Çalışma ortamını kullan',
    english: 'Use the sandbox',
    sensitivity: 'high',
    grantable_to: 'any',
  },
  'secrets:write': {
    label: 'Gizli bilgileri kaydet',
    english: 'Store secrets',
    sensitivity: 'critical',
    grantable_to: 'developer',
  },
  'store:admin': {
    label: 'Mağaza ayarlarını yönet',
    english: 'Manage the settings of the store',
    sensitivity: 'critical',
    grantable_to: 'any',
  },
  'agents:admin': {
    label: 'Ajanları ve erişim anahtarlarını yönet',
    english: 'Manage agents and access tokens',
    sensitivity: 'critical',
    grantable_to: 'session',
  },
  checkout: { label: 'Ödeme akışı', english: 'Checkout', sensitivity: 'critical', grantable_to: 'session' },
  admin: { label: 'Tüm yetkiler', english: 'Everything', sensitivity: 'critical', grantable_to: 'session' },
} as const satisfies Record<string, ScopeMeaning>;

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as Scope[];

/** Names of the scopes for people, as `[Turkish, English]`. */
export const scopeWords = Object.fromEntries(
  scopeNames.map((scope) => [scope, [scopes[scope].label, scopes[scope].english]]),
) as unknown as Readonly<Record<Scope, readonly [tr: string, en: string]>>;

/** Most scopes that one token may have. */
export const SCOPES_MAX = 10;

/** Scopes of a token that is minted without naming any (spec §5). */
export const defaultScopes: Record<'agent' | 'developer', readonly Scope[]> = {
  agent: ['catalog:read', 'design:read', 'catalog:write', 'design:write', 'proposals:write', 'sandbox:use'],
  developer: ['catalog:read', 'design:read', 'catalog:write', 'design:write'],
};

/** May a token of this kind ever hold the scope? Asked at mint and again at every use. */
export function grantable(scope: Scope, kind: 'agent' | 'developer'): boolean {
  const to = scopes[scope].grantable_to;
  return to === 'any' || (to === 'developer' && kind === 'developer');
}
