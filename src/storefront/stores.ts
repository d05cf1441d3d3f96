import type { Queryable } from '../kernel/database/queryable';
import { findStoreAt } from '../store/store';

/** Names that are kept: those of all shops that are visited often. */
const KEPT_MAX = 10_000;

/** Knows stores by their names in addresses. A store keeps its name, so what was found once is right for good. */
export class Stores {
  private readonly known = new Map<string, string>();

  constructor(private readonly system: Queryable) {}

  /** @returns the identifier of the store; undefined: no store has the name */
  async at(slug: string): Promise<string | undefined> {
    const known = this.known.get(slug);
    if (known !== undefined) return known;
    const found = await findStoreAt(this.system, slug);
    if (found === undefined) return undefined;
    if (this.known.size >= KEPT_MAX) this.known.clear();
    this.known.set(slug, found);
    return found;
  }
}
