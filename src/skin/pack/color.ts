type Channels = readonly [red: number, green: number, blue: number, alpha: number];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i;

function channelsOf(color: string): Channels | undefined {
  const [, red = '', green = '', blue = '', alpha = 'ff'] = HEX.exec(color) ?? [];
  if (red === '') return undefined;
  const of = (digits: string): number => Number.parseInt(digits, 16) / 255;
  return [of(red), of(green), of(blue), of(alpha)];
}

const over = ([red, green, blue, alpha]: Channels, [below, behind, beneath]: Channels): Channels => [
  red * alpha + below * (1 - alpha),
  green * alpha + behind * (1 - alpha),
  blue * alpha + beneath * (1 - alpha),
  1,
];

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

const luminance = ([red, green, blue]: Channels): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const WHITE: Channels = [1, 1, 1, 1];

/**
 * The contrast of two colours by WCAG 2, unrounded: `fg` is drawn over `bg`, and that over `page`, where they let anything through.
 * @param page what is behind all else @returns undefined: one is no `#rrggbb`
 */
export function contrastOf(fg: string, bg: string, page: string): number | undefined {
  const [front, back, behind] = [channelsOf(fg), channelsOf(bg), channelsOf(page)];
  if (!front || !back) return undefined;
  const ground = over(back, over(behind ?? WHITE, WHITE));
  const [light, dark] = [luminance(over(front, ground)), luminance(ground)].toSorted((left, right) => right - left);
  return ((light as number) + 0.05) / ((dark as number) + 0.05);
}
