import { command } from '../../src/kernel/declaration/command';
import { contentSchema, exampleContent } from '../../src/kernel/declaration/content';
import { entity } from '../../src/kernel/declaration/entity';
import type { Route } from '../../src/kernel/declaration/route';
import { newUlid } from '../../src/kernel/ids';
import { line, object, t } from '../../src/kernel/schema/schema';
import { exampleImage } from '../../src/media/image/example';
import { imageTypes, readImage } from '../../src/media/image/signature';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { registryWith } from '../world/world';
import { accepts, exampleOf, otherwise, send, type Terms } from './call';
import { sampleBody } from './sample';

const picture = { types: imageTypes, bytesMax: 65_536, read: readImage, example: exampleImage };

/** As a command of the build would take a form: fields, several files, and one that may be left out. */
const create = command({
  id: 'media.label.create',
  label: { tr: 'Etiket oluştur', en: 'Create a label' },
  summary: 'Create a label with its pictures.',
  route: { http: 'POST /v1/media/{shelf}/labels' },
  policy: 'owner',
  scope: 'catalog:write',
  irreversible: true,
  payload: object({
    shelf: t.String(),
    name: line(100),
    place: t.Integer({ minimum: 1 }),
    pictures: t.Array(contentSchema, { minItems: 1, maxItems: 3 }),
    paper: t.Optional(contentSchema),
  }),
  files: { pictures: picture, paper: picture },
  result: object({ name: t.String(), place: t.Integer(), pictures: t.Integer(), paper: t.Boolean() }),
  refuses: [],
  example: { shelf: 'raf', name: 'Cezve', place: 3, pictures: [exampleContent, exampleContent] },
  async run({ payload: { name, place, pictures, paper }, newId, record }) {
    record('label', newId('lbl'), null, { name });
    return { name, place, pictures: pictures.length, paper: paper !== undefined };
  },
});
const label = entity('label', object({ name: line(100) }), { titles: { titleOf: (id) => id } });

const capabilities = registryWith([create], [label]);
const route = capabilities.routes.find(({ id }) => id === create.id) as Route;

/** What derived tests ask of every route, they can ask of one that takes a form. */
describe('a derived call of a route that takes a form', () => {
  let site: Site;
  let session: OwnerSession;
  beforeAll(async () => {
    site = await openSite({ capabilities });
    session = await site.login();
  });
  afterAll(() => site.close());

  const sent = (input = exampleOf(route), terms: Terms = {}) => send(site, route, input, { session, ...terms });

  test('has an example that fits, with files in the place of what is kept of them', async () => {
    const { body } = exampleOf(route);
    expect(body).toEqual({ name: 'Cezve', place: 3, pictures: [exampleImage(), exampleImage()] });
    expect(accepts(route, exampleOf(route))).toBe(true);
    expect(accepts(route, { ...exampleOf(route), body: { ...(body as object), pictures: [] } })).toBe(false);
    const { status, body: answer } = await sent();
    expect([status, answer]).toEqual([200, { name: 'Cezve', place: 3, pictures: 2, paper: false }]);
  });

  test('is previewed, replayed, and told from another one with its key', async () => {
    expect((await sent(undefined, { dryRun: true })).body).toMatchObject({ dryRun: true });
    const key = newUlid();
    const first = await sent(undefined, { key });
    const again = await sent(undefined, { key });
    expect([again.headers.get('Idempotent-Replayed'), again.body]).toEqual(['true', first.body]);
    const other = otherwise(route, exampleOf(route));
    expect((await sent(other, { key })).body.code).toBe('idempotency_conflict');
  });

  test('has a smallest body, which is sent as a form', async () => {
    const form = sampleBody(route) as FormData;
    expect([form.get('name'), form.get('place'), form.getAll('pictures').length, form.has('paper')]).toEqual([
      'x',
      '1',
      1,
      false,
    ]);
    expect((await site.call('POST', '/v1/media/raf/labels', { session, body: form })).status).toBe(200);
  });
});
