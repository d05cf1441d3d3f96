import { startingBundle } from '../../src/design/template/starting';
import { endCssThreads } from '../../src/skin/css/apart';
import { sade100, sade110 } from '../../src/skin/first-party/sade/versions';
import { examplePackage } from '../../src/theme/package/example';
import { contentsOf, openSite, type Site } from '../surfaces/site';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await endCssThreads();
  await site.close();
});

const ask = async (path: string, body: unknown) => {
  const answer = await site.call('POST', path, { body });
  return { status: answer.status, body: answer.body };
};

describe('themes.check', () => {
  test('a package is checked without a credential, and nothing is kept', async () => {
    const before = await contentsOf(site);
    const { status, body } = await ask('/v1/themes/check', examplePackage);
    expect({ status, ok: body.ok, errors: body.errors }).toEqual({ status: 200, ok: true, errors: [] });
    expect(body.coverage.styled).toContain('legal');
    expect(body.sizes.css).toBe(Buffer.byteLength(examplePackage.css));
    expect(await contentsOf(site)).toEqual(before);
  });

  test('against a version it tells the class of the change', async () => {
    const { manifest, css, variables, presets, skeleton, sections } = sade110;
    const { body } = await ask('/v1/themes/check', {
      manifest,
      css,
      variables,
      presets,
      skeleton,
      sections,
      against: 'sade@1.0.0',
    });
    expect(body).toMatchObject({ ok: true, semver: { class: 'minor' } });
  });
});

describe('compat.check', () => {
  test('artifacts of this release fit it', async () => {
    for (const body of [
      { kind: 'css', artifact: sade100.css },
      { kind: 'bundle', artifact: startingBundle(sade100) },
      {
        kind: 'tree',
        artifact: {
          files: {
            'skin.css': sade100.css,
            'design.json': JSON.stringify(startingBundle(sade100)),
            'work.ts': `await run('catalog.price.set'); fetch('/v1/orders');`,
          },
        },
      },
    ])
      expect((await ask('/v1/compat/check', body)).body).toEqual({ ok: true, breaking: [], warnings: [] });
  });
});

test.each([
  ['themes', { manifest: null, css: '' }],
  [
    'themes',
    { manifest: { key: ['x'] }, css: '@import "x"', variables: [[[]]], presets: { a: 1 }, skeleton: 1, sections: '' },
  ],
  ['themes', { manifest: {}, css: 'p { color: red } '.repeat(30_000) }],
  ['themes', { manifest: {}, css: `${'['.repeat(40_000)}` }],
  ['compat', { kind: 'css', artifact: 7 }],
  ['compat', { kind: 'css', artifact: '<style>' }],
  ['compat', { kind: 'bundle', artifact: 'x' }],
  ['compat', { kind: 'bundle', artifact: { schema: 9 } }],
  ['compat', { kind: 'extension', artifact: [] }],
  ['compat', { kind: 'tree', artifact: { files: { a: 1 } } }],
  ['compat', { kind: 'tree', artifact: { files: { 'a.json': '{', 'b.css': '}', 'c.json': '{"nodes":1,"theme":2}' } } }],
  ['compat', { kind: 'css', artifact: '', kit: '9.0.0', variables: { a: 1 } }],
])('%s: %j is answered with a verdict', async (of, body) => {
  const { status, body: verdict } = await ask(`/v1/${of}/check`, body);
  expect(status).toBe(200);
  expect(typeof verdict.ok).toBe('boolean');
});

test.each([
  ['/v1/themes/check', { css: 7 }],
  ['/v1/themes/check', { manifest: {}, css: '', more: 1 }],
  ['/v1/compat/check', { kind: 'x', artifact: 1 }],
])('%s without the form of a request is 400', async (path, body) => {
  expect((await ask(path, body)).status).toBe(400);
});

test('a style sheet of a design may have 20 KB, and no more', async () => {
  const session = await site.login();
  const validate = async (customCss: string) =>
    (
      await site.call('POST', '/v1/validate/bundle', {
        session,
        body: { body: { ...startingBundle(sade100), customCss } },
      })
    ).body;
  const rule = '[data-el="hero"] { gap: 1px; }\n';
  expect(await validate(rule.repeat(600))).toMatchObject({ valid: true });
  expect((await validate(rule.repeat(700))).errors).toMatchObject([{ code: 'css_too_large' }]);
});
