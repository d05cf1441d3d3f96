import Bowser from 'bowser';

/**
 * What an owner calls the program that logged in, e.g. `Chrome · Windows`, of what it said it is. What is no browser on a system
 * that is known, or the command line, is called what it said.
 */
export function deviceName(said: string): string {
  if (/^tezgah\//.test(said)) return said.replace('/', ' ');
  const { browser, os } = Bowser.parse(said || '–');
  return browser.name && os.name ? `${browser.name} · ${os.name}` : said;
}
