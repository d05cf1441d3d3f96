/** Acts upon items that are listed. */
export type ListingAct = 'archive' | 'unarchive' | 'unlock' | 'delete';
