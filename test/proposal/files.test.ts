import { command } from '../../src/kernel/declaration/command';
import { type ContentReader, contentSchema, exampleContent } from '../../src/kernel/declaration/content';
import type { MutationContext } from '../../src/kernel/declaration/context';
import { entity } from '../../src/kernel/declaration/entity';
import { refuse } from '../../src/kernel/errors';
import { newId } from '../../src/kernel/ids';
import { line, object, t } from '../../src/kernel/schema/schema';
import { exampleImage } from '../../src/media/image/example';
import { imageTypes, readImage } from '../../src/media/image/signature';
import { plain } from '../media/pictures';
import { type Answer, type MintedToken, type OwnerSession, openSite, type Site } from '../surfaces/site';
import { registryWith } from '../world/world';

const picture = { types: imageTypes, bytesMax: 65_536, read: readImage, example: exampleImage };
const page = {
  types: ['text/html'],
  bytesMax: 65_536,
  *read(): ContentReader {
    yield { skip: 0, take: 1 };
    return 'text/html';
  },
  example: () => new TextEncoder().encode(PAGE),
};
const PAGE = '<script>alert(1)</script>';
const REFUSED = 'Yok';

const declared = {
  label: { tr: 'Etiket bas', en: 'Print a label' },
  summary: 'Print a label.',
  scope: 'catalog:write',
  policy: 'propose',
  irreversible: true,
  payload: object({
    name: line(100),
    logos: t.Array(contentSchema, { minItems: 1, maxItems: 3 }),
    paper: t.Optional(contentSchema),
  }),
  files: { logos: picture, paper: page },
  result: object({}),
  refuses: ['not_found'],
  async run({ newId, record, payload }: MutationContext & { readonly payload: { readonly name: string } }) {
    if (payload.name === REFUSED) refuse('not_found');
    // A text of its call may look like the name of a file, which its own fields never do.
    record('label', newId('lbl'), null, { name: 'Etiket' });
    return {};
  },
} as const;
const example = { name: 'Şık', logos: [exampleContent] };
const print = command({
  ...declared,
  example,
  id: 'catalog.label.print',
  route: { http: 'POST /v1/catalog/labels' },
});
const printDiscreetly = command({
  ...declared,
  example,
  id: 'catalog.label.hide',
  route: { http: 'POST /v1/catalog/hidden' },
  redact: ({ name }) => ({ name }),
});
const label = entity('label', object({ name: line(100) }), { titles: { titleOf: (id) => id } });

describe('files of an item that waits', () => {
  let site: Site;
  let agent: MintedToken;
  let owner: OwnerSession;
  let logos: Uint8Array<ArrayBuffer>[];
  beforeAll(async () => {
    site = await openSite({ capabilities: registryWith([print, printDiscreetly], [label]) });
    agent = await site.mint('agent');
    owner = await site.login();
    logos = [new Uint8Array(await plain(4, 5)), exampleImage()];
  });
  afterAll(() => site.close());

  function recording(path: string, token: string, name = 'A'): Promise<Answer> {
    const form = new FormData();
    form.append('name', name);
    for (const logo of logos) form.append('logos', new Blob([logo]), 'logo.png');
    form.append('paper', new Blob([PAGE]), 'paper.html');
    return site.call('POST', path, { token, body: form });
  }
  async function proposed(name: string, path = '/v1/catalog/labels'): Promise<string> {
    const { body } = await recording(path, agent.token, name);
    await site.command(agent.token, 'proposal.submit', { proposalId: body.proposalId });
    return body.proposalId;
  }
  const seen = (proposalId: string, by: { token?: string; session?: OwnerSession }) =>
    site.call('GET', `/v1/proposals/${proposalId}`, by);
  const filesOf = async (proposalId: string) => (await seen(proposalId, { session: owner })).body.list[0].files;
  const get = (url: string) => fetch(new URL(url, site.url));

  test('are told by what they are and not by where they are kept, which is no thing that a call is found by', async () => {
    const developer = await site.mint('developer', ['catalog:write']);
    expect((await recording('/v1/catalog/labels', developer.token, 'Raf')).status).toBe(200);
    expect((await recording('/v1/catalog/labels', developer.token, REFUSED)).status).toBe(404);
    const rows = await site.rows<{ outcome: string; payload: object }>(
      `SELECT outcome, payload, ARRAY(SELECT e.entity_id FROM audit_entity e WHERE e.audit_id = a.id) AS found_by
       FROM audit_row a WHERE command = 'catalog.label.print' AND outcome <> 'proposed'`,
    );
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'refused']);
    expect(JSON.stringify(rows)).not.toContain('obj_');
    const logo = { type: 'image/png', size: logos[0]?.length, digest: expect.stringMatching(/^[0-9a-f]{64}$/) };
    for (const { payload } of rows) expect(payload).toMatchObject({ logos: [logo, { type: 'image/png' }] });
    const { text } = await seen(await proposed('Masa'), { token: agent.token });
    expect(text).not.toContain('obj_');
  });

  test('are seen by the owner in their order, and by no agent', async () => {
    const proposalId = await proposed('A');
    const [first, second, paper] = await filesOf(proposalId);
    expect([first, second, paper]).toMatchObject([
      { field: 'logos', type: 'image/png', size: logos[0]?.length, picture: true },
      { field: 'logos', type: 'image/png', size: logos[1]?.length, picture: true },
      { field: 'paper', type: 'text/html', size: PAGE.length, picture: false },
    ]);
    for (const [at, { url }] of [first, second].entries()) {
      const answer = await get(url);
      expect([answer.status, new Uint8Array(await answer.arrayBuffer())]).toEqual([200, logos[at]]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=3600',
      });
      expect(answer.headers.get('Content-Disposition')).toBeNull();
    }
    expect((await seen(proposalId, { token: agent.token })).body.list[0].files).toEqual([]);
    const developer = await site.mint('developer', ['proposals:write']);
    expect((await seen(proposalId, { token: developer.token })).body.list[0].files).toEqual([]);
  });

  test('that are no pictures are saved and never run', async () => {
    const [, , paper] = await filesOf(await proposed('A'));
    const { status, headers } = await get(paper.url);
    expect(status).toBe(200);
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="obj_\w{26}\.html"$/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
  });

  test('are not opened without a signature, nor by that of another file or store', async () => {
    const { world } = site;
    const proposalId = await proposed('A');
    const [first, second] = await filesOf(proposalId);
    const [path, signature] = first.url.split('?');
    const { platform, other, storeId } = world;
    const sign = (place: string) => platform.services.signedPaths.sign(place, new Date());
    const closed = [path, `${second.url.split('?')[0]}?${signature}`, sign(path.replace(storeId, other.storeId))];
    for (const url of closed) expect([url, (await get(url)).status]).toEqual([url, 404]);
    const stranger = await site.login(other);
    expect((await seen(proposalId, { session: stranger })).status).toBe(404);
  });

  test('take of the room for what waits until they are decided on, shown or not', async () => {
    const { world } = site;
    const { id, token } = await site.mint('agent');
    const size = logos.reduce((sum, logo) => sum + logo.length, PAGE.length);
    const uploaded = 256 * 1024 * 1024 - 2 * size;
    await site.rows(
      `INSERT INTO media_upload (store_id, id, type, size, digest, object, brought_kind, brought_by, created_at, expires_at)
       VALUES ($1, $2, 'image/png', $3, 'x', $2, 'agent', $4, now(), now() + interval '1 day')`,
      [world.storeId, newId('upl'), uploaded, id],
    );
    const recorded = await recording('/v1/catalog/labels', token);
    expect([recorded.status, (await recording('/v1/catalog/hidden', token)).status]).toEqual([202, 202]);
    const { status, body } = await recording('/v1/catalog/labels', token);
    expect([status, body.code, body.detail]).toEqual([422, 'uploads_waiting', expect.stringContaining('of one token')]);
    expect((await recording('/v1/catalog/labels', (await site.mint('agent')).token)).status).toBe(202);
    await site.command(token, 'proposal.withdraw', { proposalId: recorded.body.proposalId });
    expect((await recording('/v1/catalog/labels', token)).status).toBe(202);
  });

  test('are counted beside the item, with who brought them', async () => {
    const { id, token } = await site.mint('agent');
    const { itemId } = (await recording('/v1/catalog/labels', token)).body;
    const counted = 'SELECT brought_bytes AS bytes, brought_by AS by FROM proposal_item WHERE id = $1';
    const size = logos.reduce((sum, logo) => sum + logo.length, PAGE.length);
    expect(await site.rows(counted, [itemId])).toEqual([{ bytes: size, by: id }]);
  });

  test('are not shown where their command hides them', async () => {
    expect(await filesOf(await proposed('A', '/v1/catalog/hidden'))).toEqual([]);
  });

  test('are no others that a text of the call names', async () => {
    const [{ url }] = await filesOf(await proposed('A'));
    const [path] = url.split('?');
    const [object] = path.match(/obj_\w+/);
    const proposalId = await proposed(object);
    const [{ id, files }] = (await seen(proposalId, { session: owner })).body.list;
    expect(JSON.stringify(files)).not.toContain(object);
    const there = site.world.platform.services.signedPaths.sign(path.replace(/pit_\w+/, id), new Date());
    expect((await get(there)).status).toBe(404);
  });

  test.each(['rejected', 'withdrawn'])('are gone when the proposal is %s', async (end) => {
    const proposalId = await proposed('A');
    const [{ url }] = await filesOf(proposalId);
    expect((await get(url)).status).toBe(200);
    const { world } = site;
    if (end === 'rejected') await world.done('proposal.reject', { proposalId, reason: 'no' }, { as: world.owner });
    else await site.command(agent.token, 'proposal.withdraw', { proposalId });
    expect([await filesOf(proposalId), (await get(url)).status]).toEqual([[], 404]);
  });
});
