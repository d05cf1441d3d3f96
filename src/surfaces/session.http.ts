import type Router from '@koa/router';
import type { OwnerSessions } from '../account/sessions';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema';
import { assertStorable, schemaErrors } from '../kernel/validation';
import { assertSameOrigin, SESSION_COOKIE } from './gate';
import { readJson } from './http';

const loginSchema = object({
  email: t.String({ minLength: 3, maxLength: 254 }),
  password: t.String({ minLength: 1, maxLength: 1024 }),
});

/** `/v1/auth/`: an excluded prefix (spec §4.3), so these are no capabilities. */
export function mountSessions(router: Router, sessions: OwnerSessions, options: { readonly secure: boolean }): void {
  router.post('/v1/auth/login', async (context) => {
    assertSameOrigin(context);
    const body = (await readJson(context)) as { email: string; password: string };
    assertStorable(body);
    const errors = schemaErrors(loginSchema, body);
    if (errors.length > 0) refuse('invalid_request', 'The login needs email and password.', { errors });
    const { cookie, ...answer } = await sessions.login(body.email, body.password, context.ip);
    context.cookies.set(SESSION_COOKIE, cookie, {
      httpOnly: true,
      sameSite: 'lax',
      secure: options.secure,
      signed: false,
      path: '/',
      expires: new Date(answer.expiresAt),
    });
    context.body = JSON.stringify(answer);
  });

  router.post('/v1/auth/logout', async (context) => {
    const session = await sessions.find(context.cookies.get(SESSION_COOKIE) ?? '');
    assertSameOrigin(context);
    sessions.assertCsrf(session, context.get('X-CSRF-Token') || undefined);
    await sessions.logout(session);
    context.cookies.set(SESSION_COOKIE, null, { signed: false });
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
    if (context.get('Sec-Fetch-Site') && context.get('Sec-Fetch-Site') !== 'same-origin') refuse('csrf_failed');
    if (!context.request.is('json')) refuse('unsupported_media_type');
    context.body = JSON.stringify({ csrfToken: await sessions.renewCsrf(session) });
  });
}
