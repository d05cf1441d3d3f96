import Bowser from 'bowser';

/**
 * Names the program that logged in as an owner would, e.g. `Chrome · Windows`, from the agent that it stated. A program that is no browser
 * on a known system, nor the command line, keeps its own name.
 */
export function deviceName(said: string): string {
  if (/^tezgah\//.test(said)) return said.replace('/', ' ');
  const { browser, os } = Bowser.parse(said || '–');
  return browser.name && os.name ? `${browser.name} · ${os.name}` : said;
}
