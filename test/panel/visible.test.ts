// tier: all
import { catalogPull } from '../../src/channel/import/declaration';
import { newUlid } from '../../src/kernel/ids';
import { piecesOf } from '../../src/kernel/schema/visible';
import { type MintedToken, openSite, type Site } from '../surfaces/site';
import { attended, cellsOf, type Panel, phone, signedIn } from './browser';

/** Turns the direction of what follows, hides, joins: a screen obeys each of them. */
const marks = '\u202E\u2066\u200B';
/** Lines and the space that keeps an amount in one piece are ours. */
const ours = new Set(['\n', '\t', '\u00A0']);

describe('what strangers wrote', () => {
  let site: Site;
  let panel: Panel;
  let agent: MintedToken;
  let proposalId: string;

  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    const hostile = (text: string) => `${text}${marks}x`;
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
    // What turns the order of a text is refused by now; rows of earlier releases, and what is no line, have it.
    const hidden = (text: string) => `${text}\u200Bx`;
    const { id: productId } = await world.done('catalog.product.create', { title: 'Çay', price: 100 });
    await site.rows('UPDATE catalog_product SET title = $1 WHERE id = $2', [hostile('Çay'), productId]);
    agent = await site.mint('agent');
    await site.rows('UPDATE access_token SET label = $1 WHERE id = $2', [hostile('Ajan'), agent.id]);
    const propose = async (command: string, payload: unknown) =>
      (
        await site.call('POST', '/v1/commands', {
          token: agent.token,
          body: { command, storeId: world.storeId, payload, idempotencyKey: newUlid() },
        })
      ).body;
    ({ proposalId } = await propose('catalog.product.update', { productId, brand: hidden('Rize') }));
    await propose('catalog.product.setVariants', { productId, variants: [{ title: hidden('S') }] });
    await propose('proposal.submit', { proposalId, note: hidden('Not') });
    const jobId = `cjb_${newUlid()}`;
    await site.rows(
      `INSERT INTO channel_job (store_id, id, extension, kind, input, lane, state, error, created_by, created_at, progress, failed, objects, brought_bytes)
       VALUES ($1, $2, 'trendyol', 'catalog.pull', '{"mode": "preview"}', 'catalog.pull/preview', 'failed', $3, 'own', now(), $4, 1, '{}', 0)`,
      [
        world.storeId,
        jobId,
        JSON.stringify({ code: 'provider_refused', message: hostile('Olmadı') }),
        JSON.stringify({
          ...catalogPull.initial,
          sample: [{ remoteId: '1', title: hostile('Satır'), action: 'create' }],
        }),
      ],
    );
    await site.rows(
      `INSERT INTO channel_job_error (store_id, job_id, position, title, code, message) VALUES ($1, $2, 1, $3, 'x', $4)`,
      [world.storeId, jobId, hostile('Ürün'), hostile('Bozuk')],
    );
    await site.rows(
      `INSERT INTO mail (store_id, id, owner_id, subject, body, state, last_error, created_at)
       SELECT $1, $2, id, $3, $4, 'failed', $5, now() FROM owner_account WHERE store_id = $1`,
      [world.storeId, `mai_${newUlid()}`, hostile('Konu'), hostile('Metin'), hostile('550')],
    );
    panel = await signedIn(site.url, world);
  });
  attended(() => [panel, site]);

  const pages = ['/proposals', '/proposals/{id}', '/jobs', '/tokens', '/audit', '/mails'];

  test.each(pages)('is marked on %s, in what is shown and in what is read aloud', async (place) => {
    const { page } = panel;
    await panel.open(place.replace('{id}', proposalId));
    await page.locator('.sign').first().waitFor({ state: 'attached' });
    const closed = page.locator('.mantine-Accordion-control[aria-expanded=false]');
    for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
    await page.waitForLoadState('networkidle');
    const shown = await page.evaluate<string[]>(`[
      document.body.innerText,
      ...[...document.querySelectorAll('[aria-label],[title],[alt],input')].map((each) =>
        [each.ariaLabel, each.title, each.alt, each.value].join(' ')),
    ]`);
    const unseen = shown.flatMap((text) => piecesOf(text).filter((piece) => piece.unseen && !ours.has(piece.text)));
    expect(unseen).toEqual([]);
    expect(shown[0]).toMatch(/U\+202E|\[RLO\]/);
  });

  test('is no reason to cut a badge on a phone', async () => {
    const { page } = panel;
    await page.setViewportSize(phone);
    for (const place of pages) {
      await panel.open(place.replace('{id}', proposalId));
      await page.locator('.sign').first().waitFor({ state: 'attached' });
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.mantine-Badge-root')]
        .filter((badge) => {
          const label = badge.querySelector('.mantine-Badge-label');
          const { left, right } = badge.getBoundingClientRect();
          return label.scrollWidth > label.clientWidth || left < 0 || right > innerWidth;
        })
        .map((badge) => badge.textContent)`);
      expect([place, cut]).toEqual([place, []]);
      await panel.picture(`visible${place.replaceAll('/', '-').replace('{id}', 'one')}`);
    }
  });

  test('a field that was empty does not make a thing look new', async () => {
    const { page } = panel;
    await panel.open(`/proposals/${proposalId}`);
    const card = page.getByRole('listitem', { name: /^1\./ });
    const row = card.getByRole('row', { name: /^Marka/ });
    await row.waitFor();
    expect(await row.getByRole('cell').count()).toBe(3);
    expect((await cellsOf(row))[1]).toBe('yok');
  });
});
