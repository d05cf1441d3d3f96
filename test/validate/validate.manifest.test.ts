import fc from 'fast-check';
import { providers } from '../../src/extension/provider/list';
import { lineFault } from '../../src/extension/provider/load';
import { published } from '../../src/extension/provider/providers';
import { documentOf, manifestErrors } from '../../src/provider/manifest-check';
import { decisionPoints } from '../../src/provider/manifest-document';
import { registry } from '../../src/registry';
import { contentsOf, openSite, type Site } from '../surfaces/site';

type Document = Record<string, unknown>;
const name = (tr: string, en: string) => ({ tr, en });
const label = { 'x-label': name('Alan', 'Field') };

/** A manifest that has all that one can have. */
const whole: Document = {
  manifestVersion: 1,
  key: 'pazar',
  name: 'Pazar',
  kind: 'channel',
  version: '2.1.0',
  summary: name('Pazaryeri.', 'A marketplace.'),
  scopes: ['catalog:read', 'catalog:write'],
  personalData: ['name', 'address'],
  secrets: [
    { key: 'apiKey', label: name('Anahtar', 'Key') },
    { key: 'hint', label: name('İpucu', 'Hint'), required: false },
  ],
  config: {
    type: 'object',
    properties: {
      seller: { type: 'string', pattern: '^[0-9]{1,12}$', default: '7', ...label, 'x-group': name('Hesap', 'Account') },
      mode: { type: 'string', enum: ['fast', 'slow'], 'x-words': { fast: name('hızlı', 'fast') }, ...label },
      fee: { type: 'integer', minimum: 0, maximum: 900, default: 5, 'x-unit': 'kuruş', 'x-order': 2, ...label },
      open: { type: 'boolean', default: true, ...label },
      tags: { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 5, default: ['a'], ...label },
    },
    required: ['seller'],
    additionalProperties: false,
  },
  migrations: [
    { from: '1.0.0', to: '2.0.0', lossless: true, steps: [{ rename: { from: 'vendor', to: 'seller' } }] },
    {
      from: '2.0.0',
      to: '2.1.0',
      lossless: false,
      steps: [{ drop: { field: 'old' } }, { default: { field: 'fee', value: 5 } }],
    },
  ],
  hooks: [
    { point: 'checkout.cart.validate', blockOnFailure: true },
    { point: 'checkout.payment.filter', blockOnFailure: false },
  ],
  blocks: [
    {
      key: 'stars',
      label: name('Yıldızlar', 'Stars'),
      zones: ['product.afterPrice'],
      fields: {
        type: 'object',
        properties: {
          note: { type: 'string', maxLength: 60, default: 'Yeni', ...label },
          on: { type: 'boolean', ...label },
          to: { type: 'string', 'x-hint': 'link', ...label },
          photo: { type: 'string', 'x-hint': 'media', ...label },
          rows: { type: 'array', items: { type: 'string', maxLength: 60 }, maxItems: 200, ...label },
        },
        required: ['note'],
        additionalProperties: false,
      },
      view: [
        { el: 'heading', axes: { level: '3' }, text: '{product.title}: {note}' },
        { el: 'link', text: 'Bak', link: 'https://yildiz.example/?q={note}' },
        { el: 'link', text: '{store.name}', link: '{to}' },
        { el: 'image', image: '{photo}', alt: '{note}' },
        {
          el: 'contact',
          items: [
            {
              part: 'row',
              each: 'rows',
              items: [
                { part: 'label', text: 'Satır' },
                { part: 'value', text: '{item}' },
              ],
            },
          ],
        },
      ],
    },
  ],
  pages: [
    {
      key: 'store',
      label: name('Mağaza', 'Store'),
      path: '/pazar',
      title: '{store.name}',
      view: [{ el: 'section', text: 'Giriş', items: [{ el: 'notice', text: 'Hoş geldiniz' }] }],
    },
  ],
  panels: [{ key: 'state', label: name('Durum', 'State') }],
  ops: [{ op: 'channel.catalog.pull', needs: { secrets: ['apiKey'], config: ['seller'], enabled: true } }],
};

/** @param at where, as `a/b/0` @param value undefined: nothing is there */
function altered(at: string, value: unknown): Document {
  const copy = structuredClone(whole);
  const way = at.split('/');
  const last = way.pop() as string;
  // biome-ignore lint/suspicious/noExplicitAny: any place of a document
  const place = way.reduce<any>((within, part) => within[part], copy);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

const [first, second] = (whole as { migrations: [object, object] }).migrations;
/** What is wrong where, and what is said of it. */
const wrong: readonly [at: string, value: unknown, pointer?: string, says?: string][] = [
  ['manifestVersion', 2],
  ['key', 'Pazar'],
  ['kind', 'bank'],
  ['version', '1.0'],
  ['version', '1.0.0-beta'],
  ['version', '01.0.0'],
  ['summary', { tr: 'Yalnız Türkçe' }],
  ['surprise', 1, '/surprise', 'not known'],
  ['scopes', ['catalog:read', 'catalog:all'], '/scopes/1', 'no scope'],
  ['scopes', ['constructor'], '/scopes/0', 'no scope'],
  ['personalData', ['shoe_size'], '/personalData/0'],
  ['secrets/1/key', 'apiKey', '/secrets/1/key', 'twice'],
  ['secrets/0/label', { tr: 'Anahtar' }, '/secrets/0/label'],
  ['config/additionalProperties', true],
  ['config/required', ['seller', 'nobody'], '/config/required/1', 'no field'],
  ['config/properties/fee/type', 'number', '/config/properties/fee/type', 'a form can draw'],
  ['config/properties/fee/type', 'object', '/config/properties/fee/type', 'a form can draw'],
  ['config/properties/fee/type', 'constructor', '/config/properties/fee/type', 'a form can draw'],
  ['config/properties/fee/anyOf', [], '/config/properties/fee/anyOf', 'not known'],
  ['config/properties/fee/$ref', '#/x', '/config/properties/fee/$ref', 'not known'],
  ['config/properties/fee/x-label', undefined, '/config/properties/fee/x-label', 'required'],
  ['config/properties/fee/x-unit', 'acres', '/config/properties/fee/x-unit'],
  ['config/properties/fee/default', 901, '/config/properties/fee/default'],
  ['config/properties/fee/default', '5', '/config/properties/fee/default'],
  ['config/properties/fee/minimum', 901, '/config/properties/fee/minimum', 'more than maximum'],
  ['config/properties/seller/default', 7, '/config/properties/seller/default'],
  ['config/properties/mode/default', 'slower', '/config/properties/mode/default'],
  ['config/properties/tags/default', ['a', 'b', 'c', 'd', 'e', 'f'], '/config/properties/tags/default'],
  ['config/properties/tags/default', ['tenletters'], '/config/properties/tags/default'],
  ['config/properties/open/default', 'yes', '/config/properties/open/default'],
  ['config/properties/seller/pattern', '(', '/config/properties/seller/pattern', 'no regular expression'],
  ['config/properties/seller/pattern', '^(a+)+$', '/config/properties/seller/pattern', 'without end'],
  ['config/properties/seller/pattern', '^(a|a)*$', '/config/properties/seller/pattern', 'without end'],
  ['config/properties/seller/pattern', '^((?:a|a)b)+$', '/config/properties/seller/pattern', 'without end'],
  ['config/properties/seller/pattern', '[)](x|xx){2,}', '/config/properties/seller/pattern', 'without end'],
  ['config/properties/tags/items/pattern', '(x*)*y', '/config/properties/tags/items/pattern', 'without end'],
  ['config/properties/tags/maxItems', undefined, '/config/properties/tags/maxItems', 'required'],
  ['config/properties/no way', { type: 'boolean', ...label }, '/config/properties/no way', 'letters'],
  ['config/properties/a~1b', { type: 'boolean', ...label }, '/config/properties/a~01b', 'letters'],
  ['migrations/0/to', '1.0.0', '/migrations/0/to', 'come after'],
  ['migrations/1/to', '2.2.0', '/migrations/1/to', '2.1.0'],
  ['migrations', [first, first, second], '/migrations/1/from', 'two migrations'],
  ['migrations/0/steps', [{ rename: { from: 'a', to: 'b' }, drop: { field: 'a' } }], '/migrations/0/steps/0'],
  ['migrations/0/steps', [], '/migrations/0/steps'],
  ['hooks/0/point', 'checkout.cart.render', '/hooks/0/point', 'no decision point'],
  ['hooks/0/point', 'checkout.payment.filter', '/hooks/1/point', 'two hooks'],
  ['hooks/1/blockOnFailure', true, '/hooks/1/blockOnFailure', 'go on'],
  [
    'blocks',
    [
      { key: 'a', label: name('A', 'A') },
      { key: 'a', label: name('B', 'B') },
    ],
    '/blocks/1/key',
    'twice',
  ],
  ['pages', [whole.pages, whole.pages].flat(), '/pages/1/key', 'twice'],
  ['blocks/0/zones', ['checkout.top'], '/blocks/0/zones/0'],
  ['blocks/0/fields/properties/item', { type: 'string', ...label }, '/blocks/0/fields/properties/item', 'of a list'],
  ['blocks/0/fields/properties/note/pattern', '^(a+)+$', '/blocks/0/fields/properties/note/pattern', 'without end'],
  ['blocks/0/fields/properties/to/x-hint', 'html', '/blocks/0/fields/properties/to/x-hint'],
  ['blocks/0/fields/required', ['nobody'], '/blocks/0/fields/required/0', 'no field'],
  ['config/properties/seller/x-hint', 'link', '/config/properties/seller/x-hint', 'not known'],
  ['blocks/0/view/0/el', 'script', '/blocks/0/view/0/el'],
  ['blocks/0/view/0/el', 'section', '/blocks/0/view/0/el', 'root of a page'],
  ['blocks/0/view/0/html', '<b>', '/blocks/0/view/0/html', 'not known'],
  ['blocks/0/view/0/text', '{nobody}', '/blocks/0/view/0/text', 'no field'],
  ['blocks/0/view/0/text', '{constructor}', '/blocks/0/view/0/text', 'no field'],
  ['blocks/0/view/0/text', '{product.price}', '/blocks/0/view/0/text', 'no field'],
  ['blocks/0/view/0/text', '{note', '/blocks/0/view/0/text', 'names nothing'],
  ['blocks/0/view/0/text', '{rows}', '/blocks/0/view/0/text', 'drawn by each'],
  ['blocks/0/view/0/text', '{on}', '/blocks/0/view/0/text', 'no words'],
  ['blocks/0/view/0/text', '{photo}', '/blocks/0/view/0/text', 'no words'],
  ['blocks/0/view/0/text', '{item}', '/blocks/0/view/0/text', 'no field'],
  ['blocks/0/view/0/text', undefined, '/blocks/0/view/0/text', 'required'],
  ['blocks/0/view/0/link', '/', '/blocks/0/view/0/link', 'no place'],
  ['blocks/0/view/0/items', [{ el: 'text', text: 'x' }], '/blocks/0/view/0/items', 'no place'],
  ['blocks/0/view/0/axes', { level: '1' }, '/blocks/0/view/0/axes/level', 'must be one of 2, 3'],
  ['blocks/0/view/0/axes', { tone: 'plain' }, '/blocks/0/view/0/axes/tone', 'no axis'],
  ['blocks/0/view/0/part', 'row', '/blocks/0/view/0', 'an element'],
  ['blocks/0/view/1/link', 'javascript:alert({note})', '/blocks/0/view/1/link', 'https:'],
  ['blocks/0/view/1/link', '{note}', '/blocks/0/view/1/link', 'field of links'],
  ['blocks/0/view/1/link', '{note}:alert(1)', '/blocks/0/view/1/link', 'https:'],
  ['blocks/0/view/1/link', '//{note}', '/blocks/0/view/1/link', 'https:'],
  ['blocks/0/view/1/link', undefined, '/blocks/0/view/1/link', 'required'],
  ['blocks/0/view/3/image', '{note}', '/blocks/0/view/3/image', 'picture'],
  ['blocks/0/view/4/items', undefined, '/blocks/0/view/4/items', 'required'],
  ['blocks/0/view/4/items/0/part', 'value', '/blocks/0/view/4/items/0', 'a part: row'],
  ['blocks/0/view/4/items/0/each', 'note', '/blocks/0/view/4/items/0/each', 'no list'],
  ['blocks/0/view/4/items/0/items/1/each', 'rows', '/blocks/0/view/4/items/0/items/1/each', 'a list already'],
  ['blocks/0/view', new Array(6).fill({ el: 'text', each: 'rows', text: '{item}' }), '/blocks/0/view', 'draws up to'],
  ['pages/0/view', [{ el: 'text', text: 'x' }], '/pages/0/view/0/el', 'in a section'],
  ['pages/0/title', '{nobody}', '/pages/0/title', 'no field'],
  ['ops/0/op', 'channel.catalog.draw', '/ops/0/op', 'no capability'],
  ['ops/0/op', 'catalog.price.set', '/ops/0/op', 'no extension'],
  ['ops', [whole.ops, whole.ops].flat(), '/ops/1/op', 'twice'],
  ['ops/0/needs/secrets', ['password'], '/ops/0/needs/secrets/0', 'no secret'],
  ['ops/0/needs/config', ['seller', 'city'], '/ops/0/needs/config/1', 'no field'],
  ['kind', 'cargo', '/ops/0/op', 'channel'],
];

describe('validate.manifest', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('agent', ['catalog:read']));
  });
  afterAll(() => site.close());

  const validate = async (manifest: unknown) => {
    const { status, body } = await site.call('POST', '/v1/validate/manifest', { token, body: { manifest } });
    expect(status).toBe(200);
    return body as { valid: boolean; errors: { pointer: string; message: string }[] };
  };

  test('finds nothing wrong with a manifest that has all that one can have, and writes nothing', async () => {
    const before = await contentsOf(site);
    expect(await validate(whole)).toEqual({ valid: true, errors: [] });
    expect(await contentsOf(site)).toEqual(before);
    for (const point of decisionPoints)
      expect(await validate({ ...whole, hooks: [{ point }] })).toEqual({ valid: true, errors: [] });
  });

  test.each(wrong)('says what is wrong with %s: %j', async (...[at, value, pointer = `/${at}`, says = '']) => {
    const { valid, errors } = await validate(altered(at, value));
    expect(valid).toBe(false);
    expect(errors.map((error) => [error.pointer, error.message])).toContainEqual([
      expect.stringContaining(`/manifest${pointer}`),
      expect.stringContaining(says),
    ]);
  });

  test.each(['hook', 'block', 'page'])('a %s that declares none is none', async (kind) => {
    const { manifestVersion, key, version, summary } = whole;
    const bare = { manifestVersion, key, name: 'Boş', kind, version, summary };
    expect((await validate(bare)).errors).toEqual([
      { pointer: '/manifest/kind', message: expect.stringContaining(kind) },
    ]);
  });

  test('answers whatever stands in a document, and never fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...wrong.map(([at]) => at)),
        fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(null)),
        async (at, value) => {
          const body = { manifest: altered(at, value) };
          const answer = await site.call('POST', '/v1/validate/manifest', { token, body });
          // Numbers that no double holds are refused before anybody reads them.
          if (answer.status === 400) expect(answer.body.code).toBe('invalid_request');
          else expect([answer.status, answer.body.valid]).toEqual([200, answer.body.errors.length === 0]);
        },
      ),
      { numRuns: 60 },
    );
  });

  const some = <T>(count: number, part: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => part(n));
  const withFields = (count: number, field: object) =>
    altered('config/properties', Object.fromEntries(some(count, (n) => [`f${n}`, field])));

  test('names what is wrong with one part beside what the form of another lacks', async () => {
    const field = { type: 'string', pattern: '^(a+)+$' };
    const { errors } = await validate({
      ...altered('config/properties/seller', field),
      kind: undefined,
      scopes: ['x:y'],
    });
    expect(errors).toEqual(
      expect.arrayContaining([
        { pointer: '/manifest/kind', message: expect.any(String) },
        { pointer: '/manifest/scopes/0', message: expect.stringMatching(/^is no scope; there are .*catalog:read/) },
        { pointer: '/manifest/config/properties/seller/x-label', message: expect.any(String) },
        { pointer: '/manifest/config/properties/seller/pattern', message: expect.stringContaining('without end') },
      ]),
    );
  });

  test('is judged by a form that is served', async () => {
    const { status, body } = await site.call('GET', '/docs/manifest.schema.json');
    expect([status, body.required]).toEqual([200, expect.arrayContaining(['kind', 'version'])]);
  });

  test('stops at the bounds of the form: what is beyond them is not looked at', async () => {
    const field = { type: 'string', pattern: '^(a+)+$', default: 'a'.repeat(1_000), ...label };
    for (const count of [51, 400, 20_000])
      expect((await validate(withFields(count, count > 400 ? {} : field))).errors).toEqual([
        { pointer: '/manifest/config/properties', message: 'must NOT have more than 50 properties' },
      ]);
  });

  test('names 20 faults at most', async () => {
    expect((await validate(withFields(50, { type: 'string', pattern: '(' }))).errors).toHaveLength(20);
    const needs = { secrets: some(50, (n) => `s${n}`), config: some(50, (n) => `c${n}`) };
    const ops = some(50, (n) => ({ op: `no.such.op${n}`, needs }));
    expect((await validate({ ...whole, ops })).errors).toHaveLength(20);
  });

  test('runs no pattern over anything: one that takes without end, and is not known to, costs nothing', async () => {
    const field = { type: 'string', pattern: '^a*a*a*a*a*a*a*$', default: `${'a'.repeat(500)}!`, ...label };
    expect((await validate(altered('config/properties/seller', field))).valid).toBe(true);
  });

  test.each(['^(TR|EN)?-[0-9]+$', '^[(|)]+$', '^\\(a\\|b\\)+$', '^(ab|c)[*]$'])(
    'takes the pattern %s',
    async (pattern) => {
      const field = { type: 'string', pattern, ...label };
      expect((await validate(altered('config/properties/seller', field))).valid).toBe(true);
    },
  );

  test('nobody is asked without a credential, and what is no object is refused', async () => {
    const { status } = await site.call('POST', '/v1/validate/manifest', { body: { manifest: whole } });
    expect(status).toBe(401);
    for (const manifest of [[], 'x', null, 7]) {
      const answer = await site.call('POST', '/v1/validate/manifest', { token, body: { manifest } });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    }
  });
});

test('the manifests of this platform are such as it takes itself', () => {
  const op = (id: string) => registry.command(id) && {};
  for (const manifest of published) {
    const { key, version } = manifest;
    expect([key, version, manifestErrors(documentOf(manifest), { op })]).toEqual([key, version, []]);
  }
  expect(providers.map(lineFault)).toEqual(providers.map(() => undefined));
});
