import { newUlid } from '../../src/kernel/ids';
import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('proposals', () => {
  let agents: Agents;
  beforeEach(async () => {
    agents = await worldWithAgents();
  });
  afterEach(() => agents.close());

  const product = (title = 'Cezve', more = {}) =>
    agents.world.done('catalog.product.create', { title, price: 12_990, stock: 5, ...more });
  const read = (productId: string) => agents.world.read('catalog.products.get', { params: { prd: productId } });

  describe('recording', () => {
    test('a live change by an agent changes nothing, joins its open proposal and shows what it would do', async () => {
      const { id } = await product();
      const first = await agents.propose('catalog.price.set', { targetId: id, price: 14_990 });
      const second = await agents.propose('catalog.stock.set', { targetId: id, stock: 9 });
      expect(first).toMatchObject({
        proposed: true,
        seq: 1,
        preview: {
          changes: expect.arrayContaining([expect.objectContaining({ field: 'price', before: 12_990, after: 14_990 })]),
        },
      });
      expect(second).toMatchObject({ proposalId: first.proposalId, seq: 2 });
      expect(await read(id)).toMatchObject({ price: 12_990, stock: 5 });
      const proposal = await agents.get(first.proposalId);
      expect(proposal).toMatchObject({ state: 'open', items: { total: 2, pending: 2 } });
      const audit = await agents.world.read('audit.list', { query: { actor: agents.agent.id } });
      expect(
        audit.items.map(({ command, outcome }: { command: string; outcome: string }) => [command, outcome]),
      ).toEqual([
        ['catalog.stock.set', 'proposed'],
        ['catalog.price.set', 'proposed'],
      ]);
    });

    test('a later item sees the earlier ones and may name what they will create', async () => {
      const created = await agents.propose('catalog.product.create', { title: 'Yeni', price: 1_000 });
      const productId = created.preview.result.id;
      const priced = await agents.propose('catalog.price.set', { targetId: productId, price: 2_000 });
      expect(priced.preview.changes).toEqual(
        expect.arrayContaining([expect.objectContaining({ field: 'price', before: 1_000, after: 2_000 })]),
      );
      await agents.startWorker();
      await agents.submit(created.proposalId);
      await agents.approve(created.proposalId);
      await agents.until(created.proposalId, 'applied');
      expect(await read(productId)).toMatchObject({ title: 'Yeni', price: 2_000 });
    });

    test('an item may answer when an earlier one made what it changes', async () => {
      const as = await mintAgent(agents.world, { scopes: ['catalog:write', 'store:admin', 'proposals:write'] });
      const shelf = await agents.propose('catalog.collection.create', { title: 'Yaz' }, as);
      const collectionId = shelf.preview.result.id;
      await agents.propose('catalog.collection.update', { collectionId, title: 'Kış' }, as);
      await agents.propose('extension.install', { extension: 'trendyol' }, as);
      await agents.propose('extension.configure', { extension: 'trendyol', config: { sellerId: '7' } }, as);
      await agents.startWorker();
      await agents.submit(shelf.proposalId, as);
      await agents.approve(shelf.proposalId);
      expect((await agents.until(shelf.proposalId, 'applied', 'paused')).pause).toBeNull();
    });

    test('a replay of the key answers the same item', async () => {
      const { id } = await product();
      const key = newUlid();
      const options = { as: agents.agent, key };
      const first = await agents.world.run('catalog.price.set', { targetId: id, price: 1 }, options);
      const again = await agents.world.run('catalog.price.set', { targetId: id, price: 1 }, options);
      expect(again).toMatchObject({ status: 202, replayed: true, body: first.body });
      expect((await agents.get((first.body as { proposalId: string }).proposalId)).items.total).toBe(1);
    });

    test('what the shop refuses is refused at once and not recorded', async () => {
      const reply = await agents.world.run(
        'catalog.price.set',
        { targetId: 'prd_01ARZ3NDEKTSV4RRFFQ69G5FAV', price: 1 },
        { as: agents.agent },
      );
      expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await agents.world.read('proposals.list')).items).toHaveLength(0);
    });

    test('after submit the next change opens another proposal', async () => {
      const { id } = await product();
      const first = await agents.propose('catalog.price.set', { targetId: id, price: 1 });
      await agents.submit(first.proposalId);
      const second = await agents.propose('catalog.price.set', { targetId: id, price: 2 });
      expect(second.proposalId).not.toBe(first.proposalId);
    });

    test('agents see their own proposals only', async () => {
      const { id } = await product();
      const { proposalId } = await agents.propose('catalog.price.set', { targetId: id, price: 1 });
      const other = await mintAgent(agents.world);
      expect((await agents.world.read('proposals.list', { as: other })).items).toHaveLength(0);
      await expect(agents.get(proposalId, other)).rejects.toMatchObject({ code: 'not_found' });
      const reply = await agents.world.run('proposal.withdraw', { proposalId }, { as: other });
      expect(reply).toMatchObject({ status: 404 });
    });

    test('limits of a token: items, price change, commands', async () => {
      const { id } = await product();
      const tight = await mintAgent(agents.world, {
        limits: { itemsPerProposal: 1, priceChangePercent: 10, neverCommands: ['catalog.product.archive'] },
      });
      const run = (command: string, payload: unknown) => agents.world.run(command, payload, { as: tight });
      await expect(run('catalog.product.archive', { productId: id })).rejects.toMatchObject({
        status: 422,
        code: 'limit_exceeded',
      });
      expect(await run('catalog.price.set', { targetId: id, price: 20_000 })).toMatchObject({
        status: 422,
        body: { code: 'limit_exceeded' },
      });
      expect(await run('catalog.price.set', { targetId: id, price: 14_000 })).toMatchObject({ status: 202 });
      expect(await run('catalog.stock.set', { targetId: id, stock: 1 })).toMatchObject({
        status: 422,
        body: { code: 'limit_exceeded' },
      });
    });

    test('a developer token goes live within its limits and proposes beyond them', async () => {
      const { id } = await product();
      const token = await agents.world.done(
        'token.mint',
        { kind: 'developer', scopes: ['catalog:write', 'proposals:write'], limits: { priceChangePercent: 10 } },
        { as: agents.world.owner },
      );
      const developer = {
        ...agents.world.developer,
        id: token.id,
        scopes: new Set(token.scopes as never[]),
        limits: token.limits,
      };
      const set = (price: number) => agents.world.run('catalog.price.set', { targetId: id, price }, { as: developer });
      expect(await set(13_500)).toMatchObject({ status: 200 });
      expect(await set(20_000)).toMatchObject({ status: 202, body: { proposed: true } });
      expect(await read(id)).toMatchObject({ price: 13_500 });
    });
  });

  describe('deciding', () => {
    test('every move that the state does not allow is refused and named', async () => {
      const { id } = await product();
      const { proposalId, itemId } = await agents.propose('catalog.price.set', { targetId: id, price: 1 });
      const refused = { status: 409, body: { code: 'invalid_state', state: 'open' } };
      expect(await agents.approve(proposalId)).toMatchObject(refused);
      expect(await agents.world.run('proposal.reject', { proposalId }, { as: agents.world.owner })).toMatchObject(
        refused,
      );
      expect(
        await agents.world.run('proposal.item.skip', { proposalId, itemId }, { as: agents.world.owner }),
      ).toMatchObject(refused);
      expect(await agents.route('proposals.resume', proposalId, {})).toMatchObject(refused);
      await agents.world.done('proposal.withdraw', { proposalId }, { as: agents.agent });
      expect(await agents.world.run('proposal.submit', { proposalId }, { as: agents.agent })).toMatchObject({
        status: 409,
        body: { state: 'withdrawn' },
      });
    });

    test('token.revoke withdraws the open proposal; workspace.archive leaves the submitted one', async () => {
      const { id } = await product();
      const submitted = await agents.propose('catalog.price.set', { targetId: id, price: 1 });
      await agents.submit(submitted.proposalId);
      const open = await agents.propose('catalog.price.set', { targetId: id, price: 2 });
      await agents.world.done('token.revoke', { tokenId: agents.agent.id }, { as: agents.world.owner });
      expect((await agents.get(open.proposalId)).state).toBe('withdrawn');
      await agents.world.done(
        'workspace.archive',
        { workspaceId: agents.agent.workspaceId },
        { as: agents.world.owner },
      );
      expect((await agents.get(submitted.proposalId)).state).toBe('submitted');
    });
  });

  describe('applying', () => {
    test('items apply in order, the generation moves once, and the audit rows name proposal and approval', async () => {
      const { id } = await product();
      const before = (await agents.world.read('tokens.whoami')).store.generation;
      const { proposalId } = await agents.propose('catalog.price.set', { targetId: id, price: 100 });
      await agents.propose('catalog.product.update', { productId: id, title: 'Bakır Cezve' });
      await agents.propose('catalog.price.set', { targetId: id, price: 200 });
      await agents.startWorker();
      await agents.submit(proposalId);
      await agents.approve(proposalId);
      const applied = await agents.until(proposalId, 'applied');
      expect(applied.items).toMatchObject({ total: 3, applied: 3 });
      expect(await read(id)).toMatchObject({ title: 'Bakır Cezve', price: 200 });
      expect((await agents.world.read('tokens.whoami')).store.generation).toBe(before + 1);
      const { items } = await agents.world.read('audit.list', {
        query: { entity: id, actor: agents.agent.id, outcome: 'done' },
      });
      expect(items.map(({ cause }: { cause: unknown }) => cause)).toEqual(
        applied.list
          .toReversed()
          .map((item: { id: string }) => ({ proposalId, itemId: item.id, approvedBy: agents.world.owner.id })),
      );
    });

    test('the generation moves when an item says so, and not for those whose bump is deferred', async () => {
      const { world, agent } = agents;
      const { id } = await product();
      const generation = async () => (await world.read('tokens.whoami')).store.generation;
      const applied = async (deferred: readonly boolean[]) => {
        let proposalId = '';
        for (const [index, deferBump] of deferred.entries()) {
          const price = { targetId: id, price: 100 + index + 10 * deferred.length };
          const reply = await world.run('catalog.price.set', price, { as: agent, deferBump });
          const item = reply.body as { proposalId: string; preview: { bumpsGeneration: boolean } };
          expect([reply.status, item.preview.bumpsGeneration]).toEqual([202, !deferBump]);
          ({ proposalId } = item);
        }
        await agents.submit(proposalId);
        await agents.approve(proposalId);
        await agents.until(proposalId, 'applied');
      };
      await agents.startWorker();
      const before = await generation();
      await applied([true, true]);
      expect(await generation()).toBe(before);
      const preview = await world.run('catalog.stock.set', { targetId: id, stock: 9 }, { dryRun: true });
      expect(preview.body).toMatchObject({ preview: { bumpsGeneration: true } });
      await world.done('catalog.stock.set', { targetId: id, stock: 9 });
      expect(await generation()).toBe(before + 1);
      await applied([true, false, true]);
      expect(await generation()).toBe(before + 2);
    });

    test.each([
      [false, 1],
      [true, 0],
    ])(
      'of an item that changes something only when it is accepted, deferred %s, it moves %i times',
      async (deferBump, moves) => {
        const { world, agent } = agents;
        const { id } = await product();
        const generation = async () => (await world.read('tokens.whoami')).store.generation;
        const proposed = async () => {
          const price = { targetId: id, price: 200 };
          return (await world.run('catalog.price.set', price, { as: agent, deferBump })).body as never;
        };
        const first: { proposalId: string; itemId: string } = await proposed();
        const again: { itemId: string; preview: object } = await proposed();
        expect(again.preview).toMatchObject({ changes: [], bumpsGeneration: false });
        const { proposalId } = first;
        await agents.submit(proposalId);
        await world.done('proposal.item.skip', { proposalId, itemId: first.itemId }, { as: world.owner });
        await agents.startWorker();
        await agents.approve(proposalId);
        const { currentPreview } = (await agents.until(proposalId, 'paused')).list[1];
        expect(currentPreview).toMatchObject({
          changes: [{ field: 'price', after: 200 }],
          bumpsGeneration: !deferBump,
        });
        const before = await generation();
        const accept = [{ itemId: again.itemId, hash: currentPreview.hash }];
        await agents.route('proposals.resume', proposalId, { accept });
        await agents.until(proposalId, 'applied');
        expect(await read(id)).toMatchObject({ price: 200 });
        expect(await generation()).toBe(before + moves);
      },
    );

    const pausedAtThePrice = async () => {
      const { id } = await product();
      const other = await product('Fincan');
      const { proposalId, itemId } = await agents.propose('catalog.price.set', { targetId: id, price: 14_990 });
      await agents.propose('catalog.price.set', { targetId: other.id, price: 777 });
      await agents.submit(proposalId);
      await agents.world.done('catalog.price.set', { targetId: id, price: 13_990 });
      await agents.approve(proposalId);
      return { id, other: other.id, proposalId, itemId, paused: await agents.until(proposalId, 'paused') };
    };

    test('it pauses where the shop has moved on, and says so in words and with both previews', async () => {
      await agents.startWorker();
      const { paused, id, other } = await pausedAtThePrice();
      expect(paused.pause).toMatchObject({
        seq: 1,
        reason: 'stale',
        message: 'paused at item 1 of 2: price is 139,90 TL now, 129,90 TL when proposed',
      });
      const [item] = paused.list;
      expect(item).toMatchObject({ state: 'stale' });
      expect(item.currentPreview.changes).toEqual(
        expect.arrayContaining([expect.objectContaining({ field: 'price', before: 13_990, after: 14_990 })]),
      );
      expect(await read(id)).toMatchObject({ price: 13_990 });
      expect(await read(other)).toMatchObject({ price: 12_990 });
    });

    test('the words of a pause call fields and states what their declarations call them', async () => {
      await agents.startWorker();
      const { id } = await product();
      const { proposalId } = await agents.propose('catalog.product.update', { productId: id, vatRate: 10 });
      await agents.submit(proposalId);
      await agents.world.done('catalog.product.update', { productId: id, vatRate: 1 });
      await agents.approve(proposalId);
      const { pause } = await agents.until(proposalId, 'paused');
      expect(pause.message).toBe('paused at item 1 of 1: VAT (%) is 1 now, 20 when proposed');
    });

    describe('when the form of a command has changed since', () => {
      const earlierForm = (itemId: string, payload?: object) =>
        agents.world.sql(
          `UPDATE proposal_item SET schema_hash = 'earlier'${payload ? `, payload = '${JSON.stringify(payload)}'` : ''} WHERE id = '${itemId}'`,
        );

      test('an item that it still takes, and that does what the owner saw, is applied', async () => {
        const { id } = await product();
        const { proposalId, itemId } = await agents.propose('catalog.price.set', { targetId: id, price: 14_990 });
        await earlierForm(itemId);
        await agents.startWorker();
        await agents.submit(proposalId);
        await agents.approve(proposalId);
        expect(await agents.until(proposalId, 'applied', 'paused')).toMatchObject({ items: { applied: 1 } });
        expect(await read(id)).toMatchObject({ price: 14_990 });
      });

      test('one that does something else is shown with that reason, and one that it takes no longer is not run', async () => {
        await agents.startWorker();
        const { proposalId, itemId, paused } = await pausedAtThePrice();
        await earlierForm(itemId);
        await agents.route('proposals.resume', proposalId, {});
        const again = await agents.until(proposalId, 'paused');
        expect(again.pause).toMatchObject({ seq: 1, reason: 'schema_changed' });
        expect(again.list[0].currentPreview).toEqual(paused.list[0].currentPreview);
        await earlierForm(itemId, { targetId: 'prd_x', cost: 1 });
        await agents.route('proposals.resume', proposalId, {});
        const refused = await agents.until(proposalId, 'paused');
        expect(refused).toMatchObject({
          pause: { seq: 1, reason: 'schema_changed' },
          list: [{ currentPreview: null, problem: { code: 'invalid_request' } }, { state: 'pending' }],
        });
      });
    });

    test('an item that is refused by then pauses too; a paused proposal can be withdrawn, and what was applied stays', async () => {
      await agents.startWorker();
      const [first, second] = [await product('Bir'), await product('İki')];
      const { proposalId } = await agents.propose('catalog.price.set', { targetId: first.id, price: 100 });
      await agents.propose('catalog.product.update', { productId: second.id, title: 'Üç' });
      await agents.submit(proposalId);
      await agents.world.done('catalog.product.archive', { productId: second.id });
      await agents.approve(proposalId);
      const paused = await agents.until(proposalId, 'paused');
      expect(paused).toMatchObject({ pause: { seq: 2, reason: 'refused' } });
      expect(paused.list[1]).toMatchObject({ state: 'refused', problem: { code: 'invalid_state' } });
      await agents.world.done('proposal.withdraw', { proposalId }, { as: agents.world.owner });
      expect(await agents.get(proposalId)).toMatchObject({ state: 'withdrawn', items: { applied: 1 } });
      expect(await read(first.id)).toMatchObject({ price: 100 });
      const handle = agents.world.platform.temporal.workflow.getHandle(`proposal/${proposalId}`);
      expect(await handle.result()).toBe('withdrawn');
    });
  });
});
