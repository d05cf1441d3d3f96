/** A label of a marketplace has about 3 KiB. */
export const ZPL_BYTES_MAX = 64 * 1024;

/** Finds the reason for which the text of a label is not drawn; undefined: it is drawn. */
export function flawOfZpl(zpl: string): string | undefined {
  if (Buffer.byteLength(zpl) > ZPL_BYTES_MAX) return `it has more than ${ZPL_BYTES_MAX / 1024} KiB of ZPL`;
  if (zpl.includes('\0')) return 'its ZPL holds a NUL character';
  if (!holdsLabel(zpl.toUpperCase())) return 'it is no ZPL: there is nothing between ^XA and ^XZ';
  return undefined;
}

/** A pattern takes the square of the length for a text that begins often and never ends. */
function holdsLabel(text: string): boolean {
  const start = text.indexOf('^XA');
  return start >= 0 && text.lastIndexOf('^XZ') > start;
}

/** The advance of each character of font 0 as the renderer has it, in hundredths of its height. What is not here, the font lacks. */
const FONT_0: Readonly<Record<number, string>> = {
  25: " '\\|¦",
  27: '{}',
  28: '/:;IfijltÌÍÎÏìíîïİıł',
  30: 'ª²³¹º',
  33: '!"(),.[]`r¡¨¯´·¸řť',
  39: 'zž',
  40: '°',
  41: 'źż',
  44: 'Jcksvxyçýÿčśşš',
  46: 'ć',
  48: 'ę',
  50: '#$*+0123456789<=>?EFLTZ^_abdeghnopqu~¢£¤¥§«¬±µ»¿ÈÉÊË×ßàáâãäåèéêëðñòóôõö÷øùúûüþąďĘĚěĝŁńňőŤůŻŽ',
  51: 'Ź',
  55: '¶Ś',
  56: 'ABCKPSVXYÀÁÂÃÄÅÇÝÞĆČŞŠŸ',
  59: 'Ą',
  61: 'DGHNOQRUÐÑÒÓÔÕÖØÙÚÛÜĎĜŃŇŐŘŮ',
  67: '&w',
  72: 'æœ',
  75: '¼½¾',
  78: 'MmÆ',
  80: '-',
  83: '%@W©®Œ',
};
const advances = new Map(
  Object.entries(FONT_0).flatMap(([advance, characters]) => [...characters].map((one) => [one, Number(advance)])),
);
const USUAL_ADVANCE = 50;

/** Font 0 has the letter beneath the sign: a printer gives both the same room. */
const advanceOf = (character: string): number =>
  advances.get(character) ?? advances.get(character.normalize('NFD').charAt(0)) ?? USUAL_ADVANCE;

const font0Lacks = (character: string): boolean => character > '\x7f' && !advances.has(character);

/**
 * The renderer's font of equal widths has all letters. Under its own names it is scaled in steps only; under a name that the renderer
 * does not know, freely.
 */
const OTHER_FONT = 'V';
/** The advance of that font, in hundredths of its stated width. */
const OTHER_ADVANCE = 120.5;
/** Font 0 gets no smaller, in dots. */
const SMALLEST = 10;

/** UTF-8, the one encoding in which the renderer is given letters that font 0 lacks. */
const UTF_8 = '28';

interface Font {
  readonly name: string;
  /** The orientation that stands behind the name of the font; empty: the label's own. */
  readonly orientation: string;
  readonly height: number;
  readonly width: number;
}

const PRINTERS_FONT: Font = { name: 'A', orientation: '', height: 0, width: 0 };

const fontOf = (text: string, { orientation, height, width }: Font): Font => {
  const [named = '', high, wide] = text.split(',');
  const [name = '', turned = ''] = named.trim().toUpperCase();
  return {
    name,
    orientation: turned || orientation,
    height: high === undefined ? height : Number.parseInt(high, 10) || 0,
    width: wide === undefined ? width : Number.parseInt(wide, 10) || 0,
  };
};

const fontCommand = ({ name, height, width }: Font): string => `^CF${name},${height},${width}`;

/** The other font, as high as this one, and so narrow that the text takes no more room. */
function narrowed({ orientation, ...font }: Font, text: string): Font {
  const height = Math.max(font.height || font.width, SMALLEST);
  const width = Math.max(font.width || font.height, SMALLEST);
  const characters = [...text];
  const room = characters.reduce((sum, character) => sum + advanceOf(character), 0) * width;
  return {
    name: OTHER_FONT,
    orientation,
    height,
    width: Math.max(1, Math.floor(room / (characters.length * OTHER_ADVANCE))),
  };
}

const unescaped = (text: string, sign: string): string => {
  const bytes: Buffer[] = [];
  for (let at = 0; at < text.length; ) {
    const hex = text.charAt(at) === sign ? /^[0-9A-Fa-f]{2}/.exec(text.slice(at + 1))?.[0] : undefined;
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    bytes.push(hex ? Buffer.from(hex, 'hex') : Buffer.from(character));
    at += hex ? 3 : character.length;
  }
  return Buffer.concat(bytes).toString();
};

/**
 * The renderer's font 0 has no Ğ and no ğ. Fields in that font that hold a letter it lacks are set in another font: as high, and not
 * wider. All else stays as it is.
 */
export function withAllLetters(zpl: string): string {
  const text = zpl.replace(/[\n\r\t]/g, '');
  // A label that changes the signs of its commands is left as it is.
  if (/[\^~]C[CT]/i.test(text)) return zpl;
  let charset = '0';
  let usual = PRINTERS_FONT;
  let own: Font | undefined;
  let sign = '';
  let isBarcode = false;
  let changed = false;

  const written = text.split(/(?=[\^~])/).map((command) => {
    const word = command.slice(0, 3).toUpperCase();
    const rest = command.slice(3);
    if (word === '^CI') charset = rest.split(',', 1)[0]?.trim() ?? charset;
    else if (word === '^CF') usual = { ...fontOf(rest.split(',')[0] ? rest : `${usual.name}${rest}`, PRINTERS_FONT) };
    else if (word.startsWith('^A') && command.length > 2) own = fontOf(command.slice(2), PRINTERS_FONT);
    else if (word === '^FH') sign = rest.charAt(0) || '_';
    else if (/^\^B[^Y]/.test(word)) isBarcode = true;
    else if (word === '^FD' || word === '^FV') {
      const shown = sign && word === '^FD' ? unescaped(rest, sign) : rest;
      const font = own ?? usual;
      if (!isBarcode && charset === UTF_8 && font.name === '0' && [...shown].some(font0Lacks)) {
        changed = true;
        const other = narrowed(font, shown);
        const { height, width } = other;
        const turned = other.orientation && `^A${OTHER_FONT}${other.orientation},${height},${width}`;
        return `${fontCommand(other)}${turned}${command}`;
      }
    } else if (word === '^FS') {
      const restored = changed ? fontCommand(usual) : '';
      own = undefined;
      sign = '';
      isBarcode = false;
      changed = false;
      return `${command}${restored}`;
    }
    return command;
  });
  return written.join('');
}
