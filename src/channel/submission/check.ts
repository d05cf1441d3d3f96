import type { ListingLimits } from '../../provider/channel/listing';
import type { RemoteAttribute } from '../../provider/channel/reference';
import type { ListingAttribute } from '../listing/aggregate';
import { channelPrice, type Terms } from '../offer/wish';
import type { Fault, FaultName } from './fault';
import type { PushedItem } from './item';
import type { Rules } from './rules';

/** A picture of a product, as far as it decides. */
export interface PictureState {
  readonly state: 'processing' | 'ready' | 'failed';
}

export interface Checking {
  readonly rules: Rules;
  readonly limits: ListingLimits;
  readonly terms: Pick<Terms, 'priceRule'>;
  /** The states of the pictures by the ids of media files; files that are gone are missing. */
  readonly pictures: ReadonlyMap<string, PictureState>;
  /** True if the marketplace reaches the product's pictures. */
  readonly isReached: boolean;
}

const fault = (name: FaultName, field: string, about?: string): Fault =>
  about === undefined ? { fault: name, field } : { fault: name, field, about };

const when = (isWrong: boolean, ...told: Parameters<typeof fault>): Fault[] => (isWrong ? [fault(...told)] : []);

/** Lists the pictures of an item that are sent, in their order. */
export const sentPictures = ({ mediaIds }: Pick<PushedItem, 'mediaIds'>, { pictures }: ListingLimits): string[] =>
  mediaIds.slice(0, pictures);

/** Names everything for which the marketplace would refuse an item; empty: it may be sent. */
export function faultsOf(item: PushedItem, checking: Checking): Fault[] {
  const { limits, terms } = checking;
  const { barcode, productTitle, description, remoteBrandId, vatRate, origin } = item;
  return [
    ...when(!item.enabled || item.problem !== null, 'not_offered', 'enabled'),
    ...categoryFaults(item, checking.rules),
    ...when(remoteBrandId === null, 'brand_missing', 'remoteBrandId'),
    ...when(remoteBrandId !== null && !limits.brandForm.test(remoteBrandId), 'brand_unfit', 'remoteBrandId'),
    ...when(!limits.vatRates.includes(vatRate), 'vat_rate', 'vatRate', limits.vatRates.join(', ')),
    ...when(barcode === null, 'barcode_missing', 'barcode'),
    ...when(barcode !== null && !limits.barcodeForm.test(barcode), 'barcode_unfit', 'barcode'),
    ...when(productTitle.length > limits.titleLength, 'title_too_long', 'title', String(limits.titleLength)),
    ...when(!description?.trim(), 'description_missing', 'description'),
    ...when(
      (description?.length ?? 0) > limits.descriptionLength,
      'description_too_long',
      'description',
      String(limits.descriptionLength),
    ),
    ...when(origin === null, 'origin_missing', 'origin'),
    ...pictureFaults(item, checking),
    ...when(channelPrice(item, terms) === 0, 'price_missing', 'price'),
  ];
}

function pictureFaults(item: PushedItem, { limits, pictures, isReached }: Checking): Fault[] {
  const states = sentPictures(item, limits).map((mediaId) => pictures.get(mediaId)?.state ?? 'failed');
  if (states.length === 0) return [fault('picture_missing', 'media')];
  return [
    ...when(states.includes('processing'), 'picture_not_ready', 'media'),
    ...when(states.includes('failed'), 'picture_unreadable', 'media'),
    ...when(!isReached, 'no_public_address', 'media'),
  ];
}

function categoryFaults(item: PushedItem, rules: Rules): Fault[] {
  const { remoteCategoryId: categoryId } = item;
  if (categoryId === null) return [fault('category_missing', 'remoteCategoryId')];
  const kind = rules.category(categoryId);
  if (kind === 'unknown') return [fault('category_unknown', 'remoteCategoryId', categoryId)];
  if (kind === 'not_leaf') return [fault('category_not_leaf', 'remoteCategoryId', categoryId)];
  const attributes = rules.attributes(categoryId);
  return kind === undefined || !attributes ? [] : attributeFaults(categoryId, item.remoteAttributes, attributes, rules);
}

function attributeFaults(
  categoryId: string,
  chosen: readonly ListingAttribute[],
  attributes: readonly RemoteAttribute[],
  rules: Rules,
): Fault[] {
  const known = new Map(attributes.map((attribute) => [attribute.attributeId, attribute]));
  const missing = attributes.filter(
    ({ attributeId, required }) => required && !chosen.some((each) => each.attributeId === attributeId),
  );
  return [
    ...missing.map(({ name, attributeId }) =>
      fault('attribute_missing', 'remoteAttributes', `${name}: ${attributeId}`),
    ),
    ...chosen.flatMap((each) => {
      const attribute = known.get(each.attributeId);
      return attribute
        ? valueFaults(categoryId, each, attribute, rules)
        : [fault('attribute_unknown', 'remoteAttributes', each.attributeId)];
    }),
  ];
}

function valueFaults(
  categoryId: string,
  { attributeId, valueIds = [], text }: ListingAttribute,
  { name, allowsCustom, allowsMany }: RemoteAttribute,
  rules: Rules,
): Fault[] {
  const unknown = valueIds.filter((valueId) => rules.hasValue(categoryId, attributeId, valueId) === false);
  return [
    ...when(text !== undefined && !allowsCustom, 'text_not_allowed', 'remoteAttributes', name),
    ...when(valueIds.length > 1 && !allowsMany, 'values_too_many', 'remoteAttributes', name),
    ...unknown.map((valueId) => fault('value_unknown', 'remoteAttributes', `${name}: ${valueId}`)),
  ];
}
