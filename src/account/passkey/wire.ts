import { object, type Static, secret, t } from '../../kernel/schema/schema';

/** Makes the schema of bytes in base64url. @param maxLength of the text */
const bytes = (maxLength: number, description?: string) =>
  t.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', ...(description ? { description } : {}) });

/** The name of a credential is as long as its authenticator likes, up to 1023 bytes. */
const credentialId = bytes(1_364, 'The credential, in base64url.');
const CLIENT_DATA_MAX = 4_096;

const type = t.Literal('public-key');
const descriptor = object({ id: t.String(), type, transports: t.Optional(t.Array(t.String())) });
const challenge = t.String({ description: 'In base64url; one answer counts, within 5 minutes.' });
const timeout = t.Integer({ description: 'In milliseconds.' });

/** A question to a browser for a passkey that it has: `navigator.credentials.get` takes it. */
export const askedPasskey = object({
  challenge,
  rpId: t.String({ description: 'Host of the panel.' }),
  timeout,
  userVerification: t.Union([t.Literal('required'), t.Literal('preferred')]),
  allowCredentials: t.Array(descriptor, { description: 'Empty: any passkey of this site.' }),
});
export type AskedPasskey = Static<typeof askedPasskey>;

/** The answer of a browser with a passkey that it has. */
export const presentedPasskey = object({
  id: credentialId,
  clientDataJSON: bytes(CLIENT_DATA_MAX),
  authenticatorData: bytes(4_096),
  signature: bytes(8_192),
  userHandle: t.Optional(bytes(128)),
});
export type PresentedPasskey = Static<typeof presentedPasskey>;

/** A question to a browser for a new passkey: `navigator.credentials.create` takes it. */
export const askedRegistration = object({
  challenge,
  rp: object({ id: t.String(), name: t.String() }),
  user: object({ id: t.String(), name: t.String(), displayName: t.String() }),
  pubKeyCredParams: t.Array(object({ type, alg: t.Integer() })),
  timeout,
  attestation: t.Literal('none'),
  excludeCredentials: t.Array(descriptor, { description: 'Passkeys that the log-in has.' }),
  authenticatorSelection: object({ residentKey: t.Literal('preferred'), userVerification: t.Literal('preferred') }),
});
export type AskedRegistration = Static<typeof askedRegistration>;

/** The answer of a browser with a new passkey. */
export const presentedRegistration = object({
  id: secret(credentialId),
  clientDataJSON: secret(bytes(CLIENT_DATA_MAX)),
  attestationObject: secret(bytes(16_384)),
  transports: t.Array(t.String({ minLength: 1, maxLength: 32 }), { maxItems: 10 }),
});
export type PresentedRegistration = Static<typeof presentedRegistration>;
