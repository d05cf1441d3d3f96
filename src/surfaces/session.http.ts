import type Router from '@koa/router';
import type Koa from 'koa';
import type { OwnerSessions } from '../account/sessions';
import { refuse } from '../kernel/errors';
import { object, type TSchema, t, time } from '../kernel/schema';
import { assertStorable, schemaErrors } from '../kernel/validation';
import { assertSameOrigin, SESSION_COOKIE } from './gate';
import { readJson } from './http';
import { refusals } from './openapi';

const loginSchema = object({
  email: t.String({ minLength: 3, maxLength: 254 }),
  password: t.String({ minLength: 1, maxLength: 1024 }),
});

/** `/v1/auth/`: an excluded prefix (spec §4.3), so these are no capabilities. */
export function mountSessions(
  router: Router,
  sessions: OwnerSessions,
  { publicUrl }: { readonly publicUrl: string },
): void {
  const secure = publicUrl.startsWith('https:');
  const setCookie = (context: Koa.Context, value: string, expires: Date): void => {
    // The proxy in front speaks TLS, this process does not: the library would refuse to set a secure cookie.
    if (secure) context.cookies.secure = true;
    const options = { httpOnly: true, sameSite: 'lax', signed: false, path: '/' } as const;
    context.cookies.set(SESSION_COOKIE, value, { ...options, secure, expires });
  };

  router.post('/v1/auth/login', async (context) => {
    assertSameOrigin(context, publicUrl);
    const body = (await readJson(context)) as { email: string; password: string };
    assertStorable(body);
    const errors = schemaErrors(loginSchema, body);
    if (errors.length > 0) refuse('invalid_request', 'The login needs email and password.', { errors });
    const { cookie, ...answer } = await sessions.login(body.email, body.password, context.ip);
    setCookie(context, cookie, new Date(answer.expiresAt));
    context.body = JSON.stringify(answer);
  });

  router.post('/v1/auth/logout', async (context) => {
    const session = await sessions.find(context.cookies.get(SESSION_COOKIE) ?? '');
    assertSameOrigin(context, publicUrl);
    sessions.assertCsrf(session, context.get('X-CSRF-Token') || undefined);
    await sessions.logout(session);
    setCookie(context, '', new Date(0));
    context.status = 204;
  });

  router.get('/v1/auth/session', async (context) => {
    const session = await sessions.find(context.cookies.get(SESSION_COOKIE) ?? '');
    const { storeId, id, expiresAt } = session.principal;
    context.body = JSON.stringify({ storeId, ownerId: id, email: session.email, expiresAt });
  });

  /** A page that was loaded afresh has the cookie but no CSRF token. */
  router.post('/v1/auth/csrf', async (context) => {
    const session = await sessions.find(context.cookies.get(SESSION_COOKIE) ?? '');
    assertSameOrigin(context, publicUrl);
    if (!context.request.is('json')) refuse('unsupported_media_type');
    context.body = JSON.stringify({ csrfToken: await sessions.renewCsrf(session) });
  });
}

const answered = (description: string, schema: TSchema) => ({
  description,
  headers: { 'Request-Id': { $ref: '#/components/headers/Request-Id' } },
  content: { 'application/json': { schema: JSON.parse(JSON.stringify(schema)) } },
});

const loginAnswer = object({ csrfToken: t.String(), storeId: t.String(), expiresAt: time() });
const sessionAnswer = object({ storeId: t.String(), ownerId: t.String(), email: t.String(), expiresAt: time() });
const bySession = [{ session: [] }];

/** These operations in OpenAPI: no capabilities, and still what a client of the API calls first. */
export const sessionPaths = {
  '/v1/auth/login': {
    post: {
      operationId: 'auth.login',
      tags: ['auth'],
      summary: 'Log the owner in: sets the session cookie and answers the CSRF token that unsafe methods need.',
      security: [{}],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: JSON.parse(JSON.stringify(loginSchema)),
            example: { email: 'owner@example.com', password: '…' },
          },
        },
      },
      responses: {
        200: answered('Logged in.', loginAnswer),
        ...refusals([
          'invalid_request',
          'invalid_login',
          'csrf_failed',
          'payload_too_large',
          'unsupported_media_type',
          'throttled',
          'unavailable',
        ]),
      },
    },
  },
  '/v1/auth/logout': {
    post: {
      operationId: 'auth.logout',
      tags: ['auth'],
      summary: 'End the session.',
      security: [{ session: [], csrf: [] }],
      responses: {
        204: { description: 'Logged out.' },
        ...refusals(['unauthenticated', 'csrf_failed', 'unavailable']),
      },
    },
  },
  '/v1/auth/session': {
    get: {
      operationId: 'auth.session',
      tags: ['auth'],
      summary: 'Describe the session.',
      security: bySession,
      responses: { 200: answered('The session.', sessionAnswer), ...refusals(['unauthenticated', 'unavailable']) },
    },
  },
  '/v1/auth/csrf': {
    post: {
      operationId: 'auth.csrf',
      tags: ['auth'],
      summary: 'A new CSRF token for a page that was loaded afresh; the old one ends.',
      security: bySession,
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: answered('The new token.', object({ csrfToken: t.String() })),
        ...refusals(['unauthenticated', 'csrf_failed', 'unsupported_media_type', 'unavailable']),
      },
    },
  },
};
