import { ProviderError } from './errors';

export interface Account {
  /** Digits; the seller whose catalog this is. */
  sellerId: string;
  apiKey: string;
  apiSecret: string;
}

/**
 * Who may pass the gateway. The User-Agent comes first because the real one is refused at the edge, before anybody
 * looks at credentials: a caller with neither sees 403, not 401.
 * @param atMs epoch milliseconds, written into the refusal
 * @throws {ProviderError} 403 for the User-Agent, 401 for the key and secret
 */
export function identify(
  account: Account,
  headers: { userAgent: string | undefined; authorization: string | undefined },
  atMs: number,
): void {
  if (!acceptable(headers.userAgent, account.sellerId)) {
    throw ProviderError.gateway(
      403,
      'TrendyolAuthorizationException',
      'User-Agent başlığı "{sellerId} - SelfIntegration" veya "{sellerId} - {entegratör adı}" olmalıdır.',
      atMs,
    );
  }
  const expected = Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString('base64');
  const [scheme, pair] = (headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic' || pair !== expected) {
    throw ProviderError.gateway(401, 'ClientApiAuthenticationException', 'Kimlik doğrulanamadı.', atMs);
  }
}

/** @throws {ProviderError} 403 when the path names another seller's shop */
export function ownShop(account: Account, sellerIdInPath: string | undefined, atMs: number): void {
  if (sellerIdInPath === undefined || sellerIdInPath === account.sellerId) return;
  throw ProviderError.gateway(403, 'TrendyolAuthorizationException', 'Bu satıcı için yetkiniz yok.', atMs);
}

function acceptable(userAgent: string | undefined, sellerId: string): boolean {
  // `SelfIntegration` is itself a name that fits the integrator rule.
  const [, named] = /^(\d+) - [A-Za-z0-9]{1,30}$/.exec(userAgent ?? '') ?? [];
  return named === sellerId;
}
