import { createHmac, timingSafeEqual } from 'node:crypto';

/** The design that a link of a preview opens. */
export interface PreviewTarget {
  readonly storeId: string;
  /** `hash`: a design as it was, for good. `workspace`: the draft of a workspace as it is by now. */
  readonly kind: 'hash' | 'workspace';
  /** The hash, or the identifier of the workspace. */
  readonly of: string;
}

/** Keeps a key of one purpose from opening what another one signed. */
const LABEL = 'tezgah design preview';
const VERSION = 1;
const LETTERS = { hash: 'h', workspace: 'w' } as const;
const TOKEN_LENGTH_MAX = 400;
const FORM = /^([A-Za-z0-9_-]{1,300})\.([A-Za-z0-9_-]{43})$/;

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Signs and reads what stands in the path of a preview: it needs no cookie, and links inside of a preview stay there. */
export class PreviewTokens {
  /** @param key shared by who makes links and who shows previews */
  constructor(private readonly key: string) {}

  /** The same token for an hour, of a workspace for a week: it holds for a week at least. */
  sign(target: PreviewTarget, now: Date): { readonly token: string; readonly expiresAt: string } {
    const step = target.kind === 'workspace' ? WEEK_MS : HOUR_MS;
    const until = Math.ceil(now.getTime() / step) * step + WEEK_MS;
    const told = JSON.stringify([VERSION, target.storeId, LETTERS[target.kind], target.of, until / 1_000]);
    const payload = Buffer.from(told).toString('base64url');
    return { token: `${payload}.${this.macOf(payload)}`, expiresAt: new Date(until).toISOString() };
  }

  /** @returns undefined when the token is altered, over or none at all */
  read(token: string, now: Date): PreviewTarget | undefined {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    const [, payload, mac] = FORM.exec(token) ?? [];
    if (payload === undefined || mac === undefined) return undefined;
    // Nothing is parsed that nobody has signed.
    if (!timingSafeEqual(Buffer.from(mac), Buffer.from(this.macOf(payload)))) return undefined;
    const [version, storeId, letter, of, until] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      number,
      string,
      string,
      string,
      number,
    ];
    if (version !== VERSION || until * 1_000 <= now.getTime()) return undefined;
    return { storeId, kind: letter === LETTERS.hash ? 'hash' : 'workspace', of };
  }

  private macOf(payload: string): string {
    return createHmac('sha256', this.key).update(`${LABEL}\n${payload}`).digest('base64url');
  }
}
