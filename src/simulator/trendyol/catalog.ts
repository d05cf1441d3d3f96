import { pick, roll, rollFraction } from '../kit/prng';
import { barcodeOf, slotOfBarcode } from './barcode';
import { type AppliedChange, applied, type Change } from './changes';
import { type Defect, defectOf, spoil } from './defects';
import {
  branches,
  colours,
  type Leaf,
  leaves,
  lockReasons,
  middleBranches,
  promises,
  VARIANTS_MAX,
} from './vocabulary';
import type { ApprovedContent, Attribute, Category, Variant } from './wire';

/** Above this, creation dates would reach into the future. */
export const PRODUCTS_MAX = 5_000_000;

const FIRST_CREATED_MS = Date.UTC(2019, 0, 1);
/** Dates rise with the position, so ordering by creation date is ordering by position and needs no sort. */
const CREATED_STEP_MS = 30_000;
const DAY_MS = 86_400_000;
const FIRST_CONTENT_ID = 700_000_000;
const FIRST_VARIANT_ID = 60_000_000;
const ORIGINS = ['TR', 'TR', 'TR', 'TR', 'CN', 'IT'] as const;

/** Each question about a content draws from its own stream, so that a new question changes no old answer. */
enum Stream {
  Leaf,
  Brand,
  Qualifier,
  Noun,
  Colour,
  Material,
  Promise,
  VariantCount,
  Price,
  Discount,
  Ending,
  Stock,
  StockTouched,
  Locked,
  LockReason,
  Archived,
  Blacklisted,
  ContentModified,
  VariantModified,
  Images,
  TitleTwin,
  SingleAxis,
  Origin,
  Cargo,
  CustomerPrice,
  AxisStart,
  Listing,
}

export interface CatalogOptions {
  seed: number;
  products: number;
  sellerId: string;
  /** About two rows in a thousand carry a defect that an importer has to survive; or those at some places, by the place. */
  defects: boolean | Readonly<Record<number, Defect>>;
  /** Milliseconds since the epoch; dates the changes. */
  now: () => number;
}

interface Brand {
  id: number;
  name: string;
  rootId: number;
}

const allBrands: readonly Brand[] = branches.flatMap((branch) =>
  branch.brands.map((name, position) => ({ id: branch.id * 10 + position * 7 + 1, name, rootId: branch.id })),
);
const brandsByLeaf = new Map(leaves.map((leaf) => [leaf.id, brandsOf(leaf)]));

/**
 * The seller's catalog. Content `index` (0-based, oldest first) is computed from the seed when it is asked for;
 * nothing is stored but the number of products and the list of changes.
 */
export class Catalog {
  /** Moves with each change, so that whoever remembers a count knows when to forget it. */
  revision = 0;
  /** Rows generated so far; shows that a page costs a page whatever the size of the catalog. */
  contentsBuilt = 0;
  private changes: AppliedChange[] = [];
  private size: number;
  private readonly seed: number;
  /** Stock of variants that were sold here, by their slot; what the seller says later counts anew. */
  private readonly left = new Map<number, number>();

  constructor(private readonly options: CatalogOptions) {
    this.size = options.products;
    this.seed = options.seed;
  }

  get products(): number {
    return this.size;
  }

  get changeCount(): number {
    return this.changes.length;
  }

  resize(products: number): void {
    this.size = products;
    this.revision++;
  }

  change(change: Change): void {
    const last = applied(change, this.options.now(), (contentId) => this.indexOfContentId(contentId));
    this.changes.push(last);
    if (last.kind === 'stock')
      for (const slot of this.left.keys()) if (last.selects(Math.floor(slot / VARIANTS_MAX))) this.left.delete(slot);
    this.revision++;
  }

  /** Takes pieces that were sold here off the stock of a barcode. @returns how many were not there */
  take(barcode: string, pieces: number): number {
    const slot = slotOfBarcode(this.seed, barcode);
    const index = slot === undefined ? undefined : this.existing(Math.floor(slot / VARIANTS_MAX));
    if (slot === undefined || index === undefined) return 0;
    const before = this.quantity(index, slot % VARIANTS_MAX) ?? 0;
    this.left.set(slot, Math.max(0, before - pieces));
    this.revision++;
    return Math.max(0, pieces - before);
  }

  /** Back to what the options said. */
  reset(): void {
    this.size = this.options.products;
    this.changes = [];
    this.left.clear();
    this.revision++;
  }

  contentIdOf(index: number): number {
    return FIRST_CONTENT_ID + index;
  }

  indexOfContentId(contentId: number): number | undefined {
    return this.existing(contentId - FIRST_CONTENT_ID);
  }

  indexOfBarcode(barcode: string): number | undefined {
    const slot = slotOfBarcode(this.seed, barcode);
    return slot === undefined ? undefined : this.existing(Math.floor(slot / VARIANTS_MAX));
  }

  indexOfStockCode(stockCode: string): number | undefined {
    const [, digits] = /^[A-Z]{3}-(\d{1,8})-\d$/.exec(stockCode) ?? [];
    return this.existing(Number(digits));
  }

  indexOfProductMainId(productMainId: string): number | undefined {
    const [, digits] = /^TZ-[A-Z]{3}-(\d{1,8})$/.exec(productMainId) ?? [];
    return this.existing(Number(digits));
  }

  createdMs(index: number): number {
    return FIRST_CREATED_MS + index * CREATED_STEP_MS;
  }

  contentModifiedMs(index: number): number {
    const own = this.createdMs(index) + (roll(this.seed, index, Stream.ContentModified) % (180 * DAY_MS));
    return this.latest(index, own, (change) => change.kind === 'title');
  }

  variantModifiedMs(index: number): number {
    const own = this.createdMs(index) + (roll(this.seed, index, Stream.VariantModified) % (200 * DAY_MS));
    return this.latest(index, own, (change) => change.kind !== 'title');
  }

  brandIdOf(index: number): number {
    return this.brandOf(index).id;
  }

  originOf(index: number): string | undefined {
    const random = roll(this.seed, index, Stream.Origin);
    return random % 10 === 0 ? undefined : pick(ORIGINS, random >>> 8);
  }

  archived(index: number): boolean {
    const own = roll(this.seed, index, Stream.Archived) % 400 === 0;
    return this.changes.reduce(
      (archived, change) => (change.kind === 'archive' && change.selects(index) ? change.archived : archived),
      own,
    );
  }

  blacklisted(index: number): boolean {
    return roll(this.seed, index, Stream.Blacklisted) % 1000 === 0;
  }

  lockedVariant(index: number, variant: number): boolean {
    return roll(this.seed, index * VARIANTS_MAX + variant, Stream.Locked) % 80 === 0;
  }

  /** Undefined when the seller never sent a stock for it. */
  quantity(index: number, variant: number): number | undefined {
    const random = roll(this.seed, index * VARIANTS_MAX + variant, Stream.Stock);
    let quantity: number | undefined =
      random % 500 === 1 ? undefined : random % 20 === 0 ? 0 : 1 + ((random >>> 8) % 400);
    for (const change of this.changes) {
      if (change.kind === 'stock' && change.selects(index)) quantity = change.quantity;
    }
    return this.left.get(index * VARIANTS_MAX + variant) ?? quantity;
  }

  onSaleVariant(index: number, variant: number): boolean {
    return (
      !this.archived(index) &&
      !this.blacklisted(index) &&
      !this.lockedVariant(index, variant) &&
      (this.quantity(index, variant) ?? 0) > 0
    );
  }

  variantCount(index: number): number {
    const random = roll(this.seed, this.wordsIndex(index), Stream.VariantCount);
    if (random % 5 !== 0) return 1;
    return Math.min(2 + ((random >>> 8) % (VARIANTS_MAX - 1)), this.leafOf(index).axis.values.length);
  }

  /** The row as `GET …/products/approved` answers it. */
  content(index: number): ApprovedContent {
    this.contentsBuilt++;
    const leaf = this.leafOf(index);
    const contentId = this.contentIdOf(index);
    const title = this.title(index);
    const row: ApprovedContent = {
      contentId,
      productMainId: `TZ-${leaf.code}-${String(index).padStart(7, '0')}`,
      brand: this.brandOf(index),
      category: { id: leaf.id, name: leaf.name },
      creationDate: this.createdMs(index),
      lastModifiedDate: this.contentModifiedMs(index),
      lastModifiedBy: 'satici@magaza.example',
      title,
      description: this.description(index, leaf, title),
      images: this.images(index, contentId),
      attributes: this.attributes(index, leaf),
      variants: Array.from({ length: this.variantCount(index) }, (_, variant) => this.variant(index, variant, leaf)),
    };
    const defect = this.defectOf(index);
    if (defect) spoil(row, defect);
    return row;
  }

  private defectOf(index: number): Defect | undefined {
    const { defects } = this.options;
    if (typeof defects === 'object') return defects[index];
    return defects ? defectOf(this.seed, index) : undefined;
  }

  /** 32 hexadecimal digits, like the provider's. */
  listingId(index: number, variant: number): string {
    return [0, 1, 2, 3]
      .map((part) => roll(this.seed, (index * VARIANTS_MAX + variant) * 4 + part, Stream.Listing))
      .map((word) => word.toString(16).padStart(8, '0'))
      .join('');
  }

  private existing(index: number): number | undefined {
    return Number.isInteger(index) && index >= 0 && index < this.size ? index : undefined;
  }

  private latest(index: number, own: number, matters: (change: Change) => boolean): number {
    let latest = own;
    for (const change of this.changes) {
      if (matters(change) && change.selects(index)) latest = Math.max(latest, change.atMs);
    }
    return latest;
  }

  /**
   * The position whose words this content uses. One content in a hundred repeats an older one word for word, as
   * sellers do: whoever makes handles out of titles has to cope.
   */
  private wordsIndex(index: number): number {
    return index % 100 === 99 ? index - 1 - (roll(this.seed, index, Stream.TitleTwin) % 99) : index;
  }

  private leafOf(index: number): Leaf {
    return pick(leaves, roll(this.seed, this.wordsIndex(index), Stream.Leaf));
  }

  private brandOf(index: number): { id: number; name: string } {
    const brands = brandsByLeaf.get(this.leafOf(index).id) ?? [];
    const { id, name } = pick(brands, roll(this.seed, this.wordsIndex(index), Stream.Brand));
    return { id, name };
  }

  private title(index: number): string {
    const leaf = this.leafOf(index);
    const words = this.wordsIndex(index);
    const parts = [
      this.brandOf(index).name,
      pick(leaf.qualifiers, roll(this.seed, words, Stream.Qualifier)),
      pick(leaf.nouns, roll(this.seed, words, Stream.Noun)),
    ];
    if (this.variantCount(index) === 1) parts.push(this.axisValue(index, 0, leaf));
    if (leaf.coloured) parts.push('-', this.colourOf(index).name);
    let title = parts.join(' ');
    for (const change of this.changes) {
      if (change.kind === 'title' && change.selects(index)) title += change.suffix;
    }
    return title;
  }

  private description(index: number, leaf: Leaf, title: string): string {
    const promise = pick(promises, roll(this.seed, this.wordsIndex(index), Stream.Promise));
    return `<p><strong>${title}</strong></p><p>${leaf.sentence}</p><ul><li>${promise}</li><li>Ürün kodu: ${leaf.code}-${index}</li></ul>`;
  }

  private images(index: number, contentId: number): { url: string }[] {
    const count = 1 + (roll(this.seed, index, Stream.Images) % 4);
    return Array.from({ length: count }, (_, image) => ({
      url: `https://cdn.trendyol-simulator.example/mediacenter/${contentId}/${image + 1}_org_zoom.jpg`,
    }));
  }

  private attributes(index: number, leaf: Leaf): Attribute[] {
    const attributes: Attribute[] = [];
    if (leaf.coloured) {
      const colour = this.colourOf(index);
      attributes.push(
        { attributeId: 47, attributeName: 'Renk', attributeValue: colour.name },
        {
          attributeId: 348,
          attributeName: 'Web Color',
          attributeValueId: colour.webColourId,
          attributeValue: colour.webColour,
        },
      );
    }
    if (leaf.material.length > 0) {
      const material = roll(this.seed, this.wordsIndex(index), Stream.Material) % leaf.material.length;
      attributes.push({
        attributeId: 14,
        attributeName: 'Materyal',
        attributeValueId: 5_000 + leaf.id * 10 + material,
        attributeValue: leaf.material[material] ?? '',
      });
    }
    attributes.push({
      attributeId: 1192,
      attributeName: 'Menşei',
      attributeValueId: 10_617_300,
      attributeValue: this.originOf(index) ?? 'Belirtilmemiş',
    });
    return attributes;
  }

  private variant(index: number, variant: number, leaf: Leaf): Variant {
    const slot = index * VARIANTS_MAX + variant;
    const archived = this.archived(index);
    const locked = this.lockedVariant(index, variant);
    const quantity = this.quantity(index, variant);
    const origin = this.originOf(index);
    const modifiedMs = this.variantModifiedMs(index);
    const sellerCreatedDate = this.createdMs(index) + variant * 1000;
    const cargo = roll(this.seed, index, Stream.Cargo) % 25 === 0;
    return {
      variantId: FIRST_VARIANT_ID + slot,
      supplierId: Number(this.options.sellerId),
      barcode: barcodeOf(this.seed, slot),
      commission: leaf.commissionPercent,
      attributes: this.axisAttributes(index, variant, leaf),
      productUrl: `https://www.trendyol.com/simulator/urun-p-${this.contentIdOf(index)}?merchantId=${this.options.sellerId}&filterOverPriceListings=false`,
      onSale: this.onSaleVariant(index, variant),
      channels: ['CORE'],
      deliveryOption: { deliveryDuration: slot % 2 },
      stock: {
        ...(quantity === undefined ? {} : { quantity }),
        lastModifiedDate: this.stockModifiedMs(index, slot, quantity),
      },
      price: this.price(index, variant, leaf),
      stockCode: `${leaf.code}-${String(index).padStart(7, '0')}-${variant + 1}`,
      ...(origin === undefined ? {} : { origin }),
      vatRate: leaf.vatRate,
      sellerCreatedDate,
      sellerModifiedDate: Math.max(modifiedMs, sellerCreatedDate),
      locked,
      lockReason: locked ? pick(lockReasons, roll(this.seed, slot, Stream.LockReason)) : null,
      lockDate: locked ? modifiedMs : null,
      archived,
      archivedDate: archived ? modifiedMs : null,
      docNeeded: false,
      hasViolation: false,
      blacklisted: this.blacklisted(index),
      ...(cargo ? { cargoProviders: ['TEXMP'] } : {}),
    };
  }

  private stockModifiedMs(index: number, slot: number, quantity: number | undefined): number | null {
    if (quantity === undefined) return null;
    const own = this.createdMs(index) + (roll(this.seed, slot, Stream.StockTouched) % (200 * DAY_MS));
    return this.latest(index, own, (change) => change.kind === 'stock');
  }

  /** Whole kuruş throughout; only the answer is decimal lira, because that is what the provider speaks. */
  private price(index: number, variant: number, leaf: Leaf): Variant['price'] {
    const spread = rollFraction(this.seed, index, Stream.Price) ** 2;
    const base = leaf.priceMinKurus + (leaf.priceMaxKurus - leaf.priceMinKurus) * spread;
    const lira = Math.floor((base * (1 + (variant * leaf.axis.priceStepPercent) / 100)) / 100);
    let saleKurus = lira * 100 + pick([90, 90, 99, 0, 50], roll(this.seed, index, Stream.Ending));
    const discount = roll(this.seed, index, Stream.Discount);
    let listKurus = discount % 3 === 0 ? Math.round(saleKurus * (1.1 + (discount % 40) / 100)) : saleKurus;
    for (const change of this.changes) {
      if (change.kind !== 'price' || !change.selects(index)) continue;
      saleKurus = Math.max(1, Math.round(saleKurus * change.factor));
      listKurus = Math.max(saleKurus, Math.round(listKurus * change.factor));
    }
    const campaign = roll(this.seed, index, Stream.CustomerPrice) % 10 === 0;
    return {
      salePrice: saleKurus / 100,
      listPrice: listKurus / 100,
      priceSeenByCustomer: (campaign ? Math.max(1, Math.round(saleKurus * 0.9)) : saleKurus) / 100,
    };
  }

  private colourOf(index: number): (typeof colours)[number] {
    return pick(colours, roll(this.seed, this.wordsIndex(index), Stream.Colour));
  }

  private axisValueNumber(index: number, variant: number, leaf: Leaf): number {
    // A single variant may be any of the sizes; several are a run from the first, so that none repeats.
    const start = this.variantCount(index) === 1 ? roll(this.seed, this.wordsIndex(index), Stream.AxisStart) : 0;
    return (start + variant) % leaf.axis.values.length;
  }

  private axisValue(index: number, variant: number, leaf: Leaf): string {
    return leaf.axis.values[this.axisValueNumber(index, variant, leaf)] ?? '';
  }

  private axisAttributes(index: number, variant: number, leaf: Leaf): Attribute[] {
    if (this.variantCount(index) === 1 && roll(this.seed, index, Stream.SingleAxis) % 2 === 0) return [];
    return [
      {
        attributeId: leaf.axis.attributeId,
        attributeName: leaf.axis.name,
        attributeValueId: leaf.id * 100 + this.axisValueNumber(index, variant, leaf),
        attributeValue: this.axisValue(index, variant, leaf),
      },
    ];
  }
}

/** Brands of exactly this name, letter case included. */
export const brandsNamed = (name: string): { id: number; name: string }[] =>
  allBrands.filter((brand) => brand.name === name).map((brand) => ({ id: brand.id, name: brand.name }));

/** The provider's category tree; a leaf has an empty `subCategories`. */
export function categoryTree(): Category[] {
  const nodes = [...branches.map(({ id, name }) => ({ id, name, parentId: null })), ...middleBranches, ...leaves];
  const childrenOf = (parentId: number | null): Category[] =>
    nodes
      .filter((node) => node.parentId === parentId)
      .map(({ id, name }) => ({ id, name, parentId, subCategories: childrenOf(id) }));
  return childrenOf(null);
}

function brandsOf(leaf: Leaf): readonly Brand[] {
  const rootId = middleBranches.find((branch) => branch.id === leaf.parentId)?.parentId ?? leaf.parentId;
  return allBrands.filter((brand) => brand.rootId === rootId);
}
