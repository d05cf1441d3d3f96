import { leastRole, type Role, reaches } from '../../src/kernel/declaration/roles';
import type { Capability } from '../../src/kernel/declaration/route';
import { newId } from '../../src/kernel/ids';
import { registry } from '../../src/registry';
import { type Answer, envelope, type OwnerSession, openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { PASSWORD } from '../world/world';
import { type Person, personOf, sessionOf } from './person';

let site: Site;
let owner: OwnerSession;
beforeEach(async () => {
  site = await openSite();
  owner = await site.session();
  await confirm();
});
afterEach(() => site.close());

const confirm = () => site.call('POST', '/v1/auth/confirm', { session: owner, body: { password: PASSWORD } });

const person = (role: Role): Promise<Person> => personOf(site, role);
const setRole = (id: string, role: Role, session = owner): Promise<Answer> =>
  site.call('PUT', `/v1/account/owners/${id}/role`, { session, body: { role } });
const run = (session: OwnerSession, command: string, payload: object): Promise<Answer> =>
  site.call('POST', '/v1/commands', { session, body: envelope(site.world.storeId, command, payload) });

describe('store.owner.setRole', () => {
  test('gives another role, ends the sessions that had the one before, and keeps a trace', async () => {
    const { id, session } = await person('packer');
    expect((await site.call('GET', '/v1/catalog/products', { session })).body).toMatchObject({
      code: 'role_needed',
      role: 'manager',
    });
    expect(await setRole(id, 'manager')).toMatchObject({
      status: 200,
      body: { id, role: 'manager', status: 'active' },
    });
    expect((await site.call('GET', '/v1/auth/session', { session })).body.code).toBe('unauthenticated');
    const manager = await sessionOf(site, id);
    expect((await site.call('GET', '/v1/auth/session', { session: manager })).body).toMatchObject({ role: 'manager' });
    expect((await site.call('GET', '/v1/catalog/products', { session: manager })).status).toBe(200);
    const trail = await site.rows(
      `SELECT changes FROM audit_row WHERE store_id = $1 AND command = 'store.owner.setRole' AND outcome = 'done'`,
      [site.world.storeId],
    );
    expect(JSON.stringify(trail)).toContain('"packer"');
  });

  test('is for owners who say their password, and for the role of somebody else', async () => {
    const [packer, manager] = [await person('packer'), await person('manager')];
    expect((await setRole(packer.id, 'owner', manager.session)).body.code).toBe('role_needed');
    expect((await setRole(packer.id, 'owner', packer.session)).body.code).toBe('role_needed');
    expect((await setRole(site.world.owner.id, 'manager')).body.code).toBe('invalid_state');
    expect((await setRole(newId('own'), 'manager')).body.code).toBe('not_found');
    const again = await site.session();
    expect((await setRole(packer.id, 'manager', again)).body.code).toBe('confirm_needed');
  });

  test('of two owners who take the role from each other, one is left', async () => {
    const other = await person('owner');
    await site.call('POST', '/v1/auth/confirm', { session: other.session, body: { password: PASSWORD } });
    await site.rows('UPDATE owner_session SET confirmed_at = now() RETURNING id');
    await Promise.all([setRole(other.id, 'packer'), setRole(site.world.owner.id, 'packer', other.session)]);
    const left = await site.rows(`SELECT id FROM owner_account WHERE store_id = $1 AND role = 'owner'`, [
      site.world.storeId,
    ]);
    expect(left).toHaveLength(1);
  });

  test('the last owner cannot leave, whoever of other roles stays', async () => {
    await person('manager');
    const leave = (session: OwnerSession) =>
      site.call('DELETE', `/v1/account/stores/${site.world.storeId}`, { session });
    expect((await leave(owner)).body.code).toBe('invalid_state');
  });

  test('an invitation says the role of whoever joins', async () => {
    const body = { email: 'paket@example.com', role: 'packer' };
    const invited = await site.call('POST', '/v1/account/owners', { session: owner, body });
    expect(invited).toMatchObject({ status: 201, body: { role: 'packer', status: 'invited' } });
    const [mail] = await site.rows<{ text: string }>('SELECT body AS text FROM mail WHERE owner_id = $1', [
      invited.body.id,
    ]);
    expect(mail?.text).toContain('davet edildiniz. Rolünüz: Paketleyici.');
    const token = new URL(invited.body.link).hash.slice(1);
    const joined = await site.call('POST', '/v1/auth/join', { body: { token, password: 'paketçinin parolası' } });
    const cookie = joined.headers.getSetCookie()[0]?.split(';')[0] as string;
    const session = { cookie, csrfToken: joined.body.csrfToken };
    expect((await site.call('GET', '/v1/tokens/me', { session })).body).toMatchObject({
      kind: 'owner',
      scopes: ['orders:read', 'orders:write'],
    });
    expect((await site.call('GET', '/v1/orders', { session })).status).toBe(200);
    const { items } = (await site.call('GET', '/v1/account/owners', { session: owner })).body;
    expect(items.map(({ role }: { role: Role }) => role)).toEqual(['packer', 'owner']);
  });

  test('each role at each door', async () => {
    const capabilities: readonly Capability[] = [
      ...registry.routes,
      ...registry.accountRoutes,
      ...registry.commands,
      ...registry.runtimeCommands,
    ];
    const wrong: unknown[] = [];
    for (const role of ['packer', 'manager'] as const) {
      // Some calls end sessions, or are counted: each of them has one of its own.
      const { id } = await person(role);
      for (const capability of capabilities) {
        const { body } = await ask(capability, await sessionOf(site, id));
        const isRefused = body?.code === 'role_needed';
        const isOpen = [capability, ...(capability.issues ?? [])].every((each) => reaches(role, leastRole(each)));
        const isProducts = capability.kind === 'command' && capability.runtimeOnly === true;
        if (isRefused === isOpen && !(isProducts && body.code === 'runtime_only'))
          wrong.push({ role, id: capability.id, code: body?.code });
      }
    }
    expect(wrong).toEqual([]);
  });

  /** Calls it with nothing stated: whoever may not is refused before anything is read. */
  async function ask(capability: Capability, session: OwnerSession): Promise<Answer> {
    if (capability.kind === 'command') return run(session, capability.id, {});
    const [method, pattern] = capability.http.split(' ') as [string, string];
    const path = pattern.replaceAll(/\{(\w+)\}/g, 'x');
    return site.call(method, path, { session, ...(method === 'GET' ? {} : { body: {} }) });
  }

  test('a packer packs, and does nothing else', () => {
    const open = (role: Role, capability: Capability) => reaches(role, leastRole(capability));
    const all = [...registry.routes, ...registry.accountRoutes, ...registry.commands];
    const packers = all.filter((each) => open('packer', each)).map(({ id }) => id);
    expect([...new Set(packers)].toSorted()).toEqual(PACKER);
    const money = ['orders.refund', 'order.refund.request', 'order.refund.record', 'channel.claims.act'];
    const owners = ['token.mint', 'tokens.mint', 'token.revoke', 'store.owner.invite', 'store.owner.remove'];
    const settings = ['settings.checkout.update', 'extension.install', 'extension.configure', 'secret.set'];
    const closed = [...money, ...owners, ...settings, 'store.owner.setRole', 'customer.anonymize', 'workspaces.exec'];
    const byId = new Map(all.map((each) => [each.id, each]));
    expect(closed.filter((id) => open('manager', byId.get(id) as Capability))).toEqual([]);
  });

  test('nobody decides on calls that the own role does not open', async () => {
    const worker = await startTestWorker(site.world);
    try {
      const [packer, manager] = [await person('packer'), await person('manager')];
      const agent = await site.mint('agent', [
        'orders:read',
        'orders:write',
        'catalog:write',
        'store:admin',
        'proposals:write',
      ]);
      const proposed = async (command: string, payload: object) => {
        const { proposalId } = await site.command(agent.token, command, payload);
        await site.command(agent.token, 'proposal.submit', { proposalId });
        return (await site.call('GET', `/v1/proposals/${proposalId}`, { session: owner })).body;
      };
      const apply = ({ id, hash }: Answer['body'], session: OwnerSession) =>
        site.call('POST', `/v1/proposals/${id}/onayla`, { session, body: { hash } });
      const settings = await proposed('settings.flag.set', { flag: 'salesContract', set: true });
      expect((await apply(settings, manager.session)).body).toMatchObject({ code: 'role_needed', role: 'owner' });
      expect((await apply(settings, packer.session)).body.code).toBe('not_found');
      expect((await site.call('GET', '/v1/proposals', { session: packer.session })).body.items).toEqual([]);
      const product = await proposed('catalog.product.create', { title: 'Fincan', price: 7_500 });
      expect((await apply(product, manager.session)).status).toBe(200);
      await eventually(async () => {
        const { body } = await site.call('GET', `/v1/proposals/${product.id}`, { session: manager.session });
        return body.state === 'applied';
      });
    } finally {
      await worker.stop();
    }
  });
});

/** The calls of a packer: orders and parcels, the own log-in, and the product itself. */
const PACKER: readonly string[] = [
  'account.coupons.ofOrder',
  'account.orders.addressLabels',
  'account.orders.labels',
  'account.orders.packingSlips',
  'account.orders.pickList',
  'account.orders.pictures',
  'account.passkey.add',
  'account.passkey.begin',
  'account.passkey.remove',
  'account.passkey.rename',
  'account.passkeys',
  'account.password.set',
  'account.pictures',
  'account.providers',
  'account.recoveryCodes.renew',
  'account.search',
  'account.secondFactor',
  'account.secondFactor.begin',
  'account.secondFactor.end',
  'account.secondFactor.prove',
  'account.session.end',
  'account.sessions',
  'account.sessions.end',
  'account.stores',
  'account.views',
  'account.views.set',
  'bulk.orders.book',
  'bulk.orders.ship',
  'bulk.packages.invoice',
  'bulk.packages.prepare',
  'cargo.carriers.list',
  'channel.jobs.get',
  'channel.package.label',
  'channel.package.op',
  'channel.packages.labels',
  'commands.list',
  'commands.run',
  'compat.check',
  'compat.contracts.get',
  'meta.get',
  'order.note.add',
  'order.ship',
  'order.shipment.cancel',
  'order.shipment.track',
  'orders.cargo.book',
  'orders.cargo.offers',
  'orders.cargo.ship',
  'orders.get',
  'orders.list',
  'orders.note.add',
  'orders.shipment.cancel',
  'orders.shipment.label',
  'orders.shipment.track',
  'orders.shipment.update',
  'proposal.approve',
  'proposal.approvePart',
  'proposal.askForChanges',
  'proposal.item.skip',
  'proposal.reject',
  'proposal.withdraw',
  'proposals.apply',
  'proposals.get',
  'proposals.list',
  'proposals.resume',
  'routes.list',
  'scopes.list',
  'store.own.join',
  'store.own.leave',
  'themes.check',
  'tokens.whoami',
  'validate.command',
  'validate.manifest',
];
