import type { Queryable } from '../database/queryable';
import type { Digests } from '../personal/digests';
import type { SecretBox } from '../personal/secret-box';

/** A letter as it is sent. */
export interface WrittenLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A file that comes with a letter. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Services with which a letter opens sealed values of its rows, and makes the address of a page of the shop. */
export interface LetterServices {
  readonly secretBox: SecretBox;
  readonly digests: Digests;
  /** Answers the address at which people find a store, without a slash at its end. */
  addressOf(db: Queryable, storeId: string): Promise<string>;
}

/**
 * A kind of letter to somebody who has no account here, e.g. a buyer. It is written when it is sent and whenever it is shown: nothing keeps
 * its address and its words, so they end with the rows that they are made of.
 */
export interface Letter {
  readonly kind: string;
  /**
   * Writes a letter about each of these things. Nobody who is forgotten, or has no address, is written to any more.
   * @param subjectIds ids of things of the kind that the letter is about
   */
  write(
    db: Queryable,
    storeId: string,
    subjectIds: readonly string[],
    services: LetterServices,
  ): Promise<ReadonlyMap<string, WrittenLetter>>;
  /** The files that come with one that is sent. They are made then, and for nobody who only looks at letters. */
  attached?(db: Queryable, storeId: string, subjectId: string): Promise<readonly Attachment[]>;
}
