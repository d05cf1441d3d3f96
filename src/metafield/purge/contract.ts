import { job } from '../../kernel/declaration/job';

export interface MetafieldPurgeInput {
  readonly storeId: string;
  readonly definitionId: string;
}

/** Takes away what stands in a custom field that was deleted. */
export const metafieldPurge = job<MetafieldPurgeInput, number>({
  name: 'metafieldPurge',
  kind: 'metafield',
  input: ({ storeId, definitionId }) => ({ storeId, definitionId }),
  row: ({ definitionId }) => definitionId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'metafield' }),
  label: () => ({
    tr: 'silinen özel alanın değerlerinin kaldırılması',
    en: 'removal of the values of a deleted field',
  }),
  names: ({ definitionId }) => [definitionId],
  summary: ({ definitionId }) => `takes away the values of ${definitionId}`,
});
