import { WorkflowNotFoundError } from '@temporalio/client';
import { searchAttributes } from '../../src/kernel/work/search-attributes';
import type { World } from './world';

/** Whether an operator finds a workflow among those that need attention; undefined: nobody has ever said so, or it has not begun. */
export async function attentionOf({ platform }: World, workflowId: string): Promise<boolean | undefined> {
  try {
    const { typedSearchAttributes } = await platform.temporal.workflow.getHandle(workflowId).describe();
    return typedSearchAttributes.get(searchAttributes.NeedsAttention);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
