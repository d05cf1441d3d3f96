import { emailSchema, linkToken, passwordSchema, presentedPasskey } from '../account/sessions';
import { id, line, nullable, object, oneOf, t } from '../kernel/schema/schema';

export const loginSchema = object({
  email: t.String({ minLength: 3, maxLength: 254 }),
  password: t.String({ minLength: 1, maxLength: 1024 }),
  code: t.Optional(
    nullable(
      t.String({
        minLength: 1,
        maxLength: 64,
        description:
          'Second step: a code of the authenticator, or a recovery code. null: go on with those stores of the address that need none.',
      }),
    ),
  ),
  passkey: t.Optional(presentedPasskey),
});

export const confirmSchema = object({
  password: t.Optional(loginSchema.properties.password),
  code: t.Optional(t.String({ minLength: 1, maxLength: 64, description: 'Second step, where the log-in has one.' })),
  passkey: t.Optional(presentedPasskey),
});

export { askedPasskey } from '../account/sessions';

/** A passkey in the place of a password. */
export const enterSchema = object({ passkey: presentedPasskey });

export const invitationSchema = object({ token: linkToken });
export const joinSchema = object({ token: linkToken, password: passwordSchema });
export const invitedAnswer = object({ email: t.String(), storeName: t.String() });

export const forgotSchema = object({ email: loginSchema.properties.email });
export const resetSchema = object({ token: linkToken, password: passwordSchema });
export const forgotAnswer = object({
  mails: oneOf(['sent', 'kept'], {
    description: 'kept: this installation has no mail server, so whoever runs it hands the link over.',
  }),
});

export const setupSchema = object({
  token: linkToken,
  storeName: line(200, { description: 'Name of the first store.' }),
  email: emailSchema,
  password: passwordSchema,
});

export const switchSchema = object({ storeId: id('str') });
