import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import { LINES_MAX } from '../../checkout/session/limits';
import { ID_PATTERN } from '../../kernel/ids';
import type { Session } from './checkout-client';

/** A cart waits for its visitor this long after it was last seen. Its session ends before, and another one takes its place. */
const LIFE_SECONDS = 30 * 24 * 3_600;
/** Browsers keep no cookie of more than 4,096 bytes, name and traits included. */
const LINES_LENGTH_MAX = 3_800;
const ULID = '[0-9A-HJKMNP-TV-Z]{26}';
const LINE = new RegExp(`^(${ULID})(?:-(${ULID}))?-([1-9]\\d?)$`);
const LINES = new RegExp(`^[0-9A-Z.-]{1,${LINES_LENGTH_MAX}}$`);
/** Pieces that a header tells: more is not counted. */
const PIECES = /^[1-9]\d{0,4}$/;
const KEY_BYTES = 16;
/** A key as base64url writes it. */
const KEY = /^[\w-]{22}$/;
const SESSION = new RegExp(`^(?=chs_)${ID_PATTERN}$`);

export const isSession = (text: string): boolean => SESSION.test(text);

type Line = Readonly<Pick<Session['lines'][number], 'productId' | 'variantId' | 'quantity'>>;

/** A line without the prefixes of its identifiers, which are always the same. */
const lineText = ({ productId, variantId, quantity }: Line): string =>
  [productId, ...(variantId === null ? [] : [variantId])]
    .map((id) => id.slice(4))
    .concat(String(quantity))
    .join('-');

/** As many lines as fit. */
function linesText(lines: readonly Line[]): string {
  let text = '';
  for (const line of lines.map(lineText)) {
    if (text.length + 1 + line.length > LINES_LENGTH_MAX) break;
    text = text === '' ? line : `${text}.${line}`;
  }
  return text;
}

/**
 * The cart of a browser: the name of its session, and its lines for the time when that is over. A key of the browser leads from that session
 * to the next one. All of them are kept for the host alone that set them. A shop that speaks TLS has the prefix with which browsers take no
 * such cookie of a neighbouring host.
 */
export class CartCookie {
  private readonly name: string;
  private readonly piecesName: string;
  private readonly linesName: string;
  private readonly keyName: string;
  private readonly traits: string;

  /** @param origin of the shop */
  constructor(origin: string | undefined) {
    const isSealed = origin?.startsWith('https:') === true;
    this.name = isSealed ? '__Host-sepet' : 'sepet';
    this.piecesName = `${this.name}-adet`;
    this.linesName = `${this.name}-urunler`;
    this.keyName = `${this.name}-anahtar`;
    this.traits = `Path=/; HttpOnly; SameSite=Lax${isSealed ? '; Secure' : ''}`;
  }

  /** @returns the session; undefined of none, and of what is none */
  in(context: Koa.Context): string | undefined {
    return this.valueIn(context, this.name, isSession);
  }

  /** @returns how many pieces the cart had when its visitor last saw it; 0 of none, and of what is no number */
  piecesIn(context: Koa.Context): number {
    return Number(this.valueIn(context, this.piecesName, (value) => PIECES.test(value)) ?? 0);
  }

  /** @returns the key of the browser; undefined of none, and of what is none */
  keyIn(context: Koa.Context): string | undefined {
    return this.valueIn(context, this.keyName, (value) => KEY.test(value));
  }

  private valueIn(context: Koa.Context, of: string, isValid: (value: string) => boolean): string | undefined {
    for (const pair of context.get('Cookie').split(';')) {
      const [name, value = ''] = pair.trim().split('=');
      if (name === of && isValid(value)) return value;
    }
    return undefined;
  }

  /** @returns what was in the cart when its visitor last saw it */
  linesIn(context: Koa.Context): readonly Line[] {
    const text = this.valueIn(context, this.linesName, (value) => LINES.test(value)) ?? '';
    return text
      .split('.')
      .slice(0, LINES_MAX)
      .flatMap((each) => {
        const [whole, product, variant, quantity] = LINE.exec(each) ?? [];
        if (whole === undefined) return [];
        return {
          productId: `prd_${product}`,
          variantId: variant === undefined ? null : `var_${variant}`,
          quantity: Number(quantity),
        };
      });
  }

  /** Keeps a cart as its visitor sees it. A header tells the number of pieces on each page, and asks the checkout for nothing. */
  set(context: Koa.Context, { id, lines }: Pick<Session, 'id' | 'lines'>): void {
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    this.keep(context, this.name, id);
    this.keep(context, this.piecesName, pieces === 0 ? '' : String(pieces));
    this.keep(context, this.linesName, linesText(lines));
    this.keep(context, this.keyName, this.keyIn(context) ?? randomBytes(KEY_BYTES).toString('base64url'));
  }

  clear(context: Koa.Context): void {
    for (const name of [this.name, this.piecesName, this.linesName, this.keyName]) this.keep(context, name, '');
  }

  /** @param value empty: it is forgotten */
  private keep(context: Koa.Context, name: string, value: string): void {
    context.append('Set-Cookie', `${name}=${value}; Max-Age=${value === '' ? 0 : LIFE_SECONDS}; ${this.traits}`);
  }
}
