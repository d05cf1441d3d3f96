import type Router from '@koa/router';
import type Koa from 'koa';
import {
  BROWSER_LIFE_MS,
  emailSchema,
  linkToken,
  type NewSession,
  type OwnerSessions,
  passwordSchema,
} from '../account/sessions';
import { roleNames, roleWords } from '../kernel/declaration/roles';
import { refuse } from '../kernel/errors';
import { id, line, nullable, object, oneOf, type Static, type TSchema, t, time, words } from '../kernel/schema/schema';
import { assertStorable, schemaErrors } from '../kernel/schema/validation';
import { assertSameOrigin, type CredentialGate, cookieNames } from './gate';
import { readJson } from './http';
import { refusals } from './openapi/refusals';

const LOGIN_BYTES_MAX = 16 * 1024;
const DEVICE_LENGTH_MAX = 200;

const loginSchema = object({
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
});

const confirmSchema = object({
  password: loginSchema.properties.password,
  code: t.Optional(t.String({ minLength: 1, maxLength: 64, description: 'Second step, where the log-in has one.' })),
});

const invitationSchema = object({ token: linkToken });
const joinSchema = object({ token: linkToken, password: passwordSchema });
const invitedAnswer = object({ email: t.String(), storeName: t.String() });

const forgotSchema = object({ email: loginSchema.properties.email });
const resetSchema = object({ token: linkToken, password: passwordSchema });
const forgotAnswer = object({
  mails: oneOf(['sent', 'kept'], {
    description: 'kept: this installation has no mail server, so whoever runs it hands the link over.',
  }),
});

const setupSchema = object({
  token: linkToken,
  storeName: line(200, { description: 'Name of the first store.' }),
  email: emailSchema,
  password: passwordSchema,
});

const switchSchema = object({ storeId: id('str') });

interface Caller {
  readonly address: string;
  readonly device: string | null;
}

/** The opening of the first store, see `store/setup.ts`. */
interface Setup {
  isAwaited(): Promise<boolean>;
  open(asked: Static<typeof setupSchema> & Caller): Promise<NewSession>;
}

/** The door that lets invited owners in, see `store/joining.ts`. */
interface Joining {
  look(presented: Static<typeof invitationSchema> & Pick<Caller, 'address'>): Promise<Static<typeof invitedAnswer>>;
  join(presented: Static<typeof joinSchema> & Caller): Promise<NewSession>;
}

/** A way in for owners who have lost the password, see `store/forgotten.ts`. */
interface Forgetting {
  ask(asked: Static<typeof forgotSchema> & Pick<Caller, 'address'>): Promise<Static<typeof forgotAnswer>>;
  reset(presented: Static<typeof resetSchema> & Pick<Caller, 'address'>): Promise<void>;
}

interface SessionOptions {
  readonly sessions: OwnerSessions;
  readonly setup: Setup;
  readonly joining: Joining;
  readonly forgotten: Forgetting;
  readonly gate: CredentialGate;
  readonly publicUrl: string;
}

/**
 * Mounts `/v1/auth/`: an excluded prefix (spec §4.3), so these are no capabilities: they set cookies, which no door but HTTP has. Uses of a
 * session, e.g. further stores, are declared like anything else.
 */
export function mountSessions(
  router: Router,
  { sessions, setup, joining, forgotten, gate, publicUrl }: SessionOptions,
): void {
  const secure = publicUrl.startsWith('https:');
  const names = cookieNames(publicUrl);
  const setCookie = (context: Koa.Context, name: string, value: string, expires: Date): void => {
    // The proxy in front speaks TLS, this process does not: the library would refuse to set a secure cookie.
    if (secure) context.cookies.secure = true;
    const options = { httpOnly: true, sameSite: 'lax', signed: false, path: '/' } as const;
    context.cookies.set(name, value, { ...options, secure, expires });
  };

  /** The body of a call that nobody has logged in for yet. */
  const readOpen = async <S extends TSchema>(context: Koa.Context, schema: S, needs: string): Promise<Static<S>> => {
    assertSameOrigin(context, publicUrl);
    const body = await readJson(context, { bytesMax: LOGIN_BYTES_MAX });
    assertStorable(body);
    const errors = schemaErrors(schema, body);
    if (errors.length > 0) refuse('invalid_request', needs, { errors });
    return body as Static<S>;
  };
  const callerOf = (context: Koa.Context): Caller => ({
    address: gate.addressOf(context),
    device: context.get('User-Agent').slice(0, DEVICE_LENGTH_MAX) || null,
  });
  const visitorOf = (context: Koa.Context) => ({ site: gate.siteOf(context), browser: gate.browserOf(context) });
  const logIn = (context: Koa.Context, { cookie, browser, ...answer }: NewSession): void => {
    setCookie(context, names.session, cookie, new Date(answer.expiresAt));
    setCookie(context, names.browser, browser, new Date(Date.now() + BROWSER_LIFE_MS));
    context.body = JSON.stringify(answer);
  };

  router.post('/v1/auth/login', async (context) => {
    const proof = await readOpen(context, loginSchema, 'The login needs email and password.');
    logIn(context, await sessions.login({ ...proof, ...callerOf(context), ...visitorOf(context) }));
  });

  router.post('/v1/auth/confirm', async (context) => {
    const session = await gate.session(context);
    const proof = await readOpen(context, confirmSchema, 'The confirmation needs password.');
    await sessions.confirm(session, { ...proof, ...visitorOf(context), address: gate.addressOf(context) });
    context.status = 204;
  });

  // It tells a page what to show. The link itself is looked at by nothing but the call that uses it up.
  router.get('/v1/auth/setup', async (context) => {
    context.body = JSON.stringify({ awaited: await setup.isAwaited() });
  });

  router.post('/v1/auth/setup', async (context) => {
    const asked = await readOpen(context, setupSchema, 'The set-up needs token, storeName, email and password.');
    logIn(context, await setup.open({ ...asked, ...callerOf(context) }));
  });

  // A question, and a POST: the token is not to stand in an address.
  router.post('/v1/auth/invitation', async (context) => {
    const asked = await readOpen(context, invitationSchema, 'The question needs token.');
    context.body = JSON.stringify(await joining.look({ ...asked, address: gate.addressOf(context) }));
  });

  router.post('/v1/auth/join', async (context) => {
    const asked = await readOpen(context, joinSchema, 'To join needs token and password.');
    logIn(context, await joining.join({ ...asked, ...callerOf(context) }));
  });

  router.post('/v1/auth/forgot', async (context) => {
    const asked = await readOpen(context, forgotSchema, 'The question needs email.');
    const answer = await forgotten.ask({ ...asked, address: gate.addressOf(context) });
    context.status = 202;
    context.body = JSON.stringify(answer);
  });

  router.post('/v1/auth/reset', async (context) => {
    const presented = await readOpen(context, resetSchema, 'A new password needs token and password.');
    await forgotten.reset({ ...presented, address: gate.addressOf(context) });
    context.status = 204;
  });

  router.post('/v1/auth/switch', async (context) => {
    const session = await gate.session(context);
    const { storeId } = await readOpen(context, switchSchema, 'To switch needs storeId.');
    logIn(context, await sessions.switchTo(session, storeId));
  });

  router.post('/v1/auth/logout', async (context) => {
    await sessions.logout(await gate.session(context));
    setCookie(context, names.session, '', new Date(0));
    context.status = 204;
  });

  router.get('/v1/auth/session', async (context) => {
    const { principal, email } = await gate.session(context);
    const { storeId, id, expiresAt, lacksSecondFactor = false, role } = principal;
    context.body = JSON.stringify({ storeId, ownerId: id, email, expiresAt, lacksSecondFactor, role });
  });
}

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

/** Refusals of a call with a body that a logged-in owner makes. */
const ownCall = ['unauthenticated', ...byLink.filter((code) => code !== 'link_over')] as const;

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
          'csrf_failed',
          'payload_too_large',
          'unsupported_media_type',
          'throttled',
          'unavailable',
        ]),
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
        ...refusals(byLink.filter((code) => code !== 'link_over')),
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
        'Say the password again, and the code of a second step: for 10 minutes this session may do what asks for that, e.g. change the password.',
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
          'csrf_failed',
          'payload_too_large',
          'unsupported_media_type',
          'throttled',
          'unavailable',
        ]),
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
