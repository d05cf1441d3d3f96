import { createHash } from 'node:crypto';
import { type Resources, record } from '../../kit/control';
import type { Call } from '../../kit/endpoint';
import type { Catalog } from '../catalog';
import { badRequest } from '../errors';
import { joined } from './describe';

const BARCODES_MAX = 10;

/** Prices of other sellers of the same products, and the shop's own place among them. */
export class Buybox {
  /** As tests have set them, in lira. */
  private rivals = new Map<string, readonly number[]>();

  constructor(private readonly catalog: Catalog) {}

  /** @throws {ProviderError} 400 */
  information({ body }: Pick<Call, 'body'>): object {
    const barcodes = barcodesIn(body);
    if (barcodes.length > BARCODES_MAX)
      throw badRequest('invalid.barcodes', `En fazla ${BARCODES_MAX} barkod sorgulanabilir.`);
    // A barcode that is not on sale is left out without a word.
    return { buyboxInfo: barcodes.flatMap((barcode) => this.placeOf(joined(barcode)) ?? []) };
  }

  readonly resource: Resources[string] = {
    GET: () => Object.fromEntries(this.rivals),
    PUT: (sent) => {
      const { barcode, rivals } = record(sent, 'The body', ['barcode', 'rivals']);
      if (typeof barcode !== 'string' || !Array.isArray(rivals) || !rivals.every((each) => typeof each === 'number'))
        throw new RangeError('barcode must be a text, and rivals prices in lira.');
      this.rivals.set(barcode, rivals as number[]);
      return this.information({ body: Buffer.from(JSON.stringify({ barcodes: [barcode] })) });
    },
    DELETE: () => {
      this.rivals = new Map();
      return {};
    },
  };

  private placeOf(barcode: string): object | undefined {
    const item = this.catalog.itemOf(barcode);
    if (!item?.variant.onSale) return undefined;
    const own = item.variant.price.salePrice;
    const rivals = this.rivals.get(barcode) ?? rivalsOf(barcode, own);
    const prices = [own, ...rivals].toSorted((left, right) => left - right);
    return {
      barcode,
      buyboxOrder: prices.indexOf(own) + 1,
      buyboxPrice: prices[0],
      hasMultipleSeller: rivals.length > 0,
      secondBuyboxPrice: prices[1] ?? null,
      thirdBuyboxPrice: prices[2] ?? null,
    };
  }
}

function barcodesIn(body: Buffer): string[] {
  let barcodes: unknown;
  try {
    ({ barcodes } = JSON.parse(body.toString('utf8')) as { barcodes?: unknown });
  } catch {
    throw badRequest('invalid.request', 'İstek gövdesi okunamadı.');
  }
  if (!Array.isArray(barcodes) || barcodes.length === 0 || !barcodes.every((each) => typeof each === 'string'))
    throw badRequest('invalid.barcodes', 'barcodes boş olamaz.');
  return barcodes as string[];
}

/** Up to three of them, up to a fifth below or above: the same each time. */
function rivalsOf(barcode: string, own: number): number[] {
  const bytes = createHash('sha256').update(barcode).digest();
  return Array.from({ length: (bytes[0] ?? 0) % 4 }, (_, at) => {
    const percent = ((bytes[at + 1] ?? 0) % 41) - 20;
    return Math.max(1, Math.round(own * (100 + percent))) / 100;
  });
}
