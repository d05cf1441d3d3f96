import path from 'node:path';

const three = path.resolve(__dirname, '..', '..', '..');

/** The folder of the product, also where this file itself runs from its source. */
export const above = path.basename(three) === 'dist' ? path.dirname(three) : three;
/** A compiled file of the product. */
export const compiled = (file: string): string => path.join(above, 'dist', 'src', file);
