import { newId } from '../../src/kernel/ids';
import { mintAgent } from '../proposal/agents';
import { envelope, openSite, type Site } from '../surfaces/site';
import { lastOf, said } from '../world/story';

describe('token.revoke', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const revoke = (tokenId: string, as = site.world.owner) => site.world.run('token.revoke', { tokenId }, { as });

  test('a revoked token is refused at its next call, and cannot read a stored outcome', async () => {
    const { id, token } = await site.mint('developer', ['store:admin']);
    const body = envelope(site.world.storeId, 'store.generation.set', { generation: 1 });
    expect((await site.call('POST', '/v1/commands', { token, body })).status).toBe(200);
    await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
    expect((await site.call('POST', '/v1/commands', { token, body })).status).toBe(401);
  });

  test('another store’s token is not found, and is not revoked', async () => {
    const foreign = await site.mint('developer', undefined, site.world.other);
    const body = envelope(site.world.storeId, 'token.revoke', { tokenId: foreign.id });
    const refused = await site.call('POST', '/v1/commands', { session: await site.login(), body });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    expect((await site.call('GET', '/v1/tokens/me', { token: foreign.token })).status).toBe(200);
  });

  test('its open proposal is withdrawn with it; what it submitted waits for the owner', async () => {
    const { world } = site;
    const agent = await mintAgent(world);
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 1 });
    const propose = async (price: number) => {
      const { body } = await world.run('catalog.price.set', { targetId: id, price }, { as: agent });
      return (body as { proposalId: string }).proposalId;
    };
    const submitted = await propose(2);
    await world.done('proposal.submit', { proposalId: submitted }, { as: agent });
    const open = await propose(3);
    expect(await said(revoke(agent.id))).toBe('200');
    const stateOf = async (prp: string) => (await world.read('proposals.get', { params: { prp } })).state;
    expect([await stateOf(submitted), await stateOf(open)]).toEqual(['submitted', 'withdrawn']);
    expect(await lastOf(world, open)).toMatchObject({
      command: 'token.revoke',
      changes: [
        { entity: 'token', id: agent.id, before: { revokedAt: null }, after: { revokedAt: expect.any(String) } },
        {
          entity: 'proposal',
          id: open,
          before: { state: 'open' },
          after: { state: 'withdrawn', reason: 'token revoked' },
        },
        { entity: 'proposal item', before: { state: 'pending' }, after: { state: 'dropped' } },
      ],
      inverse: null,
    });
  });

  test('a second time changes nothing, and one that is not there is not found', async () => {
    const { world } = site;
    const { id } = await site.mint('developer');
    const first = await world.done('token.revoke', { tokenId: id }, { as: world.owner });
    expect(first).toMatchObject({ id, status: 'revoked', revokedAt: expect.any(String) });
    expect(await world.done('token.revoke', { tokenId: id }, { as: world.owner })).toEqual(first);
    expect(await said(revoke(newId('tok')))).toBe('404 not_found');
    expect(await said(revoke(newId('prd')))).toBe('400 invalid_request');
  });

  test('is the owner’s: a developer does not end another, nor itself', async () => {
    const { world } = site;
    const { id, token } = await site.mint('developer');
    expect(await said(revoke(id, world.developer))).toBe('403 owner_only');
    const body = envelope(world.storeId, 'token.revoke', { tokenId: id });
    expect((await site.call('POST', '/v1/commands', { token, body })).status).toBe(403);
    expect((await site.call('GET', '/v1/tokens/me', { token })).status).toBe(200);
  });
});
