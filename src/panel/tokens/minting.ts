import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import type { MintedToken, Token, TokenKind } from '../api/types';

export const DAYS_DEFAULT = 90;
export const DAYS_MAX = 3650;

/** The wish for a token, as `POST /v1/tokens` takes it. */
export interface Wish {
  readonly kind: TokenKind;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly expiresInDays: number;
  readonly workspaceId?: string;
  readonly limits?: Readonly<Record<string, unknown>>;
}

/** Mints what is wished. The same wish keeps its key, so that a lost answer does not mint a second token; another needs another. */
export function useMinting(onMinted: (token: MintedToken) => void) {
  const refresh = useRefresh();
  const keys = useRef(new Map<string, string>());
  return useMutation({
    mutationFn: (wish: Wish) => {
      const words = JSON.stringify(wish);
      const key = keys.current.get(words) ?? newKey();
      keys.current.set(words, key);
      return client.post<MintedToken>('/v1/tokens', wish, key);
    },
    onSuccess: async (token) => {
      onMinted(token);
      await refresh();
    },
  });
}

const DAY_MS = 86_400_000;

/** The wish for another secret with the name, the rights, the limits and the workspace of a token. */
export const wishLike = (token: Token, expiresInDays: number): Wish => ({
  kind: token.kind,
  label: token.label,
  scopes: token.scopes,
  expiresInDays,
  ...(token.workspaceId === null ? {} : { workspaceId: token.workspaceId }),
  ...(token.limits ? { limits: limitsPayload(token.limits) } : {}),
});

/** Limits as they are asked for: what is unlimited is left out. */
function limitsPayload({ itemsPerProposal, priceChangePercent, neverCommands }: NonNullable<Token['limits']>) {
  return {
    ...(itemsPerProposal === null ? {} : { itemsPerProposal }),
    ...(priceChangePercent === null ? {} : { priceChangePercent }),
    ...(neverCommands.length > 0 ? { neverCommands } : {}),
  };
}

/** For how many days a token was minted. */
export const daysOf = ({ createdAt, expiresAt }: Pick<Token, 'createdAt' | 'expiresAt'>): number =>
  Math.min(DAYS_MAX, Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MS)));
