/** A row of a page that is not what the marketplace promises; the rest of the page is good. */
export interface UnreadableRow {
  /** The id and the title of the row, as far as they could be read. */
  readonly remoteId: string | null;
  readonly title: string | null;
  readonly message: string;
}
