import type Koa from 'koa';
import { ID_PATTERN } from '../../kernel/ids';

/** As long as a session may last at most. */
const LIFE_SECONDS = 24 * 3_600;
const SESSION = new RegExp(`^(?=chs_)${ID_PATTERN}$`);

export const isSession = (text: string): boolean => SESSION.test(text);

/**
 * The cart of a browser: the name of its session, at the host that set it alone. A shop that speaks TLS has the prefix with which browsers
 * take no such cookie of a neighbouring host.
 */
export class CartCookie {
  private readonly name: string;
  private readonly traits: string;

  /** @param origin of the shop */
  constructor(origin: string | undefined) {
    const isSealed = origin?.startsWith('https:') === true;
    this.name = isSealed ? '__Host-sepet' : 'sepet';
    this.traits = `Path=/; HttpOnly; SameSite=Lax${isSealed ? '; Secure' : ''}`;
  }

  /** @returns the session; undefined of none, and of what is none */
  in(context: Koa.Context): string | undefined {
    for (const pair of context.get('Cookie').split(';')) {
      const [name, value = ''] = pair.trim().split('=');
      if (name === this.name && isSession(value)) return value;
    }
    return undefined;
  }

  set(context: Koa.Context, session: string): void {
    context.append('Set-Cookie', `${this.name}=${session}; Max-Age=${LIFE_SECONDS}; ${this.traits}`);
  }

  clear(context: Koa.Context): void {
    context.append('Set-Cookie', `${this.name}=; Max-Age=0; ${this.traits}`);
  }
}
