import { examplePdf } from '../../src/channel/package-op/pdf';
import { assertMayState, statesNeeding } from '../../src/kernel/declaration/authority';
import { type Role, reserved } from '../../src/kernel/declaration/roles';
import { object, oneOf, t } from '../../src/kernel/schema/schema';
import type { Node } from '../../src/kernel/schema/walk';
import { registry } from '../../src/registry';
import { type Person, personOf } from '../store/person';
import { openPackages, type Placed } from './packages';

let packages: Awaited<ReturnType<typeof openPackages>>;
const people = {} as Record<Role, Person>;

beforeAll(async () => {
  packages = await openPackages();
  for (const role of ['packer', 'manager', 'owner'] as const) people[role] = await personOf(packages.site, role);
});
afterAll(() => packages?.close());

const act = (role: Role, { orderId }: Placed, op: string, body: object = {}, headers = {}) =>
  packages.site.call('POST', `/v1/orders/${orderId}/channel/${op}`, {
    session: people[role].session,
    headers,
    body,
  });

async function unsupplied({ packageId }: Placed): Promise<object> {
  const [row] = await packages.site.rows<{ lineId: string }>(
    'SELECT lines -> 0 ->> \'lineId\' AS "lineId" FROM order_package WHERE package_id = $1',
    [packageId],
  );
  return { lines: [{ lineId: row?.lineId, quantity: 1 }], reason: 'out_of_stock', penaltyAcknowledged: true };
}
const link = { invoiceUrl: 'https://fatura.example/42.pdf' };
const needed = (role: Role) => ({ status: 403, body: { code: 'role_needed', role } });

describe('roles of the acts upon a package', () => {
  test('an owner alone gives a buyer of a marketplace the money back, live and in a dry run', async () => {
    const placed = await packages.place('Picking');
    const body = await unsupplied(placed);
    for (const role of ['packer', 'manager'] as const)
      for (const headers of [{}, { 'Dry-Run': 'true' }])
        expect(await act(role, placed, 'unsupplied', body, headers)).toMatchObject(needed('owner'));
    expect((await act('owner', placed, 'unsupplied', body)).status).toBe(202);
    const refused = await packages.site.rows(
      `SELECT 1 FROM audit_row WHERE store_id = $1 AND command = 'channel.package.op' AND outcome = 'refused'`,
      [packages.site.world.storeId],
    );
    expect(refused).toHaveLength(4);
  });

  test('a packer hands no invoice to a buyer, and tells its number', async () => {
    const placed = await packages.place('Picking');
    const form = new FormData();
    form.append('invoiceFile', new Blob([examplePdf()]), 'fatura.pdf');
    expect(await act('packer', placed, 'invoice_link', link)).toMatchObject(needed('manager'));
    expect(await act('packer', placed, 'invoice_file', form)).toMatchObject(needed('manager'));
    expect((await act('packer', placed, 'invoiced', { invoiceNumber: 'TZG2026000000042' })).status).toBe(202);
    const other = await packages.place('Picking');
    expect((await act('manager', other, 'invoice_link', link)).status).toBe(202);
  });

  test('a manager decides on acts of an agent that the own role opens, and on no other', async () => {
    const { site } = packages;
    const [placed, late] = [await packages.place(), await packages.place('Picking')];
    const proposed = async ({ orderId }: Placed, op: string, body: object) => {
      const { token } = await site.mint('agent', ['orders:read', 'orders:write', 'proposals:write']);
      const path = `/v1/orders/${orderId}/channel/${op}`;
      const { proposalId } = (await site.call('POST', path, { token, body })).body;
      await site.command(token, 'proposal.submit', { proposalId });
      const { session } = people.owner;
      return (await site.call('GET', `/v1/proposals/${proposalId}`, { session })).body;
    };
    const decide = ({ id, hash }: { id: string; hash: string }) =>
      site.call('POST', `/v1/proposals/${id}/onayla`, { session: people.manager.session, body: { hash } });
    expect(await decide(await proposed(late, 'unsupplied', await unsupplied(late)))).toMatchObject(needed('owner'));
    expect((await decide(await proposed(placed, 'preparing', {}))).status).toBe(200);
  });
});

describe('values that are for a role', () => {
  const schema: Node = object({
    each: t.Array(object({ act: oneOf(['look', 'pay'], reserved({ pay: 'owner' })) })),
  }) as object;
  const stated = (acts: readonly string[]) => ({ each: acts.map((act) => ({ act })) });
  const state = (role: Role | undefined, kind: 'owner' | 'developer', ...acts: string[]) =>
    assertMayState({ ...packages.site.world.owner, kind, role } as never, schema, stated(acts));

  test('are found wherever they stand, and bind persons alone', () => {
    expect(statesNeeding(schema)).toBe(true);
    expect(() => state('manager', 'owner', 'look', 'pay')).toThrow('role_needed');
    expect(() => state('manager', 'owner', 'look')).not.toThrow();
    expect(() => state(undefined, 'owner', 'pay')).not.toThrow();
    expect(() => state(undefined, 'developer', 'pay')).not.toThrow();
  });

  test('stand in what is shown of a payload, since whoever decides on it is held against that', () => {
    const commands = [
      ...registry.commands,
      ...registry.routes.flatMap((each) => ('command' in each ? each.command : [])),
    ];
    const reserving = commands.filter(({ payload }) => JSON.stringify(payload).includes('"x-roles"'));
    expect([...new Set(reserving.map(({ id }) => id))]).toEqual(['channel.package.op']);
    expect(reserving.filter(({ redact }) => redact)).toEqual([]);
  });
});
