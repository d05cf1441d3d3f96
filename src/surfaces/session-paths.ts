import { roleNames, roleWords } from '../kernel/declaration/roles';
import { object, oneOf, type TSchema, t, time, words } from '../kernel/schema/schema';
import { refusals } from './openapi/refusals';
import {
  askedPasskey,
  confirmSchema,
  enterSchema,
  forgotAnswer,
  forgotSchema,
  invitationSchema,
  invitedAnswer,
  joinSchema,
  loginSchema,
  resetSchema,
  setupSchema,
  switchSchema,
} from './session-bodies';

const answered = (description: string, schema: TSchema) => ({
  description,
  headers: { 'Request-Id': { $ref: '#/components/headers/Request-Id' } },
  content: { 'application/json': { schema: JSON.parse(JSON.stringify(schema)) } },
});

const bodyOf = (schema: TSchema, example: object) => ({
  required: true,
  content: { 'application/json': { schema: JSON.parse(JSON.stringify(schema)), example } },
});

/** Refusals of a code beside a password. */
const secondStep = ['second_factor_needed', 'second_factor_wrong'] as const;

/** Refusals for a caller who comes by a link. */
const byLink = [
  'invalid_request',
  'link_over',
  'csrf_failed',
  'payload_too_large',
  'unsupported_media_type',
  'throttled',
  'unavailable',
] as const;

/** Refusals of a call with a body, before anybody has logged in. */
const open = byLink.filter((code) => code !== 'link_over');

/** Refusals of a call without a body. */
const bodiless = ['invalid_request', 'csrf_failed', 'throttled', 'unavailable'] as const;

/** Refusals of a call with a body that a logged-in owner makes. */
const ownCall = ['unauthenticated', ...open] as const;

const passkeyExample = { id: '…', clientDataJSON: '…', authenticatorData: '…', signature: '…' };

const loginAnswer = object({ csrfToken: t.String(), storeId: t.String(), expiresAt: time() });
export const sessionAnswer = object({
  storeId: t.String(),
  ownerId: t.String(),
  email: t.String(),
  expiresAt: time(),
  role: oneOf(roleNames, words(roleWords)),
  lacksSecondFactor: t.Boolean({
    description:
      'The store requires a second step, which this owner has yet to turn on: nothing else is answered before.',
  }),
});
const bySession = [{ session: [], csrf: [] }];

const UNSTATED = 'Takes none of Idempotency-Key, Dry-Run and If-Match: it refuses them.';

/** These operations in OpenAPI: no capabilities, and still what a client of the API calls first. */
export const sessionPaths = {
  '/v1/auth/login': {
    post: {
      operationId: 'auth.login',
      tags: ['auth'],
      summary: 'Log the owner in: sets the session cookie and answers the CSRF token that each call with it needs.',
      description: UNSTATED,
      security: [{}],
      requestBody: bodyOf(loginSchema, { email: 'owner@example.com', password: '…' }),
      responses: {
        200: answered('Logged in.', loginAnswer),
        ...refusals([
          'invalid_request',
          'invalid_login',
          ...secondStep,
          'passkey_wrong',
          'passkeys_unavailable',
          'csrf_failed',
          'payload_too_large',
          'unsupported_media_type',
          'throttled',
          'unavailable',
        ]),
      },
    },
  },
  '/v1/auth/passkey/options': {
    post: {
      operationId: 'auth.passkey.options',
      tags: ['auth'],
      summary: 'Ask for a passkey to log in with: what a browser gets as `navigator.credentials.get`.',
      description: UNSTATED,
      security: [{}],
      responses: {
        200: answered('What to ask the browser.', askedPasskey),
        ...refusals([...bodiless, 'passkeys_unavailable']),
      },
    },
  },
  '/v1/auth/passkey': {
    post: {
      operationId: 'auth.passkey',
      tags: ['auth'],
      summary: 'Log the owner of a passkey in, without a password: the passkey says who it is.',
      description: UNSTATED,
      security: [{}],
      requestBody: bodyOf(enterSchema, { passkey: passkeyExample }),
      responses: {
        200: answered('Logged in.', loginAnswer),
        ...refusals([...open, 'passkey_wrong', 'passkeys_unavailable']),
      },
    },
  },
  '/v1/auth/setup': {
    get: {
      operationId: 'auth.setup.get',
      tags: ['auth'],
      summary: 'Whether this installation waits for its first owner.',
      description: UNSTATED,
      security: [{}],
      responses: {
        200: answered('Whether it waits.', object({ awaited: t.Boolean() })),
        ...refusals(['invalid_request', 'throttled', 'unavailable']),
      },
    },
    post: {
      operationId: 'auth.setup',
      tags: ['auth'],
      summary: 'Open the first store of an installation with the one-time link, and log its owner in.',
      description: UNSTATED,
      security: [{}],
      requestBody: bodyOf(setupSchema, {
        token: '…',
        storeName: 'Kahve Dükkânı',
        email: 'owner@example.com',
        password: '…',
      }),
      responses: {
        200: answered('The store is open, and its owner logged in.', loginAnswer),
        ...refusals([...byLink, 'opened_already']),
      },
    },
  },
  '/v1/auth/invitation': {
    post: {
      operationId: 'auth.invitation',
      tags: ['auth'],
      summary: 'Say whom the link of an invitation invites, and to which store. It uses nothing up.',
      description: UNSTATED,
      security: [{}],
      requestBody: bodyOf(invitationSchema, { token: '…' }),
      responses: { 200: answered('Whom it invites.', invitedAnswer), ...refusals([...byLink, 'joined_already']) },
    },
  },
  '/v1/auth/join': {
    post: {
      operationId: 'auth.join',
      tags: ['auth'],
      summary: 'Join a store as the owner whom the link of an invitation names, with a password, and be logged in.',
      description: UNSTATED,
      security: [{}],
      requestBody: bodyOf(joinSchema, { token: '…', password: '…' }),
      responses: { 200: answered('Joined, and logged in.', loginAnswer), ...refusals([...byLink, 'joined_already']) },
    },
  },
  '/v1/auth/forgot': {
    post: {
      operationId: 'auth.forgot',
      tags: ['auth'],
      summary:
        'Mail a link for a new password to an address, if an owner logs in with it. The answer does not tell whether one does.',
      description: UNSTATED,
      security: [{}],
      requestBody: bodyOf(forgotSchema, { email: 'owner@example.com' }),
      responses: {
        202: answered('Asked for.', forgotAnswer),
        ...refusals(open),
      },
    },
  },
  '/v1/auth/reset': {
    post: {
      operationId: 'auth.reset',
      tags: ['auth'],
      summary:
        'Set a new password with the link of such a mail: it works once, within 15 minutes, and ends all sessions.',
      description: UNSTATED,
      security: [{}],
      requestBody: bodyOf(resetSchema, { token: '…', password: '…' }),
      responses: { 204: { description: 'Set: log in with it.' }, ...refusals(byLink) },
    },
  },
  '/v1/auth/confirm': {
    post: {
      operationId: 'auth.confirm',
      tags: ['auth'],
      summary:
        'Say the password again, and the code of a second step, or show a passkey: for 10 minutes this session may do what asks for that, e.g. change the password.',
      description: UNSTATED,
      security: bySession,
      requestBody: bodyOf(confirmSchema, { password: '…' }),
      responses: {
        204: { description: 'Confirmed.' },
        ...refusals([
          'invalid_request',
          'unauthenticated',
          'invalid_login',
          ...secondStep,
          'passkey_wrong',
          'passkeys_unavailable',
          'csrf_failed',
          'payload_too_large',
          'unsupported_media_type',
          'throttled',
          'unavailable',
        ]),
      },
    },
  },
  '/v1/auth/confirm/options': {
    post: {
      operationId: 'auth.confirm.options',
      tags: ['auth'],
      summary: 'Ask for a passkey of the own log-in, to be shown to `auth.confirm`.',
      description: UNSTATED,
      security: bySession,
      responses: {
        200: answered('What to ask the browser.', askedPasskey),
        ...refusals([...bodiless, 'unauthenticated', 'invalid_state', 'passkeys_unavailable']),
      },
    },
  },
  '/v1/auth/switch': {
    post: {
      operationId: 'auth.switch',
      tags: ['auth'],
      summary:
        'Go on in another store of the same owner: a session there takes the place of this one, which ends when that one is first used.',
      description: UNSTATED,
      security: bySession,
      requestBody: bodyOf(switchSchema, { storeId: 'str_01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
      responses: { 200: answered('Logged in to that store.', loginAnswer), ...refusals([...ownCall, 'not_found']) },
    },
  },
  '/v1/auth/logout': {
    post: {
      operationId: 'auth.logout',
      tags: ['auth'],
      summary: 'End the session.',
      description: UNSTATED,
      security: bySession,
      responses: {
        204: { description: 'Logged out.' },
        ...refusals(['invalid_request', 'unauthenticated', 'csrf_failed', 'throttled', 'unavailable']),
      },
    },
  },
  '/v1/auth/session': {
    get: {
      operationId: 'auth.session',
      tags: ['auth'],
      summary: 'Describe the session.',
      description: UNSTATED,
      security: bySession,
      responses: {
        200: answered('The session.', sessionAnswer),
        ...refusals(['invalid_request', 'unauthenticated', 'csrf_failed', 'throttled', 'unavailable']),
      },
    },
  },
};
