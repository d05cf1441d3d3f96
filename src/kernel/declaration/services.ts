import type { OpenSettings } from '../../config';
import type { Queryable } from '../database/queryable';
import type { Log } from '../log';
import type { Objects } from '../objects/objects';
import type { PreviewLinks } from '../objects/preview-links';
import type { SignedPaths } from '../objects/signed-paths';
import type { Digests } from '../personal/digests';
import type { SecretBox } from '../personal/secret-box';
import type { NamingTable } from '../table/naming';
import type { Trials } from '../trial/trials';
import type { CapabilityIndex } from './capability-index';
import type { ExtensionWork } from './extension-work';
import type { Lent } from './lent';
import type { Letter } from './letter';
import type { Sandboxes } from './sandbox';
import type { Ways } from './way';
import type { WorkspaceLife } from './workspace-life';

/** Services that the composition root lends to every handler. None of them writes: a read that writes does not compile. */
export interface Services {
  readonly settings: OpenSettings;
  readonly secretBox: SecretBox;
  /** Keyed digests find equal values without opening them. */
  readonly digests: Digests;
  /** Kept bytes, to be opened alone. */
  readonly objects: Pick<Objects, 'open'>;
  readonly signedPaths: SignedPaths;
  readonly previews: PreviewLinks;
  readonly capabilities: CapabilityIndex;
  /** Every table that is declared: what may name a thing. */
  readonly tables: readonly NamingTable[];
  /** Work of nouns for extensions. */
  readonly extensionWork: readonly ExtensionWork[];
  /** Letters to people who have no account here. */
  readonly letters: readonly Letter[];
  /** Answers the address at which people find a store, without a slash at its end. */
  addressOf(db: Queryable, storeId: string): Promise<string>;
  /** Says what calls would do. */
  readonly trials: Trials;
  /** Tells operators the causes that an answer leaves out. */
  readonly log: Pick<Log, 'warn'>;
}

/** Services of a call that works beside the store. */
export interface WorkServices extends Services {
  /** Kept bytes, to be written as well. */
  readonly objects: Objects;
  /**
   * Writes down what the product itself does for a store and no command tells of, e.g. that it has asked a provider.
   * See Database.writer.
   */
  bookkeeping(storeId: string): Queryable;
  /** The place where commands of workspaces run. */
  readonly sandbox: Sandboxes;
  /** The life of the files of workspaces. */
  readonly life: WorkspaceLife;
  /** The way from a sandbox to the API. */
  readonly ways: Ways;
  /** Works of nouns that change a store by commands of their own. */
  readonly lent: Lent;
}
