import { upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '../src/kernel/work/search-attributes';

/** Brings a workflow into the sight of operators, or out of it. */
export const needsAttention = (value: boolean): void =>
  upsertSearchAttributes([{ key: searchAttributes.NeedsAttention, value }]);
