import type Koa from 'koa';
import { ID_PATTERN } from '../../kernel/ids';

/** As long as a session may last at most. */
const LIFE_SECONDS = 24 * 3_600;
/** Pieces that a header tells: more is not counted. */
const PIECES = /^[1-9]\d{0,4}$/;
const SESSION = new RegExp(`^(?=chs_)${ID_PATTERN}$`);

export const isSession = (text: string): boolean => SESSION.test(text);

/**
 * The cart of a browser: the name of its session, at the host that set it alone. A shop that speaks TLS has the prefix with which browsers
 * take no such cookie of a neighbouring host.
 */
export class CartCookie {
  private readonly name: string;
  private readonly piecesName: string;
  private readonly traits: string;

  /** @param origin of the shop */
  constructor(origin: string | undefined) {
    const isSealed = origin?.startsWith('https:') === true;
    this.name = isSealed ? '__Host-sepet' : 'sepet';
    this.piecesName = `${this.name}-adet`;
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

  private valueIn(context: Koa.Context, of: string, isValid: (value: string) => boolean): string | undefined {
    for (const pair of context.get('Cookie').split(';')) {
      const [name, value = ''] = pair.trim().split('=');
      if (name === of && isValid(value)) return value;
    }
    return undefined;
  }

  set(context: Koa.Context, session: string): void {
    context.append('Set-Cookie', `${this.name}=${session}; Max-Age=${LIFE_SECONDS}; ${this.traits}`);
  }

  /** Keeps the number of pieces beside the session: a header tells it on each page, and asks the checkout for nothing. */
  count(context: Koa.Context, pieces: number): void {
    if (pieces === this.piecesIn(context)) return;
    const life = pieces === 0 ? 0 : LIFE_SECONDS;
    context.append('Set-Cookie', `${this.piecesName}=${pieces === 0 ? '' : pieces}; Max-Age=${life}; ${this.traits}`);
  }

  clear(context: Koa.Context): void {
    context.append('Set-Cookie', `${this.name}=; Max-Age=0; ${this.traits}`);
    this.count(context, 0);
  }
}
