import { handleFrom } from '../../catalog/handle/handle';
import type { Bundle } from '../../design/bundle/bundle';
import { isSafeAddress } from '../../kit/address';
import type { Link } from '../../section/value/link';

/** A thing of the shop that a link may lead to. */
export interface Target {
  /** Its key in the projection. */
  readonly key: string;
  readonly name: string;
}

/** The path of a category: its name is for people, its identifier stays when that changes. */
export const categoryPath = (id: string, name: string): string => `/kategori/${handleFrom(name, 'kategori')}-${id}`;

/** Addresses of things of a shop. A link that is no address names a thing by its identifier, which is looked up. */
export class Links {
  /**
   * @param prefix what stands before every path of the shop; empty: nothing
   * @param targets things by their identifiers
   */
  constructor(
    private readonly prefix: string,
    private readonly bundle: Pick<Bundle, 'pages'>,
    private readonly targets: ReadonlyMap<string, Target>,
    /** Addresses of pages of extensions that are there. */
    private readonly slugs: readonly string[],
  ) {}

  /** @param path of the shop itself, with what stands behind its `?` */
  to(path: string): string {
    return `${this.prefix}${path}`;
  }

  /** @param key in the projection, e.g. `product:cezve` @param name of a category, which stands in its address */
  ofKey(key: string, name = ''): string | undefined {
    const [kind, ...rest] = key.split(':');
    const handle = rest.join(':');
    if (kind === 'product') return this.to(`/urun/${handle}`);
    if (kind === 'collection') return this.to(`/koleksiyon/${handle}`);
    return kind === 'category' ? this.to(categoryPath(handle, name)) : undefined;
  }

  /** @returns undefined of what must not be followed, and of what leads nowhere */
  of(link: unknown): string | undefined {
    // A draft may hold what no form of this product has written.
    if (typeof link === 'string') return this.ofAddress(link);
    if (typeof link !== 'object' || link === null) return undefined;
    const { to, id } = link as Exclude<Link, string>;
    if (to === 'page') {
      const page = Object.hasOwn(this.bundle.pages, id) ? this.bundle.pages[id] : undefined;
      if (page?.kind === 'home') return this.to('/');
      return page?.kind === 'page' && page.path !== undefined ? this.to(`/sayfa/${page.path}`) : undefined;
    }
    if (to === 'extPage') return this.slugs.includes(id) ? this.to(`/ek/${id}`) : undefined;
    const target = this.targets.get(String(id));
    return target?.key.startsWith(`${to}:`) ? this.ofKey(target.key, target.name) : undefined;
  }

  private ofAddress(address: string): string | undefined {
    if (!isSafeAddress(address)) return undefined;
    return address.startsWith('/') ? this.to(address) : address;
  }
}

/** The identifier of a thing that a link names and that is looked up. */
export function targetIn(link: unknown): string | undefined {
  if (typeof link !== 'object' || link === null) return undefined;
  const { to, id } = link as { readonly to?: unknown; readonly id?: unknown };
  return typeof id === 'string' && (to === 'product' || to === 'collection' || to === 'category') ? id : undefined;
}
