import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/**
 * What an operator filters by in the Temporal UI. Ids only: search attributes are never encrypted.
 * SQL stores have ten Keyword and three Bool columns for each namespace and no way to give one back.
 */
export const searchAttributes = {
  StoreId: defineSearchAttributeKey('StoreId', SearchAttributeType.KEYWORD),
  Extension: defineSearchAttributeKey('Extension', SearchAttributeType.KEYWORD),
  JobKind: defineSearchAttributeKey('JobKind', SearchAttributeType.KEYWORD),
  ProposalId: defineSearchAttributeKey('ProposalId', SearchAttributeType.KEYWORD),
  /** Of the request that started it: it leads to the audit row and to the lines of the log, and back. */
  RequestId: defineSearchAttributeKey('RequestId', SearchAttributeType.KEYWORD),
  Actor: defineSearchAttributeKey('Actor', SearchAttributeType.KEYWORD),
  NeedsAttention: defineSearchAttributeKey('NeedsAttention', SearchAttributeType.BOOL),
} as const;
