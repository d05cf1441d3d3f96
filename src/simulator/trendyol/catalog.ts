import { pick, roll, rollFraction } from '../kit/prng';
import { barcodeOf, slotOfBarcode } from './barcode';
import { type AppliedChange, applied, type Change } from './changes';
import { type Defect, defectOf, spoil } from './defects';
import { type Described, Listed, type ListedContent } from './listing/listed';
import { type By, Shelf } from './listing/shelf';
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
import type { ApprovedContent, Attribute, Variant } from './wire';

/** Above this, creation dates would reach into the future. */
export const PRODUCTS_MAX = 5_000_000;

const FIRST_CREATED_MS = Date.UTC(2019, 0, 1);
/** Dates rise with the position, so ordering by creation date is ordering by position and needs no sort. */
const CREATED_STEP_MS = 30_000;
/** Percent of the price that a seller pays of a product listed here. */
const LISTED_COMMISSION = 15;
const DAY_MS = 86_400_000;
const FIRST_CONTENT_ID = 700_000_000;
const FIRST_VARIANT_ID = 60_000_000;
/** Indexes of products that sellers listed here begin behind those of the seed. */
const FIRST_LISTED = PRODUCTS_MAX;
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

/** Fields of a variant that its maker states, as opposed to what became of it. */
type VariantsOwn = Pick<Variant, 'commission' | 'attributes' | 'stockCode' | 'vatRate' | 'price' | 'cargoProviders'> & {
  readonly barcode: string;
};

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
  /** Products that sellers listed here. */
  readonly listed = new Listed();
  /** Changes of single items. */
  readonly shelf = new Shelf();
  /** Lets what is due happen before anybody reads; see Listings. */
  settle: () => void = () => undefined;
  /** Moves with each change, so that whoever remembers a count knows when to forget it. */
  revision = 0;
  /** Rows generated so far; shows that a page costs a page whatever the size of the catalog. */
  contentsBuilt = 0;
  private changes: AppliedChange[] = [];
  private size: number;
  private readonly seed: number;

  constructor(private readonly options: CatalogOptions) {
    this.size = options.products;
    this.seed = options.seed;
  }

  get products(): number {
    return this.size + this.listed.count;
  }

  /** Finds the index of the product at a place of the whole list; the seller's own come last. */
  indexAt(place: number): number {
    return place < this.size ? place : FIRST_LISTED + place - this.size;
  }

  /** The reverse of {@link Catalog.indexAt}. */
  placeAt(index: number): number {
    return index < FIRST_LISTED ? index : this.size + index - FIRST_LISTED;
  }

  get changeCount(): number {
    return this.changes.length;
  }

  resize(products: number): void {
    this.size = products;
    this.revision++;
  }

  change(change: Change): void {
    this.changes.push(applied(change, this.options.now(), (contentId) => this.indexOfContentId(contentId)));
    this.revision++;
  }

  /** Back to what the options said. */
  reset(): void {
    this.size = this.options.products;
    this.changes = [];
    this.listed.clear();
    this.shelf.clear();
    this.revision++;
  }

  contentIdOf(index: number): number {
    return FIRST_CONTENT_ID + index;
  }

  indexOfContentId(contentId: number): number | undefined {
    return this.existing(contentId - FIRST_CONTENT_ID);
  }

  indexOfBarcode(barcode: string): number | undefined {
    const listed = this.listed.positionOf(barcode);
    if (listed !== undefined) return FIRST_LISTED + listed;
    const slot = slotOfBarcode(this.seed, barcode);
    return slot === undefined ? undefined : this.existing(Math.floor(slot / VARIANTS_MAX));
  }

  indexOfStockCode(stockCode: string): number | undefined {
    const listed = this.listed.find((item) => item.stockCode === stockCode);
    if (listed !== undefined) return FIRST_LISTED + listed;
    const [, digits] = /^[A-Z]{3}-(\d{1,8})-\d$/.exec(stockCode) ?? [];
    return this.existing(Number(digits));
  }

  indexOfProductMainId(productMainId: string): number | undefined {
    const listed = this.listed.find((item) => item.productMainId === productMainId);
    if (listed !== undefined) return FIRST_LISTED + listed;
    const [, digits] = /^TZ-[A-Z]{3}-(\d{1,8})$/.exec(productMainId) ?? [];
    return this.existing(Number(digits));
  }

  /**
   * Sells pieces of an approved item, as an order does.
   * @returns how many of them were not there
   */
  take(barcode: string, pieces: number): number {
    this.settle();
    const there = this.stockOf(barcode);
    if (there === undefined) return pieces;
    const shortfall = Math.max(0, pieces - there);
    this.shelf.oversold += shortfall;
    this.offer(barcode, { quantity: Math.max(0, there - pieces) }, 'order');
    return shortfall;
  }

  /** Puts pieces of an approved item back, as a cancelled order does. */
  give(barcode: string, pieces: number): void {
    this.settle();
    const there = this.stockOf(barcode);
    if (there !== undefined) this.offer(barcode, { quantity: there + pieces }, 'order');
  }

  /** Pieces that are shown of an approved item; undefined of one that is none. */
  stockOf(barcode: string): number | undefined {
    const item = this.itemOf(barcode);
    return item && (item.variant.stock.quantity ?? 0);
  }

  /** An approved item with the content that it is of. */
  itemOf(barcode: string): { readonly content: ApprovedContent; readonly variant: Variant } | undefined {
    const index = this.indexOfBarcode(barcode);
    const content = index === undefined ? undefined : this.content(index);
    const variant = content?.variants.find((each) => each.barcode === barcode);
    return content && variant && { content, variant };
  }

  /** Changes what is shown of an approved item; money in kuruş. */
  offer(
    barcode: string,
    shown: { readonly quantity?: number; readonly price?: { readonly sale: number; readonly list: number } },
    by: By,
  ): void {
    const made = { atMs: this.options.now(), by, after: this.changes.length };
    if (shown.quantity !== undefined) this.shelf.quantity(barcode, shown.quantity, made);
    if (shown.price) this.shelf.price(barcode, shown.price.sale, shown.price.list, made);
    this.revision++;
  }

  archive(barcode: string, archived: boolean): void {
    this.shelf.archive(barcode, archived, this.options.now());
    this.revision++;
  }

  unlock(barcode: string): void {
    this.shelf.unlock(barcode);
    this.revision++;
  }

  /** Tells whether all items of a content were taken out of the shop. */
  isGone(index: number): boolean {
    if (this.shelf.isEmpty && this.listed.count === 0) return false;
    const places = Array.from({ length: this.variantCount(index) }, (_, variant) => this.barcodeAt(index, variant));
    return this.listedAt(index) ? places.length === 0 : places.every((barcode) => this.shelf.of(barcode)?.isRemoved);
  }

  /** Takes an item out of the shop. */
  remove(barcode: string): void {
    if (!this.listed.remove(barcode, this.options.now())) this.shelf.remove(barcode);
    this.shelf.forget(barcode);
    this.revision++;
  }

  /** Adds an approved item. */
  list(item: Described): void {
    this.shelf.forget(item.barcode);
    this.listed.add(item, this.options.now());
    this.revision++;
  }

  private listedAt(index: number): ListedContent | undefined {
    return index < FIRST_LISTED ? undefined : this.listed.at(index - FIRST_LISTED);
  }

  private barcodeAt(index: number, variant: number): string {
    return this.listedAt(index)?.variants[variant]?.barcode ?? barcodeOf(this.seed, index * VARIANTS_MAX + variant);
  }

  createdMs(index: number): number {
    const listed = this.listedAt(index);
    if (listed) return listed.createdMs;
    return FIRST_CREATED_MS + index * CREATED_STEP_MS;
  }

  contentModifiedMs(index: number): number {
    const listed = this.listedAt(index);
    if (listed) return listed.modifiedMs;
    const own = this.createdMs(index) + (roll(this.seed, index, Stream.ContentModified) % (180 * DAY_MS));
    return this.latest(index, own, (change) => change.kind === 'title');
  }

  variantModifiedMs(index: number): number {
    const listed = this.listedAt(index);
    if (listed) return this.latest(index, listed.modifiedMs, (change) => change.kind !== 'title');
    const own = this.createdMs(index) + (roll(this.seed, index, Stream.VariantModified) % (200 * DAY_MS));
    return this.latest(index, own, (change) => change.kind !== 'title');
  }

  brandIdOf(index: number): number {
    const listed = this.listedAt(index);
    if (listed) return listed.variants[0]?.brand.id ?? 0;
    return this.brandOf(index).id;
  }

  originOf(index: number): string | undefined {
    const listed = this.listedAt(index);
    if (listed) return listed.variants[0]?.origin;
    const random = roll(this.seed, index, Stream.Origin);
    return random % 10 === 0 ? undefined : pick(ORIGINS, random >>> 8);
  }

  archived(index: number): boolean {
    const own = index < FIRST_LISTED && roll(this.seed, index, Stream.Archived) % 400 === 0;
    return this.changes.reduce(
      (archived, change) => (change.kind === 'archive' && change.selects(index) ? change.archived : archived),
      own,
    );
  }

  archivedVariant(index: number, variant: number): boolean {
    const told = this.shelf.isEmpty ? undefined : this.shelf.of(this.barcodeAt(index, variant))?.archived;
    return told ? told.value : this.archived(index);
  }

  blacklisted(index: number): boolean {
    return index < FIRST_LISTED && roll(this.seed, index, Stream.Blacklisted) % 1000 === 0;
  }

  lockedVariant(index: number, variant: number): boolean {
    if (index >= FIRST_LISTED || roll(this.seed, index * VARIANTS_MAX + variant, Stream.Locked) % 80 !== 0)
      return false;
    return this.shelf.isEmpty || !this.shelf.of(this.barcodeAt(index, variant))?.isUnlocked;
  }

  /** Undefined when the seller never sent a stock for it. */
  quantity(index: number, variant: number): number | undefined {
    const told = this.shelf.isEmpty ? undefined : this.shelf.of(this.barcodeAt(index, variant))?.quantity;
    const listed = this.listedAt(index)?.variants[variant]?.quantity;
    let quantity = told?.value ?? listed ?? this.firstQuantity(index, variant);
    for (const change of this.changes.slice(told?.after ?? 0)) {
      if (change.kind === 'stock' && change.selects(index)) quantity = change.quantity;
    }
    return quantity;
  }

  private firstQuantity(index: number, variant: number): number | undefined {
    const random = roll(this.seed, index * VARIANTS_MAX + variant, Stream.Stock);
    return random % 500 === 1 ? undefined : random % 20 === 0 ? 0 : 1 + ((random >>> 8) % 400);
  }

  onSaleVariant(index: number, variant: number): boolean {
    return (
      !this.archivedVariant(index, variant) &&
      !this.blacklisted(index) &&
      !this.lockedVariant(index, variant) &&
      (this.quantity(index, variant) ?? 0) > 0
    );
  }

  variantCount(index: number): number {
    const listed = this.listedAt(index);
    if (listed) return listed.variants.length;
    const random = roll(this.seed, this.wordsIndex(index), Stream.VariantCount);
    if (random % 5 !== 0) return 1;
    return Math.min(2 + ((random >>> 8) % (VARIANTS_MAX - 1)), this.leafOf(index).axis.values.length);
  }

  /** The row as `GET …/products/approved` answers it. */
  content(index: number): ApprovedContent {
    this.contentsBuilt++;
    const listed = this.listedAt(index);
    if (listed) return this.listedContent(index, listed);
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
    if (!this.shelf.isEmpty)
      row.variants = row.variants.filter(({ barcode = '' }) => !this.shelf.of(barcode)?.isRemoved);
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
    if (this.listedAt(index)) return index;
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
    const cargo = roll(this.seed, index, Stream.Cargo) % 25 === 0;
    return this.shown(index, variant, {
      barcode: barcodeOf(this.seed, slot),
      commission: leaf.commissionPercent,
      attributes: this.axisAttributes(index, variant, leaf),
      stockCode: `${leaf.code}-${String(index).padStart(7, '0')}-${variant + 1}`,
      origin: this.originOf(index),
      vatRate: leaf.vatRate,
      price: this.price(index, variant, leaf),
      ...(cargo ? { cargoProviders: ['TEXMP'] } : {}),
    });
  }

  /** A variant as lists show it, whoever made it. */
  private shown(
    index: number,
    variant: number,
    { origin, ...own }: VariantsOwn & { readonly origin: string | undefined },
  ): Variant {
    const slot = index * VARIANTS_MAX + variant;
    const archived = this.archivedVariant(index, variant);
    const locked = this.lockedVariant(index, variant);
    const quantity = this.quantity(index, variant);
    const modifiedMs = this.variantModifiedMs(index);
    const sellerCreatedDate = this.createdMs(index) + variant * 1000;
    return {
      ...own,
      ...(origin === undefined ? {} : { origin }),
      variantId: this.listed.idOf(own.barcode) ?? FIRST_VARIANT_ID + slot,
      supplierId: Number(this.options.sellerId),
      productUrl: `https://www.trendyol.com/simulator/urun-p-${this.contentIdOf(index)}?merchantId=${this.options.sellerId}&filterOverPriceListings=false`,
      onSale: this.onSaleVariant(index, variant),
      channels: ['CORE'],
      deliveryOption: { deliveryDuration: slot % 2 },
      stock: {
        ...(quantity === undefined ? {} : { quantity }),
        lastModifiedDate: this.stockModifiedMs(index, slot, quantity),
      },
      sellerCreatedDate,
      sellerModifiedDate: Math.max(modifiedMs, sellerCreatedDate),
      locked,
      lockReason: locked ? pick(lockReasons, roll(this.seed, slot, Stream.LockReason)) : null,
      lockDate: locked ? modifiedMs : null,
      archived,
      archivedDate: archived ? (this.shelf.of(own.barcode)?.archived?.atMs ?? modifiedMs) : null,
      docNeeded: false,
      hasViolation: false,
      blacklisted: this.blacklisted(index),
    };
  }

  private listedContent(index: number, { variants, createdMs, modifiedMs }: ListedContent): ApprovedContent {
    const [first] = variants;
    return {
      contentId: this.contentIdOf(index),
      productMainId: first?.productMainId ?? '',
      brand: first?.brand ?? { id: 0, name: '' },
      category: first?.category ?? { id: 0, name: '' },
      creationDate: createdMs,
      lastModifiedDate: modifiedMs,
      lastModifiedBy: 'entegrasyon@magaza.example',
      title: first?.title ?? '',
      description: first?.description ?? '',
      images: (first?.images ?? []).map((url) => ({ url })),
      attributes: [...(first?.attributes ?? [])],
      variants: variants.map((item, variant) =>
        this.shown(index, variant, {
          barcode: item.barcode,
          commission: LISTED_COMMISSION,
          attributes: [...item.attributes],
          stockCode: item.stockCode,
          origin: item.origin,
          vatRate: item.vatRate,
          price: this.pricedAt(index, item.barcode, item.salePrice, item.listPrice),
        }),
      ),
    };
  }

  private stockModifiedMs(index: number, slot: number, quantity: number | undefined): number | null {
    if (quantity === undefined) return null;
    const listed = this.listedAt(index);
    const own = listed
      ? listed.createdMs
      : this.createdMs(index) + (roll(this.seed, slot, Stream.StockTouched) % (200 * DAY_MS));
    return this.latest(index, own, (change) => change.kind === 'stock');
  }

  /** Whole kuruş throughout; only the answer is decimal lira, because that is what the provider speaks. */
  private price(index: number, variant: number, leaf: Leaf): Variant['price'] {
    const spread = rollFraction(this.seed, index, Stream.Price) ** 2;
    const base = leaf.priceMinKurus + (leaf.priceMaxKurus - leaf.priceMinKurus) * spread;
    const lira = Math.floor((base * (1 + (variant * leaf.axis.priceStepPercent) / 100)) / 100);
    const saleKurus = lira * 100 + pick([90, 90, 99, 0, 50], roll(this.seed, index, Stream.Ending));
    const discount = roll(this.seed, index, Stream.Discount);
    const listKurus = discount % 3 === 0 ? Math.round(saleKurus * (1.1 + (discount % 40) / 100)) : saleKurus;
    return this.pricedAt(index, barcodeOf(this.seed, index * VARIANTS_MAX + variant), saleKurus, listKurus);
  }

  /** The first price and what came after it. */
  private pricedAt(index: number, barcode: string, firstSale: number, firstList: number): Variant['price'] {
    const told = this.shelf.of(barcode)?.price;
    let { sale, list } = told ?? { sale: firstSale, list: firstList };
    for (const change of this.changes.slice(told?.after ?? 0)) {
      if (change.kind !== 'price' || !change.selects(index)) continue;
      sale = Math.max(1, Math.round(sale * change.factor));
      list = Math.max(sale, Math.round(list * change.factor));
    }
    const campaign = index < FIRST_LISTED && roll(this.seed, index, Stream.CustomerPrice) % 10 === 0;
    return {
      salePrice: sale / 100,
      listPrice: list / 100,
      priceSeenByCustomer: (campaign ? Math.max(1, Math.round(sale * 0.9)) : sale) / 100,
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

/** The brand of an id. */
export const brandOfId = (id: unknown): { id: number; name: string } | undefined => {
  const brand = allBrands.find((each) => each.id === id);
  return brand && { id: brand.id, name: brand.name };
};

function brandsOf(leaf: Leaf): readonly Brand[] {
  const rootId = middleBranches.find((branch) => branch.id === leaf.parentId)?.parentId ?? leaf.parentId;
  return allBrands.filter((brand) => brand.rootId === rootId);
}
