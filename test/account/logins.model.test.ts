import fc from 'fast-check';
import { hashPassword, passwordSalt } from '../../src/account/password';
import { newId } from '../../src/kernel/ids';
import { insertStore } from '../../src/store/store';
import { type Answer, type OwnerSession, openSite, type Site } from '../surfaces/site';
import { isFullRun, runsOf } from '../world/runs';
import '../world/fast-check';

/** How often each was met: a model that meets nothing proves nothing. */
const met = new Map<string, number>();
const count = (name: string): void => void met.set(name, (met.get(name) ?? 0) + 1);
const RARE = [
  'merged',
  'planted',
  'joined',
  'joined again',
  'lost a switch',
  'switched',
  'left',
  'last one stays',
  'removed',
];

/**
 * The life of logins, held against what it should be: a login is an address, a password and the stores that it opens. Few passwords
 * and two addresses, so that they meet. Whatever people do, nobody sees a store that they are no member of, no store is without an owner,
 * and nobody is locked out by what somebody else did.
 */

const PASSWORDS = ['birinci parola', 'ikinci parola'] as const;

interface Login {
  readonly email: string;
  password: string;
  readonly stores: Set<string>;
}

interface Session {
  readonly login: Login;
  readonly storeId: string;
  readonly proof: OwnerSession;
}

interface Invitation {
  readonly email: string;
  readonly storeId: string;
  readonly token: string;
  joined?: Login;
}

/** Numbers pick among what there is by then, so that any sequence can be made shorter. */
const pick = fc.nat(59);
const act = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('login' as const), email: pick, password: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('invite' as const), session: pick, email: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('plant' as const), invitation: pick, password: pick }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('join' as const), session: pick, invitation: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const), session: pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('switch' as const), session: pick, store: pick, isLost: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('leave' as const), session: pick, store: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), session: pick, email: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('password' as const), session: pick, password: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), session: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('logout' as const), session: pick }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

describe('the life of logins', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  test('is what it should be, whatever people do', async () => {
    const sequence = fc.array(act, { minLength: 16, maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(sequence, async (acts) => {
        const life = await Life.begin(site);
        for (const each of acts) await life.live(each);
        await life.assertAllComeIn();
      }),
      { numRuns: runsOf(10), endOnFailure: false, interruptAfterTimeLimit: 150_000 },
    );
    // A few runs meet only some of it.
    if (isFullRun) expect(RARE.filter((name) => !met.has(name))).toEqual([]);
  }, 240_000);
});

class Life {
  private logins: Login[] = [];
  private sessions: Session[] = [];
  private invitations: Invitation[] = [];
  private over: OwnerSession[] = [];

  private constructor(
    private readonly site: Site,
    private readonly emails: readonly string[],
    private readonly storeIds: string[],
  ) {}

  /** Two people with a store each, who have the same password. */
  static async begin(site: Site): Promise<Life> {
    const people = ['ayse', 'banu'].map((name) => ({ email: `${name}-${newId('own')}@example.com`, id: newId('str') }));
    const life = new Life(
      site,
      people.map(({ email }) => email),
      people.map(({ id }) => id),
    );
    for (const { email, id } of people) {
      const salt = passwordSalt(site.world.platform.services.digests, email);
      const owner = { id: newId('own'), email, passwordHash: await hashPassword(PASSWORDS[0], salt) };
      await insertStore(site.world.database, { id, name: 'Dükkân', owner });
      life.logins.push({ email, password: PASSWORDS[0], stores: new Set([id]) });
      await life.logIn(email, PASSWORDS[0]);
    }
    return life;
  }

  async live(done: Act): Promise<void> {
    // The pace of guesses is another matter.
    await this.site.rows('DELETE FROM login_failure RETURNING key');
    await this.carryOut(done);
    await this.assertSeen();
  }

  private async carryOut(done: Act): Promise<void> {
    if (done.kind === 'login') return this.logIn(at(this.emails, done.email), at(PASSWORDS, done.password));
    if (done.kind === 'plant') {
      if (this.invitations.length > 0)
        await this.plant(at(this.invitations, done.invitation), at(PASSWORDS, done.password));
      return;
    }
    if (this.sessions.length === 0) return;
    const session = at(this.sessions, done.session);
    if (done.kind === 'logout') {
      expect((await this.call(session, 'POST', '/v1/auth/logout')).status).toBe(204);
      return this.end((each) => each === session);
    }
    if (done.kind === 'end') {
      expect((await this.call(session, 'DELETE', '/v1/account/sessions')).status).toBe(200);
      return this.end((each) => each.login === session.login && each !== session);
    }
    if (done.kind === 'switch') {
      const storeId = mostly(this.storeIds, (id) => session.login.stores.has(id), done.store);
      return this.switchTo(session, storeId, done.isLost);
    }
    await this.confirm(session);
    if (done.kind === 'invite')
      return this.invite(
        session,
        mostly(this.emails, (email) => email !== session.login.email, done.email),
      );
    if (done.kind === 'join') {
      const isOwn = ({ email }: Invitation): boolean => email === session.login.email;
      if (this.invitations.length > 0) await this.join(session, mostly(this.invitations, isOwn, done.invitation));
      return;
    }
    if (done.kind === 'open') return this.open(session);
    const isElsewhere = (id: string): boolean => id !== session.storeId && session.login.stores.has(id);
    if (done.kind === 'leave') return this.leave(session, mostly(this.storeIds, isElsewhere, done.store));
    if (done.kind === 'remove') return this.remove(session, at(this.emails, done.email));
    return this.setPassword(session, at(PASSWORDS, done.password));
  }

  private async logIn(email: string, password: string): Promise<void> {
    const answer = await this.site.call('POST', '/v1/auth/login', { body: { email, password } });
    const fitting = this.logins.filter((login) => login.email === email && login.password === password);
    expect(answer.status).toBe(fitting.length > 0 ? 200 : 401);
    const [first, ...others] = fitting;
    if (!first) return;
    if (others.length > 0) {
      count('merged');
      this.end(({ login }) => fitting.includes(login));
      for (const other of others) {
        for (const storeId of other.stores) first.stores.add(storeId);
        for (const invitation of this.invitations) if (invitation.joined === other) invitation.joined = first;
        this.logins = this.logins.filter((login) => login !== other);
      }
    }
    expect(first.stores).toContain(answer.body.storeId);
    this.begin(first, answer);
  }

  private async invite(session: Session, email: string): Promise<void> {
    const { storeId } = session;
    const { status, body } = await this.call(session, 'POST', '/v1/account/owners', { email });
    const isThere =
      this.logins.some((login) => login.email === email && login.stores.has(storeId)) ||
      this.invitations.some((each) => each.email === email && each.storeId === storeId && !each.joined);
    expect([status, body.code]).toEqual(isThere ? [422, 'email_taken'] : [201, undefined]);
    if (!isThere) this.invitations.push({ email, storeId, token: new URL(body.link).hash.slice(1) });
  }

  private async plant(invitation: Invitation, password: string): Promise<void> {
    const { token, email, storeId, joined } = invitation;
    const answer = await this.site.call('POST', '/v1/auth/join', { body: { token, password } });
    expect([answer.status, answer.body.code]).toEqual(joined ? [409, 'joined_already'] : [200, undefined]);
    if (joined) return;
    count('planted');
    const login = { email, password, stores: new Set([storeId]) };
    this.logins.push(login);
    invitation.joined = login;
    this.begin(login, answer);
  }

  private async join(session: Session, invitation: Invitation): Promise<void> {
    const { login } = session;
    const { token, email, storeId, joined } = invitation;
    const { status, body } = await this.call(session, 'POST', '/v1/account/stores/join', { token });
    const refused = email !== login.email ? 'invalid_state' : joined && joined !== login ? 'joined_already' : undefined;
    expect([status, body.code]).toEqual(refused ? [409, refused] : [200, undefined]);
    if (refused) return;
    expect(body.storeId).toBe(storeId);
    count(joined ? 'joined again' : 'joined');
    login.stores.add(storeId);
    invitation.joined = login;
  }

  private async open(session: Session): Promise<void> {
    const { status, body } = await this.call(session, 'POST', '/v1/account/stores', { name: 'Yeni' });
    expect(status).toBe(201);
    session.login.stores.add(body.storeId);
    this.storeIds.push(body.storeId);
  }

  private async switchTo(session: Session, storeId: string, isLost: boolean): Promise<void> {
    const answer = await this.call(session, 'POST', '/v1/auth/switch', { storeId });
    expect(answer.status).toBe(session.login.stores.has(storeId) ? 200 : 404);
    if (answer.status !== 200) return;
    count(isLost ? 'lost a switch' : 'switched');
    if (isLost) return;
    const next = this.begin(session.login, answer);
    expect((await this.call(next, 'GET', '/v1/auth/session')).body.storeId).toBe(storeId);
    this.end((each) => each === session);
  }

  private async leave(session: Session, storeId: string): Promise<void> {
    const { login } = session;
    const { status } = await this.call(session, 'DELETE', `/v1/account/stores/${storeId}`);
    const expected =
      storeId === session.storeId
        ? 409
        : !login.stores.has(storeId)
          ? 404
          : this.ownersOf(storeId).length < 2
            ? 409
            : 200;
    expect(status).toBe(expected);
    if (status === 200) {
      count('left');
      this.forgo(login, storeId);
    } else if (status === 409 && storeId !== session.storeId) count('last one stays');
  }

  private async remove(session: Session, email: string): Promise<void> {
    const { storeId } = session;
    const { items } = (await this.call(session, 'GET', '/v1/account/owners')).body;
    const row = items.find((each: { email: string }) => each.email === email);
    if (!row) return;
    const { status } = await this.call(session, 'DELETE', `/v1/account/owners/${row.id}`);
    expect(status).toBe(email === session.login.email ? 409 : 200);
    if (status !== 200) return;
    count('removed');
    const owner = this.ownersOf(storeId).find((login) => login.email === email);
    if (owner) this.forgo(owner, storeId);
    else this.invitations = this.invitations.filter((each) => each.email !== email || each.storeId !== storeId);
  }

  private async setPassword(session: Session, newPassword: string): Promise<void> {
    expect((await this.call(session, 'POST', '/v1/account/password', { newPassword })).status).toBe(200);
    session.login.password = newPassword;
    this.end((each) => each.login === session.login && each !== session);
  }

  /** Each session sees the stores of its login and no other; what has ended stays so; each store has an owner. */
  private async assertSeen(): Promise<void> {
    for (const session of this.sessions) {
      const { status, body } = await this.call(session, 'GET', '/v1/account/stores');
      expect(status).toBe(200);
      const seen = body.items.map(({ id }: { id: string }) => id).toSorted();
      expect(seen).toEqual([...session.login.stores].toSorted());
    }
    for (const proof of this.over.splice(0))
      expect((await this.site.call('GET', '/v1/account/stores', { session: proof })).status).toBe(401);
    const alone = await this.site.rows(
      `SELECT id FROM store WHERE id = ANY ($1) AND NOT EXISTS (
         SELECT FROM owner_account WHERE store_id = store.id AND joined_at IS NOT NULL)`,
      [this.storeIds],
    );
    expect(alone).toEqual([]);
    const kept = await this.site.rows(
      'SELECT DISTINCT login_id FROM owner_account WHERE email = ANY ($1) AND login_id IS NOT NULL',
      [this.emails],
    );
    expect(kept).toHaveLength(this.logins.length);
  }

  /** Whoever knows the password of a login comes in with it, to all of its stores. */
  async assertAllComeIn(): Promise<void> {
    for (const login of [...this.logins]) {
      if (!this.logins.includes(login)) continue;
      await this.site.rows('DELETE FROM login_failure RETURNING key');
      await this.logIn(login.email, login.password);
      await this.assertSeen();
    }
  }

  private begin(login: Login, { headers, body }: Answer): Session {
    const proof = { cookie: headers.getSetCookie()[0]?.split(';')[0] as string, csrfToken: body.csrfToken };
    const session = { login, storeId: body.storeId, proof };
    this.sessions.push(session);
    return session;
  }

  private end(isOver: (session: Session) => boolean): void {
    this.over.push(...this.sessions.filter(isOver).map(({ proof }) => proof));
    this.sessions = this.sessions.filter((session) => !isOver(session));
  }

  /** A login without a store is none. */
  private forgo(login: Login, storeId: string): void {
    this.end((session) => session.login === login && session.storeId === storeId);
    login.stores.delete(storeId);
    this.invitations = this.invitations.filter((each) => each.joined !== login || each.storeId !== storeId);
    if (login.stores.size === 0) this.logins = this.logins.filter((each) => each !== login);
  }

  private ownersOf = (storeId: string): Login[] => this.logins.filter(({ stores }) => stores.has(storeId));

  private confirm = async ({ proof, login }: Session): Promise<void> => {
    const { status } = await this.site.call('POST', '/v1/auth/confirm', {
      session: proof,
      body: { password: login.password },
    });
    expect(status).toBe(204);
  };

  private call = (session: Session, method: string, path: string, body?: object): Promise<Answer> =>
    this.site.call(method, path, {
      session: session.proof,
      ...(body ? { body } : method === 'POST' ? { body: {} } : {}),
    });
}

const at = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T;

/** Three times in four one that fits, if there is one: else most calls would be refused, and the rest never met. */
const mostly = <T>(list: readonly T[], fits: (each: T) => boolean, nth: number): T => {
  const fitting = list.filter(fits);
  return nth % 4 > 0 && fitting.length > 0 ? at(fitting, nth >> 2) : at(list, nth >> 2);
};
