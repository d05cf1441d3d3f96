import { job } from '../../kernel/declaration/job';

export interface UpdatePreparationInput {
  readonly storeId: string;
}

/** Prepares what a store could be brought to, soon after something has changed. */
export const updatePreparation = job<UpdatePreparationInput, 'prepared'>({
  name: 'updatePreparation',
  kind: 'updates',
  input: ({ storeId }) => ({ storeId }),
  row: ({ storeId }) => storeId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'updates' }),
  label: () => ({ tr: 'güncellemelerin hazırlanması', en: 'preparing of updates' }),
  summary: ({ storeId }) => `prepares the updates of ${storeId}`,
});
