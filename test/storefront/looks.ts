import path from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Holds that a page is no wider than its screen and that axe finds nothing. The page runs no script, so a copy of it is looked at.
 * Pictures of both are kept in `SHOP_PICTURES` for people who want to see them.
 */
export async function looksWell(page: Page, copy: Page, name: string): Promise<void> {
  const folder = process.env.SHOP_PICTURES;
  const width = page.viewportSize()?.width ?? 0;
  if (folder) await page.screenshot({ path: path.join(folder, `${name} ${width}.png`), fullPage: true });
  const body = await page.content();
  const [address] = page.url().split('#');
  await copy.route('**/*', (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ body, contentType: 'text/html' }) : route.continue(),
  );
  await copy.goto(address as string);
  await copy.unroute('**/*');
  const found = await copy.evaluate<string>(
    `${axe.source};axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      JSON.stringify({ width: document.documentElement.scrollWidth, violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, all, none }) => id + ' ' + target.join(' ') + ' ' + ([...any, ...all, ...none][0]?.message ?? ''))) }))`,
  );
  expect([name, JSON.parse(found)]).toEqual([name, { width, violations: [] }]);
}
