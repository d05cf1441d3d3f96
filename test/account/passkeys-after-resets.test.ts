import { linkDigest, newLinkToken } from '../../src/account/link';
import { issuePasswordLink } from '../../src/account/password-link-store';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { Authenticator } from './authenticator';

const ORIGIN = 'http://localhost:4000';
const NEW = 'yepyeni bir parola';

let site: Site;
beforeEach(async () => {
  site = await openSite();
});
afterEach(() => site.close());

const post = (path: string, body: object, session?: OwnerSession) =>
  site.call('POST', path, { body, ...(session ? { session } : {}) });
const logIn = (password: string, extra: object = {}) =>
  post('/v1/auth/login', { email: site.world.email, password, ...extra });
const wrong = { status: 401, body: { code: 'passkey_wrong' } };

/** A session of the owner, who has said the password a moment ago. */
async function confirmed(): Promise<OwnerSession> {
  const session = await site.login();
  expect((await post('/v1/auth/confirm', { password: PASSWORD }, session)).status).toBe(204);
  return session;
}

async function addPasskey(session: OwnerSession, name: string): Promise<Authenticator> {
  const authenticator = new Authenticator(ORIGIN);
  const { options } = (await post('/v1/account/passkeys/options', {}, session)).body;
  const added = await post('/v1/account/passkeys', { name, credential: authenticator.create(options) }, session);
  expect(added.status).toBe(200);
  return authenticator;
}

/** Follows a link for a new password, as a mail brings it. */
async function reset(): Promise<void> {
  const token = newLinkToken();
  await issuePasswordLink(site.world.database.systemWriter, {
    ...{ digest: linkDigest(token), ownerId: site.world.owner.id, mailId: null },
    ...{ expiresAt: new Date(Date.now() + 60_000), endsSecondFactor: false },
  });
  expect((await post('/v1/auth/reset', { token, password: NEW })).status).toBe(204);
}

const enter = async (authenticator: Authenticator) =>
  post('/v1/auth/passkey', { passkey: authenticator.get((await post('/v1/auth/passkey/options', {})).body) });

/** Logs in with the new password, and a passkey beside it. */
async function step(authenticator: Authenticator): Promise<OwnerSession> {
  const { passkey: asked } = (await logIn(NEW)).body;
  const { status, headers, body } = await logIn(NEW, { passkey: authenticator.get(asked) });
  expect(status).toBe(200);
  return { cookie: headers.getSetCookie()[0]?.split(';')[0] as string, csrfToken: body.csrfToken };
}

/** Shows a passkey in the place of the password. */
async function confirm(authenticator: Authenticator, session: OwnerSession) {
  const asked = (await post('/v1/auth/confirm/options', {}, session)).body;
  return post('/v1/auth/confirm', { passkey: authenticator.get(asked) }, session);
}

describe('passkeys after a new password by a link', () => {
  test('open nothing alone, nor confirm, until each of them has stood beside the new password', async () => {
    const session = await confirmed();
    const [own, intruder] = [await addPasskey(session, 'Telefonum'), await addPasskey(session, 'Yabancı')];
    expect((await enter(intruder)).status).toBe(200);
    await reset();
    expect(await enter(own)).toMatchObject(wrong);
    expect(await enter(intruder)).toMatchObject(wrong);

    const inside = await step(own);
    expect((await confirm(own, inside)).status).toBe(204);
    expect((await enter(own)).status).toBe(200);
    // The log-in of the owner is none of the intruder, who knows no password.
    expect(await enter(intruder)).toMatchObject(wrong);
    expect(await confirm(intruder, inside)).toMatchObject(wrong);
    const { items } = (await site.call('GET', '/v1/account/passkeys', { session: inside })).body;
    expect(items).toMatchObject([
      { name: 'Yabancı', verifiesOwner: false },
      { name: 'Telefonum', verifiesOwner: true },
    ]);
  });

  test('are named in a mail to the owner', async () => {
    await addPasskey(await confirmed(), 'Yabancı');
    await reset();
    // The passkey that was added is told of in a mail of its own, before it.
    const mails = await site.rows<{ text: string }>('SELECT body AS text FROM mail WHERE owner_id = $1 ORDER BY id', [
      site.world.owner.id,
    ]);
    expect(mails.at(-1)?.text).toContain('- “Yabancı”');
  });
});
