// tier: all
import { lazySandbox } from '../sandbox/lazy';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';

describe.each(['builtin', 'bubblewrap'] as const)(
  'commands in a sandbox of %s reach the API of their store',
  (driver) => {
    const sandbox = lazySandbox(driver);
    let site: Site;
    let owner: OwnerSession;
    let isMissing: boolean;

    beforeAll(async () => {
      const state = await sandbox.probed();
      isMissing = state.driver === null;
      if (isMissing && driver === 'builtin') throw new Error(state.reason ?? '');
      if (isMissing) console.warn(`${driver} is not tried: ${state.reason}`);
      site = await openSite({ sandbox });
      owner = await site.session();
    });
    afterAll(async () => {
      await site.close();
      await sandbox.close();
    });

    async function opened(kind: 'agent' | 'developer' = 'agent', more: object = {}) {
      const { body } = await site.call('POST', '/v1/workspaces', {
        session: owner,
        body: { name: 'Fiyat ajanı', kind, ...more },
      });
      const ws = body.workspace.id as string;
      const token = body.token as string;
      const exec = async (command: string, as: { token?: string; session?: OwnerSession } = { token }) => {
        const answer = await site.call('POST', `/v1/workspaces/${ws}/exec`, { body: { command }, ...as });
        if (answer.status !== 200) throw new Error(answer.text);
        return answer.body as { exitCode: number; stdout: string; stderr: string };
      };
      return { ws, token, tokenId: body.tokenInfo?.id as string, exec };
    }

    const product = (title: string): Promise<{ id: string; rev: number }> =>
      site.world.done('catalog.product.create', { title, price: 10_000, sku: title });

    test('tezgah is there, and who asks is the token of the agent', async () => {
      if (isMissing) return;
      const { exec, ws, tokenId } = await opened();
      const { stdout, stderr } = await exec('tezgah tokens whoami --json');
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toMatchObject({
        kind: 'agent',
        id: tokenId,
        workspaceId: ws,
        storeId: site.world.storeId,
        scopes: expect.arrayContaining(['catalog:read', 'proposals:write', 'sandbox:use']),
      });
      expect((await exec('tezgah whoami')).stderr).toContain('with the credential of the workspace.');
      // A credential of its own changes nothing of that.
      const foreign = await exec('TEZGAH_TOKEN=tzg_dev_x tezgah tokens whoami --token tzg_dev_y --json');
      expect(JSON.parse(foreign.stdout)).toMatchObject({ id: tokenId, kind: 'agent' });
    });

    test('a command starts none that outlives it', async () => {
      if (isMissing) return;
      const { exec, ws, token } = await opened();
      const starts = (key: string) =>
        `tezgah workspaces exec ${ws} ${key} -- 'touch begun; sleep 6; touch ended' & i=0; while [ ! -e begun ] && [ $i -lt 300 ]; do sleep 0.1; i=$((i + 1)); done`;
      for (const key of ['', '--key 01K00000000000000000000000']) {
        // The interpreter waits for what is put into the background: it is ended by its time.
        const body = { command: starts(key), timeoutSeconds: driver === 'builtin' ? 4 : 60 };
        await site.call('POST', `/v1/workspaces/${ws}/exec`, { body, token });
        const feed = async () =>
          (await site.call('GET', `/v1/workspaces/${ws}/activity?limit=10`, { token })).body.items as {
            outcome: string;
          }[];
        await eventually(async () => (await feed()).every(({ outcome }) => outcome !== 'running'));
        expect((await exec('ls; rm -f begun')).stdout).not.toContain('ended');
      }
    });

    test('lists come in pages for awk, files of the workspace go in, and what is changed is proposed', async () => {
      if (isMissing) return;
      const [first] = [await product('KHV-1'), await product('KHV-2'), await product('KHV-3')];
      const { exec, tokenId } = await opened();
      const listed = await exec(
        `tezgah catalog products list --all --limit 1 --sort title --text KHV --columns sku,id,price | awk -F '\t' '{ print $3 + 1, $1 }'`,
      );
      expect(listed.stdout).toBe('10001 KHV-1\n10001 KHV-2\n10001 KHV-3\n');
      const payload = JSON.stringify({ targetId: first?.id, price: 12_000 });
      const { exitCode, stdout, stderr } = await exec(
        `echo '${payload}' > p.json; tezgah run catalog.price.set --payload @p.json --json`,
      );
      expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: '' });
      const { proposed, proposalId } = JSON.parse(stdout);
      expect(proposed).toBe(true);
      const submitted = await exec(`tezgah run proposal.submit --proposal-id ${proposalId} --yes --json`);
      expect(JSON.parse(submitted.stdout)).toMatchObject({ result: { state: 'submitted' } });
      const { body: waiting } = await site.call('GET', `/v1/proposals/${proposalId}`, { session: owner });
      expect(waiting).toMatchObject({ state: 'submitted', token: { id: tokenId } });
      const { body: live } = await site.call('GET', `/v1/catalog/products/${first?.id}`, { session: owner });
      expect(live.price).toBe(10_000);
    });

    test('the starter project of a new workspace finds prices below their costs, reports them and proposes others', async () => {
      if (isMissing) return;
      const [low] = [await product(`MLY-${driver}-1`), await product(`MLY-${driver}-2`)];
      const { exec, ws, token } = await opened();
      const early = await exec('cd /workspace/store && bash zararina.sh');
      expect(early).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('maliyet.csv') });
      const costs = `sku,maliyet\r\nMLY-${driver}-1,12345\r\nMLY-${driver}-2,9999\r\nyok,5\r\n`;
      const at = encodeURIComponent('/workspace/store/maliyet.csv');
      await site.call('PUT', `/v1/workspaces/${ws}/file?path=${at}`, { token, body: { data: costs } });
      const looked = await exec('bash zararina.sh');
      expect(looked).toMatchObject({ exitCode: 0, stderr: '' });
      expect(looked.stdout).toContain('2 costs have a product.');
      expect(looked.stdout).toContain('1 SKUs are not in the shop');
      expect(looked.stdout).toContain(`| MLY-${driver}-1 | MLY-${driver}-1 | 100.00 | 123.45 | 135.80 |`);
      expect(looked.stdout).not.toContain(`MLY-${driver}-2`);
      const proposed = await exec('bash zararina.sh oner');
      expect(proposed).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('Öneri gönderildi') });
      const { body } = await site.call('GET', '/v1/proposals?state=submitted&limit=1', { token });
      const { body: waiting } = await site.call('GET', `/v1/proposals/${body.items[0].id}`, { session: owner });
      expect(waiting.list).toMatchObject([
        { command: 'catalog.price.set', payload: { targetId: low?.id, price: 13_580, expectedRev: low?.rev } },
      ]);
    });

    test('the starter project reads what a Turkish spreadsheet saves, finds variants, and fails where nothing has a product', async () => {
      if (isMissing) return;
      const sku = `VAR-${driver}`;
      const { variants } = await site.world.done('catalog.product.create', {
        title: `Çekirdek ${driver}`,
        price: 32_900,
        variants: [
          { title: '250 g', sku: `${sku}-250` },
          { title: '1 kg', sku: `${sku}-1000`, price: 109_900 },
        ],
      });
      const { exec, ws, token } = await opened();
      const costs = async (text: string): Promise<void> => {
        const at = encodeURIComponent('/workspace/store/maliyet.csv');
        await site.call('PUT', `/v1/workspaces/${ws}/file?path=${at}`, { token, body: { data: text } });
      };
      await costs(`\ufeffsku;maliyet\r\n${sku}-250;"400,50"\r\n${sku}-1000;1.299,90 TL\r\nyok;5\r\nbozuk;beş\r\n`);
      const { exitCode, stdout, stderr } = await exec('bash zararina.sh oner');
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain(`| ${sku}-250 | Çekirdek ${driver} 250 g | 329.00 | 400.50 | 440.55 |`);
      expect(stdout).toContain(`| ${sku}-1000 | Çekirdek ${driver} 1 kg | 1099.00 | 1299.90 | 1429.89 |`);
      for (const words of ['2 costs have', '1 SKUs are not', '1 lines were not understood', 'Öneri gönderildi'])
        expect(stdout).toContain(words);
      const { body } = await site.call('GET', '/v1/proposals?state=submitted&limit=1', { token });
      const { body: waiting } = await site.call('GET', `/v1/proposals/${body.items[0].id}`, { session: owner });
      expect(waiting.list.map(({ payload }: { payload: { targetId: string } }) => payload.targetId).toSorted()).toEqual(
        variants.map(({ id }: { id: string }) => id).toSorted(),
      );
      await costs('sku,maliyet\nyok,5\n');
      expect(await exec('bash zararina.sh')).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('No cost has a product'),
      });
    });

    test('whoever asked, the command acts as an agent, with what the owner has granted and no more', async () => {
      if (isMissing) return;
      const { exec, ws, token, tokenId } = await opened('agent', { limits: { priceChangePercent: 5 } });
      const whoami = async (as: object) => JSON.parse((await exec('tezgah tokens whoami --json', as)).stdout);
      expect(await whoami({ session: owner })).toMatchObject({ kind: 'agent', id: tokenId });
      const developer = await site.mint('developer', ['catalog:read', 'orders:read', 'sandbox:use', 'secrets:write']);
      expect(await whoami({ token: developer.token })).toMatchObject({ kind: 'agent', id: tokenId, workspaceId: ws });
      // A script that the agent has left gets nothing from the developer who runs it.
      const { id } = await product(`SERBEST-${driver}`);
      await exec(
        `echo "tezgah run catalog.price.set --target-id ${id} --price 19900 --json; tezgah orders list --json" > left.sh`,
      );
      for (const as of [{ token }, { token: developer.token }, { session: owner }]) {
        const { stdout } = await exec('bash left.sh', as);
        expect(stdout).toContain('"limit_exceeded"');
        expect(stdout).toContain('"forbidden_scope"');
      }
      const { exec: alone, ws: own } = await opened('developer');
      const mine = JSON.parse((await alone('tezgah tokens whoami --json', { token: developer.token })).stdout);
      expect(mine).toMatchObject({
        kind: 'agent',
        id: developer.id,
        scopes: ['catalog:read', 'orders:read', 'sandbox:use'],
      });
      const me = JSON.parse((await alone('tezgah tokens whoami --json', { session: owner })).stdout);
      expect(me).toMatchObject({ kind: 'agent', id: own, scopes: ['catalog:read', 'design:read'] });
      const ownerOnly = await exec('tezgah tokens list --json', { session: owner });
      expect(JSON.parse(ownerOnly.stdout).error).toMatchObject({ status: 403, code: 'owner_only' });
    });

    test('another store is not there', async () => {
      if (isMissing) return;
      const { exec } = await opened();
      const { other } = site.world;
      const theirs = await site.world.done(
        'catalog.product.create',
        { title: 'Öteki', price: 1 },
        { as: other.developer },
      );
      const read = await exec(`tezgah catalog products get ${theirs.id} --json`);
      expect(JSON.parse(read.stdout).error).toMatchObject({ status: 404 });
      const { body: workspaces } = await site.call('POST', '/v1/workspaces', {
        session: await site.session(other),
        body: { name: 'Onların' },
      });
      const files = await exec(`tezgah workspaces files list ${workspaces.workspace.id} --path /workspace --json`);
      expect([403, 404]).toContain(JSON.parse(files.stdout).error.status);
    });

    test('nothing inside holds the credential', async () => {
      if (isMissing) return;
      const { exec, token } = await opened();
      const { stdout, stderr } = await exec(
        'env; set; cat /proc/*/environ /proc/*/cmdline 2>/dev/null; tezgah tokens whoami; grep -rs tzg_ /workspace /tmp /run /etc /opt/tezgah/bin',
      );
      expect(stdout + stderr).not.toContain('tzg_box_');
      expect(stdout + stderr).not.toContain(token);
    });
  },
);
