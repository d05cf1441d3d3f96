import type { Bundle } from '../../design/bundle/bundle';
import type { Queryable } from '../../kernel/database/queryable';
import { limits } from '../../kit/limits';
import { gatedApart } from '../../skin/css/apart';
import { firstPartyKeys } from '../../skin/first-party/packs';
import { type Brought, type Design, designOf } from './design';
import { findBody, findOwnPack } from './page-store';

/** Bytes of the bodies of designs that are kept; what is made of them takes a few times as much. */
const KEPT_BYTES_MAX = 8 * 1024 * 1024;

/** Designs by store and hash, those that were asked for last. */
export class Designs {
  private readonly kept = new Map<string, { readonly design: Design; readonly bytes: number }>();
  private bytes = 0;
  /** Designs that are being read: whoever asks meanwhile waits for that reading. */
  private readonly coming = new Map<string, Promise<Design | undefined>>();

  constructor(private readonly reader: (storeId: string) => Queryable) {}

  known(storeId: string, hash: string): Design | undefined {
    const name = `${storeId} ${hash}`;
    const found = this.kept.get(name);
    if (!found) return undefined;
    this.kept.delete(name);
    this.kept.set(name, found);
    return found.design;
  }

  /** @returns undefined: the store has no design of this hash */
  async load(storeId: string, hash: string): Promise<Design | undefined> {
    const known = this.known(storeId, hash);
    if (known) return known;
    const name = `${storeId} ${hash}`;
    const coming = this.coming.get(name) ?? this.read(storeId, hash).finally(() => this.coming.delete(name));
    this.coming.set(name, coming);
    return coming;
  }

  private async read(storeId: string, hash: string): Promise<Design | undefined> {
    const text = await findBody(this.reader(storeId), storeId, hash);
    if (text === undefined) return undefined;
    const design = designOf(hash, text, await this.broughtBy(storeId, text));
    this.keep(`${storeId} ${hash}`, design, text.length);
    return design;
  }

  /** A pack of the store's own, and the style sheet of the design: the gate may have learned since, so it looks at both as they are served. */
  private async broughtBy(storeId: string, text: string): Promise<Brought> {
    const { theme, customCss } = JSON.parse(text) as Pick<Bundle, 'theme' | 'customCss'>;
    const isOurs = firstPartyKeys.includes(theme.key);
    const caller = { lane: storeId, isKnown: true };
    const pushed = isOurs ? undefined : await findOwnPack(this.reader(storeId), storeId, theme);
    const served = async (css: string, bytesMax: number): Promise<string | undefined> => {
      const gate = await gatedApart(css, bytesMax, caller);
      return gate.css ?? gate.mended;
    };
    const own = pushed && { ...pushed, css: (await served(pushed.css, limits.themeCssBytes)) ?? '' };
    return customCss ? { own, customCss: await served(customCss, limits.customCssBytes) } : { own };
  }

  private keep(name: string, design: Design, bytes: number): void {
    if (this.kept.has(name)) return;
    this.kept.set(name, { design, bytes });
    this.bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.kept) {
      if (this.bytes <= KEPT_BYTES_MAX || oldest === name) return;
      this.kept.delete(oldest);
      this.bytes -= freed;
    }
  }
}
