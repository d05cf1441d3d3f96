/** Characters of pages that are kept: what a few hundred pages take. */
const KEPT_CHARS_MAX = 8 * 1024 * 1024;

/**
 * Pages as they were drawn, by the digest of all that they were drawn of. Each visit still reads what the shop shows now: one that
 * reads the same rows is spared the drawing alone.
 */
export class Drawn {
  private readonly kept = new Map<string, string>();
  private chars = 0;

  constructor(private readonly most = KEPT_CHARS_MAX) {}

  /** @returns the page of this digest, which `draw` makes unless it is kept */
  of(digest: string, draw: () => string): string {
    const known = this.kept.get(digest);
    const page = known ?? draw();
    if (known === undefined) this.chars += page.length;
    // The page that was asked for last stands behind the others.
    this.kept.delete(digest);
    this.kept.set(digest, page);
    for (const [oldest, { length }] of this.kept) {
      if (this.chars <= this.most) break;
      this.kept.delete(oldest);
      this.chars -= length;
    }
    return page;
  }
}
