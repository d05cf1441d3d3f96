import { nullable, type Static, t } from '../../kernel/schema/schema';
import type { RemoteOffer, SentAttribute, SentListing, SentOffer, UnapprovedListing } from '../channel/listing';
import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid } from '../error';
import { kurusIn } from '../lira';
import { storable } from '../text';
import { statusOf, variantSchema } from './row';

const NAME = 'Trendyol';

/**
 * Kuruş as a number of JSON: of what has two decimals at most, a double within the amounts of the platform is written with just those
 * digits.
 */
export const lira = (kurus: number): number => kurus / 100;

/** @throws {ProviderAnswerInvalid} when the amount has parts of a kuruş */
function kurus(amount: number, of: string): number {
  const read = kurusIn(amount);
  if (read === undefined) throw new ProviderAnswerInvalid(`${NAME} answered the price ${amount} of ${of}.`);
  return read;
}

/** An item as `POST …/v2/products` takes it. */
export const createdItem = (item: SentListing): object => ({
  barcode: item.barcode,
  title: item.title,
  productMainId: item.groupId,
  brandId: Number(item.brandId),
  categoryId: Number(item.categoryId),
  quantity: item.stock,
  stockCode: item.sku,
  ...(item.deci === null ? {} : { dimensionalWeight: item.deci }),
  description: item.description,
  origin: item.origin,
  listPrice: lira(item.listPrice),
  salePrice: lira(item.price),
  vatRate: item.vatRate,
  images: item.pictures.map((url) => ({ url })),
  attributes: item.attributes.map(createdAttribute),
});

function createdAttribute(attribute: SentAttribute): object {
  const attributeId = Number(attribute.attributeId);
  if ('text' in attribute) return { attributeId, customAttributeValue: attribute.text };
  const [first, ...others] = attribute.valueIds.map(Number);
  return others.length === 0
    ? { attributeId, attributeValueId: first }
    : { attributeId, attributeValueIds: [first, ...others] };
}

/** An item as `POST …/price-and-inventory` takes it: a field that is left out stays. */
export const offeredItem = ({ barcode, stock, price, listPrice }: SentOffer): object => ({
  barcode,
  ...(stock === undefined ? {} : { quantity: stock }),
  ...(price === undefined ? {} : { salePrice: lira(price) }),
  ...(listPrice === undefined ? {} : { listPrice: lira(listPrice) }),
});

/** Contents with what offers are read of; a row that cannot be read leaves the answer without meaning. */
const offersSchema = t.Object({
  content: t.Array(
    t.Object({
      contentId: t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      variants: t.Optional(nullable(t.Array(variantSchema, { maxItems: 1_000 }))),
    }),
    { maxItems: 100 },
  ),
});

/** Reads the items that were asked for: a content is listed whole when one of its variants is. */
export function offersOf(answer: unknown, asked: readonly string[]): RemoteOffer[] {
  const { content } = checkedAnswer<Static<typeof offersSchema>>(NAME, 'offers', offersSchema, answer);
  const wanted = new Set(asked);
  const found = content.flatMap(({ contentId, variants }) =>
    (variants ?? []).flatMap((variant): RemoteOffer[] => {
      const barcode = variant.barcode?.trim();
      if (!barcode || !wanted.has(barcode)) return [];
      const price = kurus(variant.price?.salePrice ?? 0, barcode);
      const listPrice = kurus(variant.price?.listPrice ?? 0, barcode);
      return [
        {
          barcode,
          productId: String(contentId),
          variantId: String(variant.variantId),
          stock: variant.stock?.quantity ?? 0,
          price,
          listPrice: listPrice > price ? listPrice : null,
          status: statusOf(variant),
          isLocked: variant.locked === true,
          archivedAt: variant.archived && variant.archivedDate ? new Date(variant.archivedDate).toISOString() : null,
          url: variant.productUrl == null ? null : storable(variant.productUrl, 2_048),
        },
      ];
    }),
  );
  const twice = found.find(({ barcode }, at) => found.findIndex((other) => other.barcode === barcode) < at);
  if (twice) throw new ProviderAnswerInvalid(`${NAME} answered the barcode ${twice.barcode} twice.`);
  return found;
}

/** The largest page of unapproved items (developers.trendyol.com, "Onaysız ürün filtreleme v2"). */
export const UNAPPROVED_PER_PAGE = 1_000;
const REASONS_MAX = 20;

const text = (maxLength: number) => t.Optional(nullable(t.String({ maxLength })));

const unapprovedSchema = t.Object({
  nextPageToken: t.Optional(nullable(t.String({ minLength: 1, maxLength: 512, pattern: '^[A-Za-z0-9_=.+/-]+$' }))),
  content: t.Array(
    t.Object({
      barcode: text(200),
      status: text(100),
      rejectReasonDetails: t.Optional(
        nullable(
          t.Array(t.Object({ rejectReason: text(10_000), rejectReasonDetail: text(50_000) }), { maxItems: 1_000 }),
        ),
      ),
    }),
    { maxItems: UNAPPROVED_PER_PAGE },
  ),
});

/** An item without a barcode says nothing. One in a state that nobody knows is there all the same. */
export function unapprovedOf(answer: unknown): { readonly rows: UnapprovedListing[]; readonly next: string | null } {
  const { content, nextPageToken } = checkedAnswer<Static<typeof unapprovedSchema>>(
    NAME,
    'a page',
    unapprovedSchema,
    answer,
  );
  const rows = content.flatMap(({ barcode, status, rejectReasonDetails }): UnapprovedListing[] => {
    if (!barcode) return [];
    const state = (status && Object.hasOwn(states, status) && states[status]) || 'unknown';
    const reasons = (rejectReasonDetails ?? [])
      .slice(0, REASONS_MAX)
      .map(({ rejectReason, rejectReasonDetail }) =>
        storable([rejectReason, rejectReasonDetail].filter((part) => part).join(': ') || '-'),
      );
    return [{ barcode: storable(barcode, 200), state, reasons: state === 'rejected' ? reasons : [] }];
  });
  return { rows, next: content.length < UNAPPROVED_PER_PAGE ? null : (nextPageToken ?? null) };
}

const states: Readonly<Record<string, UnapprovedListing['state']>> = {
  pendingApproval: 'pending_approval',
  rejected: 'rejected',
};
