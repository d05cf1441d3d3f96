/** What a token may do unless the owner says otherwise (spec §5); a test compares it with `token.mint`, which cannot be bundled. */
export const defaultScopes = {
  agent: ['catalog:read', 'design:read', 'catalog:write', 'design:write', 'proposals:write', 'sandbox:use'],
  developer: ['catalog:read', 'design:read', 'catalog:write', 'design:write'],
} as const;

export const SCOPES_MAX = 10;
export const DAYS_DEFAULT = 90;
