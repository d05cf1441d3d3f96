import { kurusOf } from '../../kit/kurus';
import type { Attribute } from '../wire';
import { attributesOf, type CategoryAttribute } from './attributes';
import { isQuantity, isText, type Json } from './body';
import type { Described } from './listed';
import { leafName } from './tree';

const BARCODE_MAX = 40;
const IMAGES_MAX = 8;
const COLOUR_MAX = 50;
const COLOUR_ID = 47;
const VAT_RATES: readonly unknown[] = [0, 1, 10, 20];
/** A development server has no certificate. */
const HERE = ['127.0.0.1', 'localhost', '[::1]'];

/** How the provider keeps a barcode: what is apart in it is joined. */
export const joined = (barcode: unknown): string => (typeof barcode === 'string' ? barcode.replaceAll(/\s+/g, '') : '');

interface Known {
  brandOf(id: unknown): { readonly id: number; readonly name: string } | undefined;
  readonly nowMs: number;
}

/** Reads a new product. @returns the product, or what is wrong with it in the provider's words */
export function described(item: Json, { brandOf, nowMs }: Known): Described | string[] {
  const faults: string[] = [];
  const fault = (isWrong: boolean, text: string): void => {
    if (isWrong) faults.push(text);
  };
  const barcode = joined(item.barcode);
  fault(
    barcode.length > BARCODE_MAX || !/^[\p{L}\p{N}._-]+$/u.test(barcode),
    `Barkod en fazla ${BARCODE_MAX} karakter olabilir; yalnızca harf, rakam, nokta, tire ve alt tire içerebilir.`,
  );
  fault(!isText(item.title, 100), 'Ürün adı zorunludur ve en fazla 100 karakter olabilir.');
  fault(!isText(item.productMainId, 40), 'Model kodu zorunludur ve en fazla 40 karakter olabilir.');
  fault(!isText(item.description, 30_000), 'Ürün açıklaması zorunludur ve en fazla 30.000 karakter olabilir.');
  fault(item.stockCode !== undefined && !isText(item.stockCode, 100), 'Stok kodu en fazla 100 karakter olabilir.');
  fault(!/^[A-Z]{2}$/.test(String(item.origin)), 'Menşei zorunludur ve iki harfli ülke kodu olmalıdır.');
  fault(!VAT_RATES.includes(item.vatRate), 'KDV oranı 0, 1, 10 veya 20 olmalıdır.');
  fault(!isQuantity(item.quantity), 'Stok miktarı 0 ile 20000 arasında bir tam sayı olmalıdır.');
  const brand = brandOf(item.brandId);
  fault(!brand, 'Marka bulunamadı.');
  const sale = kurusOf(item.salePrice) ?? 0;
  const list = kurusOf(item.listPrice) ?? 0;
  fault(sale <= 0 || list <= 0, 'Satış ve liste fiyatı sıfırdan büyük ve en fazla iki ondalıklı olmalıdır.');
  fault(list < sale, 'Liste fiyatı satış fiyatından küçük olamaz.');
  const images = imagesOf(item.images);
  fault(!images, `1 ile ${IMAGES_MAX} arasında görsel gönderilmelidir; adresleri https olmalıdır.`);
  const category = leafName(item.categoryId);
  const allowed = category === undefined ? undefined : attributesOf(item.categoryId as number);
  fault(!allowed, 'Kategori bulunamadı ya da alt kategorileri var: en alt kategori gönderilmelidir.');
  const attributes = allowed ? attributesIn(item.attributes, allowed, faults) : [];
  if (faults.length > 0 || !brand || !images || !allowed) return faults;
  return {
    barcode,
    title: item.title as string,
    description: item.description as string,
    productMainId: item.productMainId as string,
    brand,
    category: { id: item.categoryId as number, name: category as string },
    quantity: item.quantity as number,
    stockCode: (item.stockCode as string | undefined) ?? '',
    origin: item.origin as string,
    vatRate: item.vatRate as number,
    salePrice: sale,
    listPrice: list,
    images,
    attributes,
    slice: sliceOf(attributes, allowed),
    createdMs: nowMs,
  };
}

function imagesOf(images: unknown): string[] | undefined {
  if (!Array.isArray(images) || images.length === 0 || images.length > IMAGES_MAX) return undefined;
  const urls = images.map((image: { url?: unknown } | null) => String(image?.url));
  return urls.every(isFetched) ? urls : undefined;
}

function isFetched(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && HERE.includes(hostname));
}

function attributesIn(sent: unknown, allowed: readonly CategoryAttribute[], faults: string[]): Attribute[] {
  const rows = (Array.isArray(sent) ? sent : []) as (Json | null)[];
  const read = rows.flatMap((row) => {
    const attribute = allowed.find(({ id }) => id === row?.attributeId);
    const values = row && attribute ? valuesOf(row, attribute) : undefined;
    if (!values) faults.push(`Özellik değeri hatalı: ${attribute?.name ?? String(row?.attributeId)}.`);
    return values ?? [];
  });
  for (const { id, name, required } of allowed)
    if (required && !read.some(({ attributeId }) => attributeId === id))
      faults.push(`Zorunlu kategori özelliği eksik: ${name}.`);
  const ids = rows.map((row) => row?.attributeId);
  if (new Set(ids).size < ids.length) faults.push('Bir özellik birden fazla kez gönderilemez.');
  return read;
}

/** @returns undefined of what the attribute may not be */
function valuesOf(row: Json, attribute: CategoryAttribute): Attribute[] | undefined {
  const { id: attributeId, name: attributeName, allowCustom, allowMultipleAttributeValues, values } = attribute;
  const { customAttributeValue: text, attributeValueId: one, attributeValueIds: many } = row;
  if (text !== undefined) {
    const isShort = isText(text, attributeId === COLOUR_ID ? COLOUR_MAX : 1_000);
    return allowCustom && isShort && one === undefined && many === undefined
      ? [{ attributeId, attributeName, attributeValue: text }]
      : undefined;
  }
  const chosen = one === undefined ? many : [one];
  if (!Array.isArray(chosen) || chosen.length === 0) return undefined;
  if (chosen.length > 1 && !allowMultipleAttributeValues) return undefined;
  const found = chosen.map((id) => values.find((value) => value.id === id));
  if (found.includes(undefined)) return undefined;
  return (found as { id: number; name: string }[]).map(({ id, name }) => ({
    attributeId,
    attributeName,
    attributeValueId: id,
    attributeValue: name,
  }));
}

const sliceOf = (attributes: readonly Attribute[], allowed: readonly CategoryAttribute[]): string =>
  JSON.stringify(
    attributes
      .filter(({ attributeId }) => allowed.some(({ id, slicer }) => slicer && id === attributeId))
      .map(({ attributeId, attributeValue }) => [attributeId, attributeValue]),
  );
