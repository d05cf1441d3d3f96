import { placelessSchema } from '../../kernel/declaration/content';
import { label, line, nullable, type Static, t } from '../../kernel/schema/schema';
import { BRAND_LOGOS_MAX } from '../../provider/port';
import { brandCreateTerms } from '../contract/brand';
import type { JobOf } from '../job/declaration';
import { onceKind } from '../job/once';

export const brandName = label('Marka', 'Brand')(line(100));

/** A name as the marketplace is asked for it, letter by letter. */
export const spelled = (name: string): string => name.normalize();

/** The id of a brand, as the marketplace writes it. */
export const brandId = label('Marka numarası', 'Brand id')(t.String());

export const brandCreate = onceKind({
  name: 'brand.create',
  terms: brandCreateTerms,
  input: {
    brand: brandName,
    /** Digest, size and type of each logo. The row names the stored bytes. */
    logos: label('Logolar', 'Logos')(t.Array(placelessSchema, { minItems: 1, maxItems: BRAND_LOGOS_MAX })),
  },
  counters: { brandId: nullable(brandId) },
  details: {},
  initial: { brandId: null },
  result: {
    fields: { brandId: nullable(brandId) },
    of: ({ progress: { brandId } }) => ({ brandId }),
  },
});

export type BrandJob = JobOf<typeof brandCreate>;
export type Logo = Static<typeof placelessSchema>;
