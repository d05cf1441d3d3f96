export type GrantableTo = 'any' | 'developer' | 'session';
export type Sensitivity = 'low' | 'high' | 'critical';

interface ScopeMeaning {
  readonly label: string;
  readonly sensitivity: Sensitivity;
  readonly grantable_to: GrantableTo;
}

/** The scope registry (spec §5). A session-only scope is never on a token; a developer scope is never on an agent's. */
export const scopes = {
  'catalog:read': { label: 'Kataloğu görüntüle', sensitivity: 'low', grantable_to: 'any' },
  'catalog:write': { label: 'Kataloğu düzenle', sensitivity: 'high', grantable_to: 'any' },
  'design:read': { label: 'Tasarımı görüntüle', sensitivity: 'low', grantable_to: 'any' },
  'design:write': { label: 'Tasarımı düzenle', sensitivity: 'high', grantable_to: 'any' },
  'design:publish': { label: 'Tasarımı yayınla', sensitivity: 'critical', grantable_to: 'developer' },
  'orders:read': { label: 'Siparişleri görüntüle', sensitivity: 'high', grantable_to: 'any' },
  'orders:write': { label: 'Siparişleri yönet', sensitivity: 'critical', grantable_to: 'any' },
  'proposals:write': { label: 'Öneri hazırla ve gönder', sensitivity: 'low', grantable_to: 'any' },
  'proposals:approve': { label: 'Önerileri onayla', sensitivity: 'critical', grantable_to: 'session' },
  'sandbox:use': { label: 'Çalışma ortamını kullan', sensitivity: 'high', grantable_to: 'any' },
  'secrets:write': { label: 'Gizli bilgileri kaydet', sensitivity: 'critical', grantable_to: 'developer' },
  'store:admin': { label: 'Mağaza ayarlarını yönet', sensitivity: 'critical', grantable_to: 'any' },
  'agents:admin': { label: 'Ajanları ve jetonları yönet', sensitivity: 'critical', grantable_to: 'session' },
  checkout: { label: 'Ödeme akışı', sensitivity: 'critical', grantable_to: 'session' },
  admin: { label: 'Tüm yetkiler', sensitivity: 'critical', grantable_to: 'session' },
} as const satisfies Record<string, ScopeMeaning>;

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as Scope[];

/** May a token of this kind ever hold the scope? Asked at mint and again at every use. */
export function grantable(scope: Scope, kind: 'agent' | 'developer'): boolean {
  const to = scopes[scope].grantable_to;
  return to === 'any' || (to === 'developer' && kind === 'developer');
}
