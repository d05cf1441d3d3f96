// tier: all
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context } from '../../src/cli/context';
import { choicesOf, type Proposal } from '../../src/cli/proposals';
import { exampleImage } from '../../src/media/image/example';
import type { RunningWorker } from '../../src/worker';
import { connectTrendyol } from '../channel/marketplace';
import { openSite, type Site } from '../surfaces/site';
import { startTestWorker } from '../world/worker';
import { PASSWORD } from '../world/world';
import { Tezgah } from './tezgah';

let site: Site;
let worker: RunningWorker;
let agent: Tezgah;
let owner: Tezgah;
let developer: Tezgah;
let developerId: string;

beforeAll(async () => {
  site = await openSite();
  worker = await startTestWorker(site.world);
  const environment = { TEZGAH_URL: site.url, TEZGAH_RETRY_SECONDS: '20' };
  agent = new Tezgah({ ...environment, TEZGAH_TOKEN: (await site.mint('agent')).token });
  owner = new Tezgah(environment);
  const minted = await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin', 'proposals:write']);
  developerId = minted.id;
  developer = new Tezgah({ ...environment, TEZGAH_TOKEN: minted.token });
  await owner.run(['login', '--email', site.world.email, '--password-stdin'], PASSWORD);
});

afterAll(async () => {
  for (const tezgah of [agent, owner, developer]) tezgah.remove();
  await worker.stop();
  await site.close();
});

const product = async (title: string, price: number): Promise<string> =>
  (await site.world.done('catalog.product.create', { title, price })).id;

const read = (prd: string) => site.world.read('catalog.products.get', { params: { prd } });

const setPrice = (prd: string, price: number) => [
  'run',
  'catalog.price.set',
  '--target-id',
  prd,
  '--price',
  String(price),
];

describe('proposals', () => {
  test('an agent proposes and submits, the owner reviews and approves what was shown', async () => {
    const prd = await product('Çay', 10_000);
    const { code, json } = await agent.run([...setPrice(prd, 12_500), '--json']);
    expect(code).toBe(7);
    const prp = json.proposalId;
    const submitted = await agent.run(['proposals', 'review', prp, '--submit', '--note', 'Maliyet arttı']);
    expect([submitted.code, submitted.stdout]).toEqual([0, expect.stringMatching(/Price +100,00 TL +125,00 TL/)]);

    expect((await owner.run(['proposals', 'list'])).stdout).toMatch(new RegExp(`${prp} +submitted +0/1`));
    const review = await owner.run(['proposals', 'review', prp]);
    expect(review.stdout).toContain('Note of the proposer:\n  | Maliyet arttı\n');
    const { hash } = (await owner.run(['proposals', 'review', prp, '--json'])).json.review;
    expect(review.stdout).toContain(`Hash ${hash}`);

    expect((await owner.run(['proposals', 'approve', prp])).code).toBe(2);
    expect((await owner.run(['proposals', 'approve', prp, '--hash', 'another', '--json'])).json.error.code).toBe(
      'preview_changed',
    );
    expect((await agent.run(['proposals', 'approve', prp, '--hash', hash])).code).toBe(3);
    const approved = await owner.run(['proposals', 'approve', prp, '--hash', hash, '--watch']);
    expect([approved.code, approved.stdout]).toEqual([0, `${prp} is applied.\n`]);
    expect((await read(prd)).price).toBe(12_500);
  });

  test('the owner sees what it would do by now, leaves out what would stop it, and approves what was shown', async () => {
    const [first, second] = [await product('Kepçe', 10_000), await product('Süzgeç', 10_000)];
    const prp = (await agent.run([...setPrice(first, 9_000), '--json'])).json.proposalId;
    await agent.run(setPrice(first, 7_000));
    await agent.run(setPrice(second, 10_500));
    await agent.run(['proposals', 'submit', prp]);
    await site.world.done('catalog.price.set', { targetId: second, price: 11_000 });

    const shown = await owner.run(['proposals', 'review', prp]);
    expect(shown.stdout).toContain(
      `1 of 3 would stop it: what it would do now is shown, and tezgah proposals skip ${prp} `,
    );
    expect(shown.stdout).toContain('1 of 3 need a second look.');
    expect(shown.stdout).toContain('2. catalog.price.set (pending, price -30 %)');
    expect(shown.stdout).toContain('  Would stop the proposal: price is 110,00 TL now, 100,00 TL when proposed');
    const { hash } = (await owner.run(['proposals', 'review', prp, '--json'])).json.review;
    expect((await agent.run(['proposals', 'review', prp])).stdout).not.toContain('would stop');
    await site.world.done('catalog.price.set', { targetId: first, price: 9_500 });
    expect((await owner.run(['proposals', 'review', prp])).stdout).toContain(
      '  It builds on what will not be applied before it (1): ',
    );
    await site.world.done('catalog.price.set', { targetId: first, price: 10_000 });

    expect((await owner.run(['proposals', 'skip', prp, '3', '--reason', 'Fiyatı ben değiştirdim'])).code).toBe(0);
    const { list } = (await agent.run(['proposals', 'get', prp, '--json'])).json;
    expect(list[2]).toMatchObject({ state: 'skipped', skipReason: 'Fiyatı ben değiştirdim' });
    const stale = await owner.run(['proposals', 'approve', prp, '--hash', hash, '--json']);
    expect(stale.json.error.code).toBe('preview_changed');
    const again = (await owner.run(['proposals', 'review', prp, '--json'])).json.review;
    expect((await owner.run(['proposals', 'approve', prp, '--hash', again.hash, '--watch'])).code).toBe(0);
    expect([(await read(first)).price, (await read(second)).price]).toEqual([7_000, 11_000]);
  });

  test('a product of a table is proposed once, once more when it was rejected, and is found when it was made', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tezgah-proposed-'));
    const file = path.join(folder, 'a.csv');
    writeFileSync(file, 'title;price\nFildişi tarak;10\n');
    const { token } = await site.mint('agent');
    const importer = agent.with({ TEZGAH_TOKEN: token });
    const imported = async () => (await importer.run(['catalog', 'import', file, '--json'])).json;
    const proposals = async () => (await importer.run(['proposals', 'list', '--json'])).json.items;

    for (let times = 0; times < 2; times += 1) expect(await imported()).toMatchObject({ proposed: 1, refused: 0 });
    const [first, ...others] = await proposals();
    expect([first.items.total, others]).toEqual([1, []]);
    await importer.run(['proposals', 'submit', first.id]);
    await site.world.done('proposal.reject', { proposalId: first.id }, { as: site.world.owner });

    for (let times = 0; times < 2; times += 1) expect(await imported()).toMatchObject({ proposed: 1, refused: 0 });
    const [next] = await proposals();
    expect([next.items.total, next.id === first.id]).toEqual([1, false]);
    await importer.run(['proposals', 'submit', next.id]);
    const { hash } = (await owner.run(['proposals', 'review', next.id, '--json'])).json.review;
    await owner.run(['proposals', 'approve', next.id, '--hash', hash, '--watch']);
    expect(await imported()).toMatchObject({ unchanged: 1, proposed: 0, refused: 0 });
    rmSync(folder, { recursive: true });
  });

  test('a title that looks like another one is shown with the thing that it may be taken for', async () => {
    const prd = await product('Gaziantep fıstığı', 10_000);
    const { token } = await site.mint('agent');
    const payload = { title: 'Gaziantep - fıstığı', price: 9_000 };
    const { proposalId: prp } = await site.command(token, 'catalog.product.create', payload);
    const { stdout } = await agent.with({ TEZGAH_TOKEN: token }).run(['proposals', 'review', prp]);
    expect(stdout).toContain('(pending, similar title)');
    expect(stdout).toContain(`  May be taken for: "Gaziantep fıstığı" ${prd}\n`);
  });

  test('what is too heavy for a review says so, and --whole shows all of an item', async () => {
    const productId = await product('Şal', 10_000);
    const { token } = await site.mint('agent');
    const { proposalId: prp } = await site.command(token, 'catalog.product.update', {
      productId,
      description: 'ş'.repeat(50_000),
    });
    await site.command(token, 'proposal.submit', { proposalId: prp });
    await site.world.done('catalog.product.update', { productId, description: 'z'.repeat(50_000) });
    const cut = await owner.run(['proposals', 'review', prp]);
    expect(cut.stdout).toMatch(
      /A long text is cut, 1\d\d\.\d KiB in all: tezgah proposals review prp_\w+ --whole pit_/,
    );
    const whole = await owner.run(['proposals', 'review', prp, '--whole', '1']);
    expect(whole.stdout).not.toContain('A long text is cut');
    const { json } = await owner.run(['proposals', 'review', prp, '--whole', '1', '--json']);
    expect(json.review.items[0].preview.changes).toMatchObject([{ before: 'z'.repeat(50_000) }]);
  });

  test('text that imitates fields, marks and lines of ours is quoted, and each nested value has a line', async () => {
    const { id, variants } = await site.world.done('catalog.product.create', {
      title: 'Fındık',
      price: 1_000,
      variants: [{ title: '1 kg', price: 109_900 }],
    });
    const title = '1 kg", "price": "1.099,00\u200BTL';
    const prp = (
      await agent.run([
        'run',
        'catalog.product.setVariants',
        '--product-id',
        id,
        '--variants',
        JSON.stringify([{ title }]),
        '--json',
      ])
    ).json.proposalId;
    await agent.run(['proposals', 'submit', prp, '--note', 'Not\nHash 123']);
    expect((await owner.run(['proposals', 'list'])).stdout).toContain('Not⏎Hash 123');
    const { stdout } = await owner.run(['proposals', 'review', prp]);
    expect(stdout).toContain('  | Not\n  | Hash 123\n');
    expect(stdout).toContain(`-   Id "${variants[0].id}"\n`);
    expect(stdout).toContain('-   Price 1.099,00 TL\n');
    expect(stdout).toContain('+   Title "1 kg\\", \\"price\\": \\"1.099,00\\{U+200B}TL"\n');
    expect(stdout).toContain('+   Price –\n');
  });

  test('logos and pictures that an item is about have an address at which the owner sees them', async () => {
    await connectTrendyol(site.world);
    const form = new FormData();
    form.append('name', 'Bakır');
    form.append('logos', new Blob([exampleImage()]), 'logo.png');
    const token = (await site.mint('agent')).token;
    const { body } = await site.call('POST', '/v1/channel/trendyol/remote/brands', { token, body: form });
    const { stdout } = await owner.run(['proposals', 'get', body.proposalId]);
    const address = /^ {2}File logos \(image\/png\): (\S+)$/m.exec(stdout)?.[1] ?? '';
    const seen = await fetch(address);
    expect([seen.status, seen.headers.get('Content-Type')]).toEqual([200, 'image/png']);

    const upload = await site.call('POST', '/v1/media/upload', { token, body: exampleImage() });
    const commit = ['run', 'catalog.media.commit', '--upload-id', upload.body.id, '--name', 'Cezve', '--json'];
    const { json } = await agent.with({ TEZGAH_TOKEN: token }).run(commit);
    const about = (await owner.run(['proposals', 'get', json.proposalId])).stdout;
    const picture = new RegExp(`^ {2}Picture ${upload.body.id}: (\\S+)$`, 'm').exec(about)?.[1] ?? '';
    expect((await fetch(picture)).status).toBe(200);
  });

  test('one whose work goes on is not offered to be skipped or applied anew', async () => {
    const proposal = { state: 'paused', pause: { itemId: 'pit_1' }, token: { usable: true } };
    const choices = (state: string, kind: string) =>
      choicesOf(
        { ...proposal, list: [{ id: 'pit_1', state }] } as unknown as Proposal,
        { settings: { ownerCredential: { kind } } } as unknown as Context,
      );
    expect(choices('started', 'session')).toEqual(['withdraw']);
    expect(choices('stale', 'session')).toEqual(['accept', 'skip', 'withdraw']);
    expect(choices('stale', 'token')).toEqual(['withdraw']);
  });

  test('a stale item pauses it; the owner sees both previews and accepts the new one', async () => {
    const [first, second] = [await product('Bir', 1_000), await product('İki', 2_000)];
    const prp = (await agent.run([...setPrice(first, 1_100), '--json'])).json.proposalId;
    await agent.run(setPrice(second, 2_200));
    await agent.run(['proposals', 'submit', prp]);
    const { hash } = (await owner.run(['proposals', 'get', prp, '--json'])).json;
    await site.world.done('catalog.price.set', { targetId: first, price: 1_500 });
    await site.world.done('catalog.price.set', { targetId: second, price: 2_500 });

    const paused = await owner.run(['proposals', 'approve', prp, '--hash', hash, '--watch']);
    expect([paused.code, paused.stdout]).toEqual([5, expect.stringContaining('is paused')]);
    const review = await owner.run(['proposals', 'review', prp]);
    expect(review.stdout).toContain('Paused at item 1');
    expect(review.stdout).toMatch(/10,00 TL[\s\S]*15,00 TL/);
    expect((await owner.run(['proposals', 'accept', prp, '1'])).code).toBe(2);
    const seen = (await owner.run(['proposals', 'get', prp, '--json'])).json.list[0].currentPreview.hash;
    expect((await owner.run(['proposals', 'accept', prp, '1', '--hash', seen])).code).toBe(0);
    expect((await owner.run(['proposals', 'watch', prp])).code).toBe(5);
    expect((await owner.run(['proposals', 'skip', prp, '2'])).code).toBe(0);
    expect((await owner.run(['proposals', 'watch', prp])).code).toBe(0);
    expect([(await read(first)).price, (await read(second)).price]).toEqual([1_100, 2_500]);
    // What was skipped was not applied, and does not count as that.
    const ended = await owner.run(['proposals', 'review', prp]);
    expect(ended.stdout).toContain(`${prp} is applied: 2 items, 1 applied, 1 skipped, by "`);
    expect((await owner.run(['proposals', 'list'])).stdout).toMatch(new RegExp(`${prp} +applied +1/2, 1 skipped `));
    const page = await owner.run(['proposals', 'list', '--limit', '1']);
    expect(page.stderr).toMatch(/^1 of \d+: --all, or --cursor \S+\n$/);
    expect((await owner.run(['proposals', 'list', '--limit', '1', '--all'])).stdout).toContain(prp);
  });

  test('the owner rejects; the agent withdraws; a decided one is a conflict', async () => {
    const prd = await product('Üç', 3_000);
    const propose = async (): Promise<string> => (await agent.run([...setPrice(prd, 1), '--json'])).json.proposalId;
    const withdrawn = await propose();
    expect((await agent.run(['proposals', 'withdraw', withdrawn])).code).toBe(0);
    const rejected = await propose();
    await agent.run(['proposals', 'submit', rejected]);
    expect((await owner.run(['proposals', 'reject', rejected, '--reason', 'Olmaz'])).code).toBe(2);
    expect((await owner.run(['proposals', 'reject', rejected, '--reason', 'Olmaz', '--yes'])).code).toBe(0);
    expect((await agent.run(['proposals', 'withdraw', rejected])).code).toBe(5);
    expect((await agent.run(['proposals', 'watch', rejected])).code).toBe(1);
  });
});

describe('undo', () => {
  const changed = async (...args: string[]): Promise<string> => (await developer.run([...args, '--json'])).json.auditId;

  test('one change, shown before it is taken back, and once only', async () => {
    const prd = await product('Fincan', 5_000);
    const auditId = await changed(...setPrice(prd, 4_000));
    const shown = await developer.run(['undo', auditId, '--dry-run']);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/Price +40,00 TL +50,00 TL/)]);
    expect((await developer.run(['undo', auditId])).code).toBe(2);
    const { code, json } = await developer.run(['undo', auditId, '--yes', '--json']);
    expect([code, json.items]).toEqual([0, [expect.objectContaining({ auditId, state: 'undone' })]]);
    expect((await read(prd)).price).toBe(5_000);
    const again = await developer.run(['undo', auditId, '--yes', '--json']);
    expect([again.code, again.json.items[0].state]).toEqual([0, 'undone_before']);
    expect((await read(prd)).price).toBe(5_000);
  });

  test('what has moved on since is told and left alone', async () => {
    const prd = await product('Tabak', 5_000);
    const auditId = await changed(...setPrice(prd, 4_000));
    await site.world.done('catalog.price.set', { targetId: prd, price: 4_500 }, { as: site.world.owner });
    const { code, stdout } = await developer.run(['undo', auditId, '--yes']);
    expect(code).toBe(5);
    expect(stdout).toContain('Has moved on since');
    expect(stdout).toMatch(/owner own_\w+: catalog\.price\.set, .*Price 40,00 TL → 45,00 TL/);
    expect((await read(prd)).price).toBe(4_500);
  });

  test('a stock adjustment, which no rev guards, is taken back once', async () => {
    const prd = await product('Kaşık', 100);
    await changed('run', 'catalog.stock.set', '--target-id', prd, '--stock', '10');
    const auditId = await changed('run', 'catalog.stock.adjust', '--target-id', prd, '--delta', '5');
    expect((await developer.run(['undo', auditId, '--yes', '--json'])).json.items[0].state).toBe('undone');
    expect((await developer.run(['undo', auditId, '--yes', '--json'])).json.items[0].state).toBe('undone_before');
    expect((await read(prd)).stock).toBe(10);
  });

  test('everything that a token did since a time, newest first, also where one thing was changed again and again', async () => {
    const since = new Date().toISOString();
    const { id: prd, variants } = await site.world.done('catalog.product.create', {
      title: 'Tepsi',
      price: 100,
      variants: [{ title: 'S' }, { title: 'M' }],
    });
    await changed(...setPrice(prd, 200));
    await changed(...setPrice(variants[0].id, 250));
    await changed(...setPrice(prd, 300));
    await changed('run', 'catalog.stock.set', '--target-id', variants[1].id, '--stock', '4');
    await changed('run', 'catalog.stock.set', '--target-id', variants[1].id, '--stock', '6');
    const before = ['undo', '--by', developerId, '--since', since, '--until', since, '--yes'];
    expect((await developer.run(before)).code).toBe(4);
    expect((await developer.run(['undo', '--proposal', 'prp_1', '--until', since])).code).toBe(2);
    const { code, json } = await developer.run(['undo', '--by', developerId, '--since', since, '--yes', '--json']);
    expect(json.items.map(({ state }: { state: string }) => state)).toEqual(Array(5).fill('undone'));
    expect(code).toBe(0);
    const after = await read(prd);
    expect([after.price, after.variants[0].price, after.variants[1].stock]).toEqual([100, null, null]);
  });

  test('a whole proposal', async () => {
    const [first, second] = [await product('Dört', 4_000), await product('Beş', 5_000)];
    const prp = (await agent.run([...setPrice(first, 1), '--json'])).json.proposalId;
    await agent.run(setPrice(second, 2));
    await agent.run(['proposals', 'submit', prp]);
    const { hash } = (await owner.run(['proposals', 'get', prp, '--json'])).json;
    expect((await owner.run(['proposals', 'approve', prp, '--hash', hash, '--watch'])).code).toBe(0);
    const { code } = await owner.run(['undo', '--proposal', prp, '--yes']);
    expect(code).toBe(0);
    expect([(await read(first)).price, (await read(second)).price]).toEqual([4_000, 5_000]);
  });

  test('a whole proposal names what stays, what is for good, and what took each change back', async () => {
    const [first, second] = [await product('Altı', 4_000), await product('Yedi', 5_000)];
    const create = ['run', 'catalog.product.create', '--title', 'Sekiz', '--price', '100'];
    const prp = (await agent.run([...create, '--json'])).json.proposalId;
    await agent.run(['run', 'catalog.product.archive', '--product-id', first, '--yes']);
    await agent.run(setPrice(second, 2));
    await agent.run(['proposals', 'submit', prp]);
    const { hash } = (await owner.run(['proposals', 'get', prp, '--json'])).json;
    expect((await owner.run(['proposals', 'approve', prp, '--hash', hash, '--watch'])).code).toBe(0);

    const shown = await owner.run(['undo', '--proposal', prp, '--dry-run']);
    expect(shown.stdout).toContain('No command would take it back.');
    expect(shown.stdout).toContain(
      '2 to take back.\n1 of these for good: no command takes that undo back.\n1 left as they are: no command takes them back.\n',
    );
    const { json } = await owner.run(['undo', '--proposal', prp, '--yes', '--json']);
    expect(json.items.map(({ state }: { state: string }) => state)).toEqual(['undone', 'irreversible', 'undone']);
    const again = await owner.run(['undo', '--proposal', prp, '--dry-run']);
    expect(again.stdout).toContain(`Was taken back before. (${json.items[0].undoneBy})`);
    expect(again.stdout).toContain('2 taken back before.\n1 left as they are');
  });

  test('a change that no command takes back, and a row that is not there', async () => {
    const prd = await product('Kapak', 100);
    const auditId = await changed('run', 'catalog.product.archive', '--product-id', prd, '--yes');
    const { code, stdout } = await developer.run(['undo', auditId, '--yes']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('Cannot be taken back')]);
    expect((await developer.run(['undo', 'aud_01ARZ3NDEKTSV4RRFFQ69G5FAV'])).code).toBe(4);
  });
});
