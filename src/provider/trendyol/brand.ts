import { type Static, t } from '../../kernel/schema/schema';

const brandId = t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const brandRow = t.Object({ id: brandId, name: t.String({ maxLength: 500 }) });

/** What `GET /product/brands/by-name` answers, as far as it is read: a bare list. */
export const brandsSchema = t.Array(brandRow, { maxItems: 1_000 });

/** What `POST …/brands` answers. */
export const createdBrandSchema = t.Object({ brandId });

export type BrandRow = Static<typeof brandRow>;
