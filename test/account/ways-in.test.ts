import { TOTP } from 'otpauth';
import { createMailActivities } from '../../activities/mail.delivery';
import { linkDigest, newLinkToken } from '../../src/account/link';
import { issuePasswordLink } from '../../src/account/password-link-store';
import { newUlid } from '../../src/kernel/ids';
import { sources, textOf } from '../house/source';
import { type Inbox, openInbox } from '../mail/inbox';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { outsideOfWorker } from '../world/activity';
import { PASSWORD } from '../world/world';
import { Authenticator } from './authenticator';

const BROWSER = 'Firefox https://evil.example';
const ORIGIN = 'http://localhost:4000';

let site: Site;
let inbox: Inbox;
let session: OwnerSession;
beforeEach(async () => {
  inbox = await openInbox(0);
  site = await openSite({ environment: { SMTP_URL: inbox.url } });
  session = await site.session();
  await site.rows('UPDATE owner_session SET device = $1', [BROWSER]);
  expect((await call('POST', '/v1/auth/confirm', { password: PASSWORD })).status).toBe(204);
});
afterEach(async () => {
  await site.close();
  await inbox.close();
});

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  site.call(method, path, { session, headers, ...(body ? { body } : {}) });
const mails = () =>
  site.rows<{ id: string; subject: string; text: string }>(
    `SELECT id, subject, body AS text FROM mail WHERE subject NOT LIKE '%yeni bir tarayıcı%' ORDER BY id`,
  );
const subjects = async () => (await mails()).map(({ subject }) => subject);

const begun = async () => new TOTP({ secret: (await call('POST', '/v1/account/second-factor', {})).body.secret });
const prove = (code: string, headers = {}) => call('POST', '/v1/account/second-factor/proof', { code }, headers);
async function addPasskey(name: string): Promise<string> {
  const { options } = (await call('POST', '/v1/account/passkeys/options', {})).body;
  const credential = new Authenticator(ORIGIN).create(options);
  const { status, body } = await call('POST', '/v1/account/passkeys', { name, credential });
  expect(status).toBe(200);
  return body.passkeyId;
}

const changes: readonly (readonly [string, () => Promise<unknown>, string, readonly string[]])[] = [
  [
    'the first authenticator',
    async () => prove((await begun()).generate()),
    'Hesabınıza doğrulayıcı eklendi',
    ['parola artık tek başına giriş açmaz'],
  ],
  [
    'the last authenticator',
    async () => {
      await prove((await begun()).generate());
      await call('DELETE', '/v1/account/second-factor');
    },
    'Hesabınızdan doğrulayıcı kaldırıldı',
    ['parola artık tek başına giriş açar'],
  ],
  [
    'a passkey',
    () => addPasskey('Kasa www.evil.example'),
    'Hesabınıza geçiş anahtarı eklendi',
    ['“Kasa www[.]evil[.]example”'],
  ],
  [
    'a passkey of two',
    async () => {
      await addPasskey('Çekmece');
      const id = await addPasskey('Kasa');
      await call('DELETE', `/v1/account/passkeys/${id}`);
    },
    'Hesabınızdan geçiş anahtarı kaldırıldı',
    ['“Kasa”'],
  ],
  [
    'recovery codes',
    async () => {
      await addPasskey('Kasa');
      await call('POST', '/v1/account/second-factor/recovery-codes', {});
    },
    'Kurtarma kodlarınız yenilendi',
    ['Önceki kodlar artık geçmez'],
  ],
  [
    'the password',
    () => call('POST', '/v1/account/password', { newPassword: 'uzun ve yeni bir parola' }),
    'Parolanız değiştirildi',
    ['Öteki oturumların hepsi sona erdi'],
  ],
];

test.each(changes)(
  'a person is mailed what has become of %s, when, where, and how to get back in',
  async (_, change, subject, said) => {
    await change();
    const newest = (await mails()).at(-1);
    const input = { storeId: site.world.storeId, mailId: newest?.id ?? '' };
    expect(await outsideOfWorker(() => createMailActivities(site.world.platform).deliverMail(input))).toBe('sent');
    expect(inbox.taken.map(({ to }) => to)).toEqual([site.world.email]);
    expect(newest?.subject).toBe(subject);
    for (const words of [
      ...said,
      'Zaman: ',
      'Firefox https[:]//evil[.]example',
      '/panel/forgot\n',
      '/panel/account\n',
      'tezgah owners reset --second-factor',
    ])
      expect(newest?.text).toContain(words);
  },
);

test('a way beside another one changes nothing of the second step, and the mail says nothing of it', async () => {
  await addPasskey('Çekmece');
  const id = await addPasskey('Kasa');
  await call('DELETE', `/v1/account/passkeys/${id}`);
  const secondSteps = (await mails()).map(({ text }) => /İki adımlı giriş (açıldı|kapandı)/.exec(text)?.[1]);
  expect(secondSteps).toEqual(['açıldı', undefined, undefined]);
});

test('a call that comes twice mails once, and one that is refused mails nothing', async () => {
  const totp = await begun();
  expect((await prove('000000')).body.code).toBe('second_factor_wrong');
  expect(await subjects()).toEqual([]);
  const code = totp.generate();
  const headers = { 'Idempotency-Key': newUlid() };
  const answers = await Promise.all([prove(code, headers), prove(code, headers), prove(code, headers)]);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await prove(code, headers)).body.replayed).toBe(true);
  expect(await subjects()).toEqual(['Hesabınıza doğrulayıcı eklendi']);
});

describe('account.recoveryCode.note', () => {
  let code: string;
  beforeEach(async () => {
    const { options } = (await call('POST', '/v1/account/passkeys/options', {})).body;
    const credential = new Authenticator(ORIGIN).create(options);
    const added = await call('POST', '/v1/account/passkeys', { name: 'Kasa', credential });
    [code] = added.body.recoveryCodes;
    await site.rows('DELETE FROM mail');
  });

  const login = (as: string) =>
    site.call('POST', '/v1/auth/login', {
      body: { email: site.world.email, password: PASSWORD, code: as },
      headers: { 'User-Agent': 'Opera' },
    });
  const left = async () => (await call('GET', '/v1/account/second-factor')).body.recoveryCodesLeft;

  test('is told of where it was used, and once, however often it is said', async () => {
    const answers = await Promise.all([login(code), login(code), login(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await login('aaaaa-aaaaa')).status).toBe(401);
    const told = await mails();
    expect(told.map(({ subject }) => subject)).toEqual(['Bir kurtarma kodunuz kullanıldı']);
    expect(told[0]?.text).toContain('Kalan kurtarma kodu: 9\n');
    expect(told[0]?.text).toContain('“Opera”');
    const trail = await site.rows(`SELECT 1 FROM audit_row WHERE command = 'account.recoveryCode.note'`);
    expect(trail).toHaveLength(1);
  });

  test('is told of where it confirms a session', async () => {
    const confirmed = await call('POST', '/v1/auth/confirm', { password: PASSWORD, code }, { 'User-Agent': 'Opera' });
    expect(confirmed.status).toBe(204);
    expect((await mails())[0]?.text).toContain('“Opera”');
  });

  test('is not used up where its owner cannot be told', async () => {
    await site.rows('ALTER TABLE mail ADD CONSTRAINT refuses CHECK (false) NOT VALID');
    expect((await login(code)).status).toBe(500);
    expect(await left()).toBe(10);
    await site.rows('ALTER TABLE mail DROP CONSTRAINT refuses');
    expect((await login(code)).status).toBe(200);
    expect([await left(), await subjects()]).toEqual([9, ['Bir kurtarma kodunuz kullanıldı']]);
  });
});

test.each([true, false])(
  'a link for a new password tells whether it has ended the second step: %s',
  async (endsSecondFactor) => {
    await addPasskey('Kasa');
    await site.rows('DELETE FROM mail');
    const token = newLinkToken();
    await issuePasswordLink(site.world.database.systemWriter, {
      ...{ digest: linkDigest(token), ownerId: site.world.owner.id, mailId: null },
      ...{ expiresAt: new Date(Date.now() + 60_000), endsSecondFactor },
    });
    const body = { token, password: 'uzun ve yeni bir parola' };
    expect((await site.call('POST', '/v1/auth/reset', { body })).status).toBe(204);
    const [mail] = await mails();
    expect(mail?.subject).toBe('Parolanız yenilendi');
    expect(/İki adımlı giriş de kapandı/.test(mail?.text ?? '')).toBe(endsSecondFactor);
    expect(/“Kasa”/.test(mail?.text ?? '')).toBe(!endsSecondFactor);
  },
);

/** What changes the ways into an account, by the function of a store that does it. */
const CHANGING = [
  'addPasskey',
  'claimPasswordLink',
  'endFactor',
  'proveFactor',
  'removePasskey',
  'renewRecoveryCodes',
  'setPassword',
  'spendRecoveryCode',
];
/** What mails, or issues what mails. */
const MAILING = /\b(tellOfWay|wayAdded|wayRemoved|mailPasswordRenewed|bus\.issue)\(/;

test('whatever changes the ways into an account mails its owner', () => {
  const callers = sources
    .filter((file) => file.startsWith('src/'))
    .filter((file) => CHANGING.some((name) => new RegExp(`await ${name}\\(|\\(${name}\\(`).test(textOf(file))));
  expect(callers.length).toBeGreaterThanOrEqual(8);
  expect(callers.filter((file) => !MAILING.test(textOf(file)))).toEqual([]);
  const declared = sources.map(textOf).join('\n');
  expect(CHANGING.filter((name) => !new RegExp(`export (const|async function) ${name}\\b`).test(declared))).toEqual([]);
});
