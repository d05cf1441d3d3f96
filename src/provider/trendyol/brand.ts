import { type Static, t } from '../../kernel/schema/schema';

const brandId = t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const brandRow = t.Object({ id: brandId, name: t.String({ maxLength: 500 }) });

/** The read part of the answer of `GET /product/brands/by-name`, a bare list. */
export const brandsSchema = t.Array(brandRow, { maxItems: 1_000 });

/** The answer of `POST …/brands`. */
export const createdBrandSchema = t.Object({ brandId });

export type BrandRow = Static<typeof brandRow>;
