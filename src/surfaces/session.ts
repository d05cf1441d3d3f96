import type Router from '@koa/router';
import type Koa from 'koa';
import { BROWSER_LIFE_MS, type NewSession, type OwnerSessions } from '../account/sessions';
import { refuse } from '../kernel/errors';
import type { Static, TSchema } from '../kernel/schema/schema';
import { assertStorable, schemaErrors } from '../kernel/schema/validation';
import { assertSameOrigin, type CredentialGate, cookieNames } from './gate';
import { readJson } from './http';
import {
  confirmSchema,
  enterSchema,
  type forgotAnswer,
  forgotSchema,
  invitationSchema,
  type invitedAnswer,
  joinSchema,
  loginSchema,
  resetSchema,
  setupSchema,
  switchSchema,
} from './session-bodies';

const LOGIN_BYTES_MAX = 16 * 1024;
const DEVICE_LENGTH_MAX = 200;

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

  // Two calls open the way in without a password. The first is answered alike to everybody: it knows no address.
  router.post('/v1/auth/passkey/options', async (context) => {
    assertSameOrigin(context, publicUrl);
    context.body = JSON.stringify(await sessions.passkeys.askToEnter());
  });

  router.post('/v1/auth/passkey', async (context) => {
    const proof = await readOpen(context, enterSchema, 'The log-in needs passkey.');
    logIn(context, await sessions.enter({ ...proof, ...callerOf(context), ...visitorOf(context) }));
  });

  router.post('/v1/auth/confirm/options', async (context) => {
    const session = await gate.session(context);
    context.body = JSON.stringify(await sessions.askAgain(session));
  });

  router.post('/v1/auth/confirm', async (context) => {
    const session = await gate.session(context);
    const proof = await readOpen(context, confirmSchema, 'The confirmation needs password or passkey.');
    await sessions.confirm(session, { ...proof, ...callerOf(context), ...visitorOf(context) });
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
