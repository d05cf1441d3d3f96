import type { Design } from '../read/design';
import { plain } from '../text/text';
import { escaped } from './xml';

/** Draws the first letter of a name as SVG, in the colours of the shop. */
export function letterIcon(name: string, { accent, accentText }: Design['colors']): string {
  const [letter = ''] = [...plain(name).trim()].map((each) => each.toLocaleUpperCase('tr-TR'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${escaped(accent)}"/><text x="32" y="33" dominant-baseline="central" text-anchor="middle" font-family="system-ui, sans-serif" font-size="38" font-weight="700" fill="${escaped(accentText)}">${escaped(letter)}</text></svg>\n`;
}
