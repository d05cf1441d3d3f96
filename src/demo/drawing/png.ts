import sharp from 'sharp';

/** Makes a PNG of a drawing. Media files are drawn of what a shop uploads, and an SVG is refused there. */
export const pngOf = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer();
