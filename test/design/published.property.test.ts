// tier: all
import * as fc from 'fast-check';
import type { Bundle } from '../../src/design/bundle/bundle';
import { templates } from '../../src/design/template/templates';
import { endCssThreads } from '../../src/skin/css/apart';
import { openShopsOf, type Shops, shopEnvironment } from '../storefront/shops';
import { runsOf } from '../world/runs';
import { openStudio, type Studio } from './studio';

/** A change of a design, as somebody makes it who looks at what he does, or not. */
type Change = (body: Bundle) => void;

const text = fc.string({ maxLength: 30 });
const nth = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const nodesIn = ({ nodes }: Bundle) => Object.values(nodes) as { type: string; props: Record<string, unknown> }[];
const pagesIn = ({ pages }: Bundle) => Object.values(pages) as { kind: string; title?: string; root: string[] }[];

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.nat(), text).map(
    ([at, to]): Change =>
      (body) =>
        void Object.assign(nth(nodesIn(body), at).props, { title: to }),
  ),
  fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 2 })).map(
    ([at, to]): Change =>
      (body) =>
        void Object.assign(nth(nodesIn(body), at).props, { text: to }),
  ),
  fc.tuple(fc.nat(), fc.constantFrom('hero', 'richText', 'carousel', 'productMain', 'header')).map(
    ([at, to]): Change =>
      (body) =>
        void Object.assign(nth(nodesIn(body), at), { type: to }),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([from, to]): Change =>
      (body) => {
        const moved = nth(pagesIn(body), from).root.pop();
        if (moved) nth(pagesIn(body), to).root.unshift(moved);
      },
  ),
  fc.nat().map(
    (at): Change =>
      (body) =>
        void nth(pagesIn(body), at).root.pop(),
  ),
  fc.tuple(fc.nat(), text).map(
    ([at, to]): Change =>
      (body) =>
        void Object.assign(nth(pagesIn(body), at), { title: to }),
  ),
  fc.constantFrom('#123456', 'red', '12px', 'url(x)').map(
    (to): Change =>
      (body) => {
        Object.assign(body, { variables: { ...body.variables, 'color-accent': to } });
      },
  ),
  fc.constantFrom('[data-el="hero"] { gap: 3px }', '.x { color: red }', '[data-el="hero"] { z-index: 9 }').map(
    (css): Change =>
      (body) =>
        void Object.assign(body, { customCss: css }),
  ),
  fc.constantFrom('/ara', 'https://example.com', 'javascript:alert(1)', '//x').map(
    (link): Change =>
      (body) => {
        Object.assign(body, { menus: { ...body.menus, main: { label: 'Menü', items: [{ label: 'Git', link }] } } });
      },
  ),
  fc.constant<Change>((body) => {
    Object.assign(body.zones, { 'page.top': [{ id: 'blk', extension: 'yok', block: 'yok', config: {} }] });
  }),
);

const design = fc.tuple(fc.nat(), fc.array(change, { maxLength: 4 })).map(([at, changes]) => {
  const body = structuredClone(nth(templates, at).make()) as Bundle;
  for (const each of changes) each(body);
  return body;
});

describe('designs that are published', () => {
  let studio: Studio;
  let shops: Shops;
  beforeAll(async () => {
    studio = await openStudio({ environment: shopEnvironment });
    shops = await openShopsOf(studio.site.world);
    const owner = { as: studio.site.world.owner };
    await studio.site.world.done('catalog.product.create', { title: 'Fincan', price: 14_990, stock: 8 }, owner);
  });
  afterAll(async () => {
    await endCssThreads();
    await shops.close();
    await studio.close();
  });

  const shown = async () => {
    const pages = await Promise.all(
      ['/', '/ara?q=fincan', '/urun/fincan', '/sepet', '/yok'].map((path) => shops.get(path)),
    );
    return pages.map(({ status, text }) => `${status} ${text}`);
  };
  const live = async (): Promise<number> =>
    (await studio.site.rows<{ rev: number }>('SELECT rev FROM design_live'))[0]?.rev ?? 0;

  test('are those that validate calls valid, and a rollback to each shows its pages in the same bytes', async () => {
    const before = new Map<number, readonly string[]>();
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(design, fc.nat(), async (body, pick) => {
        const { body: verdict } = await studio.site.call('POST', '/v1/validate/bundle', {
          session: studio.owner,
          body: { body },
        });
        const put = await studio.put(body, (await studio.draft()).rev);
        expect([200, 400, 422]).toContain(put.status);
        if (put.status !== 200) {
          // Numbers that no program keeps exactly are refused before anybody judges.
          expect(verdict.valid).toBe(put.status === 400 && verdict.status === 400 ? undefined : false);
          refused += 1;
          return;
        }
        const call = { hash: put.body.hash, expectedRev: await live(), allowOlderTheme: true };
        const published = await studio.run('design.publish', call);
        expect([published.status, verdict.valid]).toEqual(verdict.valid ? [200, true] : [422, false]);
        if (published.status !== 200) {
          refused += 1;
          return;
        }
        before.set(published.body.result.seq, await shown());
        const [seq, pages] = nth([...before], pick);
        if (seq === published.body.result.seq) return;
        expect((await studio.run('design.rollback', { seq, expectedRev: await live() })).status).toBe(200);
        expect(await shown()).toEqual(pages);
      }),
      { numRuns: runsOf(120) },
    );
    expect([before.size > 5, refused > 5]).toEqual([true, true]);
  });
});
