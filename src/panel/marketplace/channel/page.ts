import type { ComponentType } from 'react';
import type { ChannelHealth, Extension } from '../../api/types';
import type { Texts } from '../../text/tr';

export interface OfChannel {
  readonly channel: Extension;
}

/** One of the pages of a marketplace. */
export interface ChannelPage {
  /** The end of its address; '' of the first one. */
  readonly path: string;
  /** The part of the texts that names it: `nav`, `title` and `lead`. */
  readonly name: Exclude<keyof Texts['channel'], 'frame'>;
  readonly Page: ComponentType<OfChannel>;
  /** The number of things that wait there, as far as the health of the channel tells. */
  readonly waiting?: (health: ChannelHealth) => number;
  /** Its contents are kept when the marketplace is no longer installed. */
  readonly isKept?: boolean;
}
