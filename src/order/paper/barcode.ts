import JsBarcode from 'jsbarcode';

/** Modules of white that a scanner needs on either side. */
const QUIET = 10;
/** Characters that every scanner types as they are, whatever its keyboard. */
const CODABLE = /^[0-9A-Z-]{1,30}$/;

/** The bars of a text, each with its place and its width in modules. */
export interface Bars {
  readonly bars: readonly { readonly at: number; readonly width: number }[];
  /** The width of all of them with the quiet zones, in modules. */
  readonly modules: number;
}

/** Writes a text as Code 128. @returns undefined of a text that a scanner might type otherwise */
export function barsOf(text: string): Bars | undefined {
  if (!CODABLE.test(text)) return undefined;
  const written: { encodings?: readonly { readonly data: string }[] } = {};
  JsBarcode(written, text, { format: 'CODE128' });
  const data = (written.encodings ?? []).map((each) => each.data).join('');
  const bars = [...data.matchAll(/1+/g)].map(({ index, 0: { length } }) => ({ at: QUIET + index, width: length }));
  return { bars, modules: data.length + 2 * QUIET };
}
