import { readdirSync } from 'node:fs';
import path from 'node:path';
import { problems } from '../../src/kernel/problems';
import { registry } from '../../src/registry';
import { guideNames } from '../../src/surfaces/docs/guides';
import { doors } from '../../src/surfaces/docs/start-page';
import { openSite, type Site } from './site';

interface Operation {
  readonly tags?: readonly string[];
  readonly operationId?: string;
}

const FOLDER = path.join(__dirname, '../../docs/guides');

describe('the documentation that the product serves', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer'));
  });
  afterAll(() => site.close());

  const page = (place: string) => site.call('GET', place, { headers: { Accept: 'text/html' } });

  test('the type of a problem is a page about its code, with the answer as it is', async () => {
    const { body } = await site.call('GET', '/v1/nothing', { token });
    expect(body.type).toBe('/docs/errors/not_found');
    const told = await page(body.type);
    expect([told.status, told.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    const text = await site.call('GET', `${body.type}.md`);
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(text.text) ?? [];
    // What was meant by the path is said of this one alone.
    const { detail: _, nextStep: _meant, requestId, ...always } = body;
    expect(JSON.parse(example)).toMatchObject(always);
    expect(requestId).toHaveLength(JSON.parse(example).requestId.length);
  });

  test('every code has its page, which says what to do and whether to send the call again', async () => {
    const list = (await page('/docs/errors')).text;
    for (const [code, { title, turkish }] of problems()) {
      const { status, text } = await site.call('GET', `/docs/errors/${code}.md`);
      expect([code, status]).toEqual([code, 200]);
      for (const part of [title, turkish, '**Cause.** ', '**What to do.** ', '**Send it again?** '])
        expect(text).toContain(part);
      expect(list).toContain(`href="/docs/errors/${code}"`);
    }
  });

  test('a call that is refused for its state is not sent again as it is, and one that found us away is', async () => {
    const advice = async (code: string) => (await site.call('GET', `/docs/errors/${code}.md`)).text;
    expect(await advice('unavailable')).toContain('Yes: the same call with the same idempotency key');
    expect(await advice('throttled')).toContain('Yes: the same call with the same idempotency key');
    expect(await advice('rev_conflict')).toContain('read what is there now');
    expect(await advice('handle_taken')).toContain('Mend it, and send it with a new idempotency key');
  });

  test('each guide of the folder is served, as a page and as text', async () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(guideNames.map((name) => `${name}.md`).toSorted());
    for (const name of guideNames) {
      const told = await page(`/docs/guides/${name}`);
      expect([name, told.status]).toEqual([name, 200]);
      expect(told.text).toContain(`href="/docs/guides/${name}.md"`);
      const twin = await site.call('GET', `/docs/guides/${name}.md`);
      expect(twin.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
      expect(twin.text).toMatch(/^# \S.*\n\n\S.*\.\n\n/);
    }
  });

  test('no link of any page leads nowhere, and pages run no script', async () => {
    const seen = new Set<string>();
    const waiting = ['/', '/docs/guides', '/docs/errors'];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (seen.has(place)) continue;
      seen.add(place);
      const { status, text, headers } = await page(place);
      expect([place, status]).toEqual([place, place === doors.panel ? expect.any(Number) : 200]);
      const isOurs =
        place === '/' || (place.startsWith('/docs/') && /text\/html/.test(headers.get('Content-Type') ?? ''));
      if (!isOurs) continue;
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(headers.get('Content-Security-Policy')).not.toContain('script-src');
      expect(text).not.toContain('<script');
      waiting.push(...[...text.matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, link]) => link as string));
    }
    expect(seen.size).toBeGreaterThan(problems().length + guideNames.length);
  });

  test('/ is a page for people, and JSON for programs', async () => {
    const people = await page('/');
    expect(people.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    for (const door of ['/panel', '/docs', '/openapi.json']) expect(people.text).toContain(`href="${door}"`);
    const program = await site.call('GET', '/', { headers: { Accept: '*/*' } });
    expect(program.body).toMatchObject({
      name: 'tezgah',
      openapi: '/openapi.json',
      docs: '/docs',
      tools: '/mcp/tools',
    });
    expect(program.headers.get('Vary')).toContain('Accept');
  });

  test('each command is found by its id, with a link to the calls that run it', async () => {
    const { text } = await site.call('GET', '/docs/commands.md');
    for (const { id } of registry.commands) expect(text).toContain(`| \`${id}\` |`);
    const calls = [...text.matchAll(/\]\(\/docs#\/([\w-]+)\/([\w.-]+)\)/g)];
    const known = Object.values<Record<string, Operation>>((await site.call('GET', '/openapi.json')).body.paths);
    const operations = new Set(
      known.flatMap((each) => Object.values(each)).map(({ tags, operationId }) => `${tags?.[0]}/${operationId}`),
    );
    expect(calls.map(([, tag, id]) => `${tag}/${id}`).filter((call) => !operations.has(call))).toEqual([]);
    expect(calls.length).toBeGreaterThan(registry.commands.length);
    expect((await page('/')).text).toContain('href="/docs/commands"');
  });

  test('/ says what the panel is for today', async () => {
    const { text } = await page('/');
    for (const word of ['Turkish and English', 'orders', 'products', 'marketplaces', 'proposals'])
      expect(text).toContain(word);
  });

  test('/llms.txt lists every guide as text', async () => {
    const { text } = await site.call('GET', '/llms.txt');
    expect(text).toMatch(/^# Tezgâh\n\n> /);
    const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link]) => link as string);
    expect(links).toEqual(expect.arrayContaining(guideNames.map((name) => `/docs/guides/${name}.md`)));
    for (const link of links) expect([link, (await site.call('GET', link)).status]).toEqual([link, 200]);
  });
});
