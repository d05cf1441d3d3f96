import axe from 'axe-core';
import { eventually } from '../world/eventually';
import { isFullRun } from '../world/runs';
import { desktop, type Panel, phone } from './browser';
import { walkByKeyboard } from './keyboard';

/** One look at each page judges a change; the matrix is of the full run. */
const languages = isFullRun ? (['tr', 'en'] as const) : (['tr'] as const);
const sizes = isFullRun ? [desktop, phone] : [desktop];

const LOADED_WITHIN_MS = 30_000;

/** Looks at pages in both languages, both themes, wide and narrow. */
export class Looks {
  constructor(
    private readonly panel: Panel,
    /** The address that serves the panel. */
    private readonly url: string,
  ) {}

  /** A page is as it should be, and begins with the heading; null: with any. */
  async holds(place: string, heading: { readonly tr: string; readonly en: string } | null): Promise<void> {
    const { page } = this.panel;
    const found: string[] = [];
    for (const language of languages) {
      await page.setViewportSize(desktop);
      // A page that stands already keeps the language for the next one.
      if (!page.url().startsWith(this.url)) await this.panel.open(place);
      await page.evaluate(`localStorage.setItem('tezgah.language', '${language}')`);
      await this.panel.open(place);
      const title = heading
        ? page.getByRole('heading', { level: 1, name: heading[language], exact: true })
        : page.getByRole('heading', { level: 1 });
      await title.waitFor();
      await this.loaded();
      // Once wide and once narrow: what is reached hangs on the size, and not on the language.
      await page.setViewportSize(language === 'tr' ? desktop : phone);
      if (isFullRun) found.push(...(await walkByKeyboard(page)).map((each) => `${language}, by keyboard: ${each}`));
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.title()).toMatch(/\S · Tezgâh$/);
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect([place, language, await this.panel.contentWidth()]).toEqual([place, language, size.width]);
        expect([place, language, await this.beyond()]).toEqual([place, language, []]);
        // Four of the eight, so that any two of language, size and theme go together somewhere.
        const theme = (language === 'tr') === (size === desktop) ? 'light' : 'dark';
        await page.emulateMedia({ colorScheme: theme });
        await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' });
        await this.faded();
        await this.panel.picture(`page ${place.replaceAll('/', '_')} ${language} ${theme} ${size.width}`);
        found.push(...(await this.violations()).map((each) => `${language} ${theme} ${size.width}: ${each}`));
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate(`localStorage.setItem('tezgah.language', 'tr')`);
    expect(found).toEqual([]);
  }

  /** Names the buttons and links that end beyond the screen. What scrolls sideways by itself may hold some. */
  beyond(): Promise<string[]> {
    return this.panel.page.evaluate<string[]>(`[...document.querySelectorAll('a[href], button, input, select')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1 &&
        each.getBoundingClientRect().right > innerWidth + 0.5)
      .filter((each) => {
        for (let above = each.parentElement; above; above = above.parentElement)
          if (/auto|scroll|hidden/.test(getComputedStyle(above).overflowX) && above !== document.body) return false;
        return true;
      })
      .map((each) => (each.textContent || each.name || each.ariaLabel || each.outerHTML).slice(0, 60))`);
  }

  /** Waits until nothing of the page is loading. */
  async loaded(): Promise<void> {
    const { page } = this.panel;
    const waiting = page.getByRole('status').filter({ hasText: /Yükleniyor|Loading/ });
    for (const until = Date.now() + LOADED_WITHIN_MS; (await waiting.count()) > 0 && Date.now() < until; )
      await page.waitForTimeout(50);
    expect(await waiting.count()).toBe(0);
  }

  /** Brings fades to their end: what fades from one theme to the other is in the colours of neither. */
  async faded(): Promise<void> {
    const fading = `document.getAnimations().filter((each) => each instanceof CSSTransition && each.finish() === undefined).length`;
    await eventually(async () => (await this.panel.page.evaluate<number>(fading)) === 0);
  }

  /** Faults that keep people from using the page as it is. Asked through the debugger: the policy of the page lets no text be evaluated within it. */
  async violations(): Promise<string[]> {
    const debug = await this.panel.page.context().newCDPSession(this.panel.page);
    const known = await debug.send('Runtime.evaluate', { expression: 'typeof axe', returnByValue: true });
    const expression = `${known.result.value === 'object' ? '' : axe.source};axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      JSON.stringify(violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, all, none }) => id + ' ' + target.join(' ') + ' ' +
          ([...any, ...all, ...none][0]?.message ?? '').slice(0, 160)))))`;
    const { result, exceptionDetails } = await debug.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    await debug.detach();
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return JSON.parse(result.value as string);
  }
}
