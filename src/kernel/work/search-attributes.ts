import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/**
 * The attributes by which an operator filters in the Temporal UI. They are ids only, because search attributes are never encrypted. SQL
 * stores have ten Keyword and three Bool columns for each namespace and no way to give one back.
 */
export const searchAttributes = {
  StoreId: defineSearchAttributeKey('StoreId', SearchAttributeType.KEYWORD),
  Extension: defineSearchAttributeKey('Extension', SearchAttributeType.KEYWORD),
  JobKind: defineSearchAttributeKey('JobKind', SearchAttributeType.KEYWORD),
  ProposalId: defineSearchAttributeKey('ProposalId', SearchAttributeType.KEYWORD),
  /** The request that started the workflow. It leads to the audit row and to the lines of the log, and back. */
  RequestId: defineSearchAttributeKey('RequestId', SearchAttributeType.KEYWORD),
  Actor: defineSearchAttributeKey('Actor', SearchAttributeType.KEYWORD),
  /** The state of the files of a workspace, see `access/sandbox/table.ts`. */
  SandboxState: defineSearchAttributeKey('SandboxState', SearchAttributeType.KEYWORD),
  NeedsAttention: defineSearchAttributeKey('NeedsAttention', SearchAttributeType.BOOL),
} as const;
