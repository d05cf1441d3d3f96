import { refuse } from '../../kernel/errors';
import type { SentImage } from '../../provider/port';
import { askOnce } from '../job/ask-once';
import { type BrandJob, brandCreate } from './declaration';

/** Creates a brand at the marketplace, once. */
export const brandCreateSteps = askOnce({
  kind: brandCreate,

  async look({ adapter, job: { input }, signal }) {
    const brands = await adapter.brands(input.brand, signal);
    const known = brands.find(({ name }) => name === input.brand);
    return known && { brandId: known.brandId };
  },

  /** Its logos are not those of the call. */
  refuseTaken: ({ brandId }) => refuse('brand_taken', `The marketplace has a brand of this name already: ${brandId}.`),

  ask: async ({ adapter, job: { input }, signal }, files) => ({
    brandId: await adapter.createBrand(input.brand, imagesOf(input, files), signal),
  }),
});

const imagesOf = ({ logos }: BrandJob['input'], files: readonly SentImage['bytes'][]): SentImage[] =>
  logos.map(({ type }, at) => {
    const bytes = files[at];
    if (!bytes) throw new Error(`logo ${at + 1} was not kept`);
    return { type, bytes };
  });
