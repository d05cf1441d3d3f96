import type { OpenFiles } from '../kit/server';
import { tiles } from '../kit/tiles';

/** Pictures of the items, which anybody may fetch. */
export const pictures: OpenFiles = {
  answer(_request, response, pathname) {
    const [, digits] = /^\/pictures\/HBV(\d{1,12})\.png$/.exec(pathname) ?? [];
    if (digits === undefined) return false;
    const seed = Math.imul(Number(digits), 0x9e3779b1) >>> 0;
    const picture = tiles(seed, [
      [seed & 255, (seed >>> 8) & 255, (seed >>> 16) & 255],
      [240, 232, 216],
    ]);
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length }).end(picture);
    return true;
  },
};
