import type { HostPattern } from '../process/host-pattern';
import { type PreviewTarget, PreviewTokens } from './preview-tokens';

/** A link that shows a design to everybody who has it. */
export interface PreviewLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** Makes the links under which previews are opened. */
export class PreviewLinks {
  private readonly tokens: PreviewTokens | undefined;

  /** @param key empty: this installation shows no previews */
  constructor(
    key: string,
    private readonly hosts: HostPattern,
  ) {
    this.tokens = key === '' ? undefined : new PreviewTokens(key);
  }

  /** @param slug the name of the store in addresses @returns null where there are no previews */
  linkTo(slug: string, target: PreviewTarget, now: Date): PreviewLink | null {
    if (!this.tokens) return null;
    const { token, expiresAt } = this.tokens.sign(target, now);
    return { url: `${this.hosts.urlOf(slug)}/o/${token}/`, expiresAt };
  }
}
