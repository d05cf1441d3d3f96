import { refuse } from '../../kernel/errors';
import { done, MISSING } from '../../provider/conversation/found';
import type { SentImage } from '../../provider/port';
import { type BrandJob, brandCreate } from '../brand/declaration';
import { actSteps } from '../job/act';
import { wasAsked } from '../job/once';

/** Creates a brand at the marketplace, once. */
export const brandCreateSteps = actSteps({
  kind: brandCreate,

  async look({ adapter, job: { input, progress }, signal }) {
    const brands = await adapter.brands(input.brand, signal);
    const known = brands.find(({ name }) => name === input.brand);
    if (!known) return MISSING;
    const { brandId } = known;
    // Its logos are not those of the call.
    if (!wasAsked(progress)) refuse('brand_taken', `The marketplace has a brand of this name already: ${brandId}.`);
    return done({ brandId });
  },

  ask: async ({ adapter, job: { input }, signal }, _ground, files) => ({
    brandId: await adapter.createBrand(input.brand, imagesOf(input, files), signal),
  }),
});

const imagesOf = ({ logos }: BrandJob['input'], files: readonly SentImage['bytes'][]): SentImage[] =>
  logos.map(({ type }, at) => {
    const bytes = files[at];
    if (!bytes) throw new Error(`logo ${at + 1} was not kept`);
    return { type, bytes };
  });
