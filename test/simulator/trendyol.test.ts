import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformFileSync } from '@swc/core';
import fc from 'fast-check';
import { barcodeOf, eanCheckDigit, slotOfBarcode } from '../../src/simulator/trendyol/barcode';
import {
  startTrendyolSimulator,
  type TrendyolSimulator,
  type TrendyolSimulatorOptions,
} from '../../src/simulator/trendyol/server';
import type { ApprovedContent, InventoryContent, Page } from '../../src/simulator/trendyol/wire';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const credentials = { authorization: basic('demo-key:demo-secret'), 'user-agent': '424242 - SelfIntegration' };
const APPROVED = '/product/sellers/424242/products/approved';
const APPROVED_NAME = 'GET /product/sellers/{sellerId}/products/approved';
const NOON_MS = Date.UTC(2026, 10, 21, 12);

const running: TrendyolSimulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
});

async function start(options: TrendyolSimulatorOptions = {}): Promise<TrendyolSimulator> {
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, now: () => NOON_MS, ...options });
  running.push(simulator);
  return simulator;
}

const queryOf = (values: Record<string, string | number>): string =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const get = (simulator: TrendyolSimulator, pathAndQuery: string, headers: Record<string, string> = credentials) =>
  fetch(simulator.url + pathAndQuery, { headers });

async function json<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer;
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const approved = (simulator: TrendyolSimulator, query: Record<string, string | number> = {}) =>
  json<Page<ApprovedContent>>(get(simulator, `${APPROVED}?${queryOf(query)}`));

async function refusal(answer: Promise<Response>): Promise<{ status: number; key: string; exception?: string }> {
  const response = await answer;
  const body = (await response.json()) as {
    errors: { key: string; message: string; errorCode: string }[];
    exception?: string;
  };
  expect(body.errors[0]?.errorCode).toBe(String(response.status));
  expect(body.errors[0]?.message).not.toBe('');
  return {
    status: response.status,
    key: body.errors[0]?.key ?? '',
    ...(body.exception === undefined ? {} : { exception: body.exception }),
  };
}

async function everyContent(simulator: TrendyolSimulator, query: Record<string, string | number> = {}) {
  const contents: ApprovedContent[] = [];
  let token: string | null = null;
  do {
    const page: Page<ApprovedContent> = await approved(simulator, {
      size: 100,
      ...query,
      ...(token === null ? {} : { nextPageToken: token }),
    });
    contents.push(...page.content);
    token = page.nextPageToken;
  } while (token !== null);
  return contents;
}

function control(simulator: TrendyolSimulator, method: string, resource: string, body?: unknown) {
  return fetch(`${new URL(simulator.url).origin}/__simulator/${resource}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

describe('barcodes', () => {
  const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
  const slots = fc.integer({ min: 0, max: 999_999_999 });

  it('are Turkish EAN-13 codes with a right check digit, and lead back to their slot', () => {
    fc.assert(
      fc.property(seeds, slots, (seed, slot) => {
        const barcode = barcodeOf(seed, slot);
        expect(barcode).toMatch(/^869\d{10}$/);
        const weighted = [...barcode].reduce((sum, digit, position) => sum + Number(digit) * (position % 2 ? 3 : 1), 0);
        expect(weighted % 10).toBe(0);
        expect(slotOfBarcode(seed, barcode)).toBe(slot);
      }),
    );
  });

  it('differ for different slots', () => {
    fc.assert(
      fc.property(
        seeds,
        slots,
        slots,
        (seed, left, right) => (barcodeOf(seed, left) === barcodeOf(seed, right)) === (left === right),
      ),
    );
  });

  it('knows the check digit of a published example', () => {
    expect(eanCheckDigit('400638133393')).toBe(1);
    expect(slotOfBarcode(7, '8690000000000')).toBeUndefined();
  });
});

describe('the catalog', () => {
  it('is listed exactly once by number and by token, in the same order', async () => {
    const simulator = await start({ products: 1234 });
    const byNumber: ApprovedContent[] = [];
    for (let page = 0; page < 13; page++) byNumber.push(...(await approved(simulator, { page, size: 100 })).content);
    const byToken = await everyContent(simulator);
    expect(byNumber).toHaveLength(1234);
    expect(new Set(byNumber.map((content) => content.contentId)).size).toBe(1234);
    expect(byToken).toEqual(byNumber);
    expect(await everyContent(simulator, { orderByDirection: 'DESC', size: 97 })).toEqual([...byNumber].reverse());
  });

  it('answers totals, and a token with the last page that leads to an empty one', async () => {
    const simulator = await start({ products: 150 });
    const second = await approved(simulator, { page: 1, size: 100 });
    expect(second).toMatchObject({ totalElements: 150, totalPages: 2, page: 1, size: 100 });
    expect(second.content).toHaveLength(50);
    const after = await approved(simulator, { size: 100, nextPageToken: second.nextPageToken ?? '' });
    expect(after).toMatchObject({ page: 2, content: [], nextPageToken: null, totalElements: 150 });
    expect(await approved(simulator)).toMatchObject({ size: 20, page: 0 });
  });

  it('is the same for the same seed and another for another', async () => {
    const [one, same, other] = await Promise.all([
      start({ products: 50, seed: 11 }),
      start({ products: 500_000, seed: 11 }),
      start({ products: 50, seed: 12 }),
    ]);
    const first = (await approved(one, { size: 50 })).content;
    expect((await approved(same, { size: 50 })).content).toEqual(first);
    expect((await approved(other, { size: 50 })).content).not.toEqual(first);
  });

  it('keeps the promises that an importer relies on', async () => {
    const simulator = await start({ products: 5000 });
    const contents = await everyContent(simulator);
    const variants = contents.flatMap((content) => content.variants);
    const unique = (values: unknown[]): boolean => new Set(values).size === values.length;
    expect(unique(contents.map((content) => content.productMainId))).toBe(true);
    expect(unique(variants.map((variant) => variant.barcode))).toBe(true);
    expect(unique(variants.map((variant) => variant.stockCode))).toBe(true);
    expect(unique(variants.map((variant) => variant.variantId))).toBe(true);

    // Told by their names: an `expect` for each of so many takes longer than all that is asked.
    const untrueOf = <T>(each: readonly T[], claims: Readonly<Record<string, (one: T) => boolean>>): string[] =>
      Object.keys(claims).filter((name) => !each.every(claims[name] as (one: T) => boolean));
    const ofContents: Record<string, (content: ApprovedContent) => boolean> = {
      'a title of a hundred characters at most': ({ title }) => title.length <= 100,
      'a title without blanks around it': ({ title }) => title.trim() === title,
      'pictures that a browser loads safely': ({ images }) => images.every(({ url }) => url.startsWith('https://')),
      'a picture': ({ images }) => images.length > 0,
      'a last change after its creation': (content) => content.lastModifiedDate >= content.creationDate,
      'a last change before now': ({ lastModifiedDate }) => lastModifiedDate < NOON_MS,
      'one to four variants': ({ variants }) => variants.length > 0 && variants.length <= 4,
      'variants that differ': (content) => unique(content.variants.map(({ attributes }) => JSON.stringify(attributes))),
    };
    expect(untrueOf(contents, ofContents)).toEqual([]);
    const ofVariants: Record<string, (variant: (typeof variants)[number]) => boolean> = {
      'a price': ({ price }) => price.salePrice > 0,
      'a list price that is no lower': ({ price }) => price.listPrice >= price.salePrice,
      'a price in whole kuruş': ({ price }) => price.salePrice === Math.round(price.salePrice * 100) / 100,
      'a Turkish barcode': ({ barcode }) => /^869\d{10}$/.test(barcode ?? ''),
      'on sale as it says': ({ onSale, locked, archived, blacklisted, stock }) =>
        onSale === (!locked && !archived && !blacklisted && (stock.quantity ?? 0) > 0),
      'a reason when it is locked': ({ locked, lockReason }) => locked === (lockReason !== null),
      'a date when it is archived': ({ archived, archivedDate }) => archived === (archivedDate !== null),
    };
    expect(untrueOf(variants, ofVariants)).toEqual([]);

    const share = (holds: (content: ApprovedContent) => boolean): number =>
      contents.filter(holds).length / contents.length;
    expect(share((content) => content.variants.length > 1)).toBeCloseTo(0.2, 1);
    expect(new Set(variants.map((variant) => variant.vatRate))).toEqual(new Set([0, 1, 10, 20]));
    const some = (flag: (content: ApprovedContent) => boolean, shareMax: number): void => {
      expect(share(flag)).toBeGreaterThan(0);
      expect(share(flag)).toBeLessThan(shareMax);
    };
    some((content) => content.variants.some((variant) => variant.locked), 0.05);
    some((content) => content.variants.some((variant) => variant.archived), 0.01);
    some((content) => content.variants.some((variant) => variant.blacklisted), 0.005);
    some((content) => content.variants.some((variant) => variant.stock.quantity === undefined), 0.01);
    const titles = contents.map((content) => content.title);
    expect(new Set(titles).size).toBeLessThan(titles.length - 40);
    for (const letter of 'İışğçöü') expect(titles.join('')).toContain(letter);
  });

  it('hands out no defect unless asked, and then about two in a thousand', async () => {
    const healthy = await everyContent(await start({ products: 5000 }));
    const spoilt = await everyContent(await start({ products: 5000, defects: true }));
    const different = spoilt.filter((content, index) => JSON.stringify(content) !== JSON.stringify(healthy[index]));
    expect(different.length).toBeGreaterThanOrEqual(4);
    expect(different.length).toBeLessThanOrEqual(25);
    for (const content of different) {
      const [variant] = content.variants;
      const defective =
        variant === undefined ||
        variant.barcode === undefined ||
        variant.price.salePrice === 0 ||
        variant.price.listPrice < variant.price.salePrice ||
        content.title.length > 300 ||
        content.title.trim() === '' ||
        content.images.some((image) => image.url.startsWith('/'));
      expect(defective).toBe(true);
    }
    expect(new Set(spoilt.map((content) => content.contentId)).size).toBe(5000);
  });

  it('costs a page of rows for a page, among a million as among a hundred', async () => {
    const simulator = await start({ products: 1_000_000 });
    const built = () => simulator.stats().contentsBuilt;
    expect((await approved(simulator, { size: 100 })).totalElements).toBe(1_000_000);
    expect(built()).toBe(100);
    const last = await approved(simulator, { size: 100, orderByDirection: 'DESC' });
    expect(built()).toBe(200);
    expect(last.content[0]?.contentId).toBe(700_999_999);
    const deep = await approved(simulator, { page: 100, size: 100 });
    expect(deep.content[0]?.contentId).toBe(700_010_000);
    const deeper = await approved(simulator, { size: 100, nextPageToken: deep.nextPageToken ?? '' });
    expect(deeper.page).toBe(101);
    expect(deeper.content[0]?.contentId).toBe(700_010_100);
    expect(built()).toBe(400);
    const barcode = last.content[0]?.variants[0]?.barcode ?? '';
    expect((await approved(simulator, { barcode })).content).toEqual([last.content[0]]);
    expect(built()).toBe(401);
    await approved(simulator, { size: 100, status: 'archived' });
    expect(built()).toBe(501);
  });
});

describe('paging', () => {
  it.each([
    ['a page above the limit', { page: 101, size: 100 }],
    ['a size above 100', { size: 101 }],
    ['a size of 0', { size: 0 }],
    ['a negative page', { page: -1 }],
    ['a page that is no number', { page: 'iki' }],
    ['a token that is no token', { nextPageToken: 'abc' }],
    ['a token of another shape', { nextPageToken: Buffer.from('{"sort":[700000001]}').toString('base64') }],
    ['a token that is JSON null', { nextPageToken: Buffer.from('null').toString('base64') }],
  ])('refuses %s', async (_, query) => {
    const simulator = await start({ products: 20_000 });
    const answer = get(simulator, `${APPROVED}?${queryOf(query)}`);
    expect(await refusal(answer)).toEqual({ status: 400, key: expect.stringMatching(/^invalid\./) });
  });

  it('serves the last numbered page', async () => {
    const simulator = await start({ products: 20_000 });
    expect((await approved(simulator, { page: 100, size: 100 })).content).toHaveLength(100);
  });

  it('refuses an altered token, and one that was given for another filter', async () => {
    const simulator = await start({ products: 200 });
    const token = (await approved(simulator)).nextPageToken ?? '';
    const altered = Buffer.from(Buffer.from(token, 'base64').toString().replace('700000019', '700000018')).toString(
      'base64',
    );
    expect((await get(simulator, `${APPROVED}?nextPageToken=${encodeURIComponent(altered)}`)).status).toBe(400);
    expect((await get(simulator, `${APPROVED}?status=onSale&nextPageToken=${encodeURIComponent(token)}`)).status).toBe(
      400,
    );
    expect((await get(simulator, `${APPROVED}?nextPageToken=${encodeURIComponent(token)}`)).status).toBe(200);
  });

  it('misses no row and repeats none when the catalog grows between two pages', async () => {
    const simulator = await start({ products: 150 });
    const first = await approved(simulator, { size: 100 });
    await control(simulator, 'PUT', 'catalog', { products: 170 });
    const rest = await approved(simulator, { size: 100, nextPageToken: first.nextPageToken ?? '' });
    expect(rest.content.map((content) => content.contentId)).toEqual(
      Array.from({ length: 70 }, (_, index) => 700_000_100 + index),
    );
    expect(rest.totalElements).toBe(170);
  });
});

describe('filters', () => {
  let simulator: TrendyolSimulator;
  let all: ApprovedContent[];
  beforeEach(async () => {
    simulator = await start({ products: 1500 });
    all = await everyContent(simulator);
  });
  const ids = (contents: readonly { contentId: number }[]): number[] => contents.map((content) => content.contentId);
  const expected = (holds: (content: ApprovedContent) => boolean): number[] => ids(all.filter(holds));
  const found = async (query: Record<string, string | number>) => ids(await everyContent(simulator, query));

  it('finds one content by each of its names', async () => {
    const content = all.find((candidate) => candidate.variants.length > 1) as ApprovedContent;
    const variant = content.variants[1];
    const queries: Record<string, string | number>[] = [
      { barcode: variant?.barcode ?? '' },
      { stockCode: variant?.stockCode ?? '' },
      { productMainId: content.productMainId },
      { contentId: content.contentId },
      { barcode: variant?.barcode ?? '', contentId: content.contentId },
    ];
    for (const query of queries) {
      const page = await approved(simulator, query);
      expect(page.content).toEqual([content]);
      expect(page).toMatchObject({ totalElements: 1, totalPages: 1 });
    }
  });

  it.each([
    { barcode: '8690000000000' },
    { barcode: "x' or 1=1" },
    { stockCode: 'KHV-9999999-1' },
    { stockCode: 'XXX-0000001-1' },
    { productMainId: 'TZ-XXX-0000001' },
    { contentId: 1 },
    { brandIds: 1 },
  ])('finds nothing for %j', async (query: Record<string, string | number>) => {
    expect(await approved(simulator, query)).toMatchObject({
      totalElements: 0,
      totalPages: 0,
      content: [],
      nextPageToken: null,
    });
  });

  it('finds up to fifty barcodes, each content once', async () => {
    const wanted = all
      .slice(100, 120)
      .flatMap((content) => content.variants)
      .slice(0, 50);
    const barcodes = wanted.map((variant) => variant.barcode);
    expect(await found({ barcodes: barcodes.join(','), size: 3 })).toEqual(
      expected((content) => content.variants.some((variant) => barcodes.includes(variant.barcode))),
    );
    const tooMany = all.slice(0, 51).map((content) => content.variants[0]?.barcode);
    expect((await refusal(get(simulator, `${APPROVED}?barcodes=${tooMany.join(',')}`))).status).toBe(400);
  });

  it('filters by brand, origin and status', async () => {
    const brandIds = [all[0]?.brand.id, all[1]?.brand.id];
    expect(await found({ brandIds: brandIds.join(',') })).toEqual(
      expected((content) => brandIds.includes(content.brand.id)),
    );
    expect(await found({ origin: 'IT' })).toEqual(expected((content) => content.variants[0]?.origin === 'IT'));
    for (const status of ['archived', 'blacklisted', 'locked', 'onSale'] as const) {
      expect(await found({ status })).toEqual(
        expected((content) => content.variants.some((variant) => variant[status])),
      );
    }
    expect(await found({ status: 'notOnSale', orderByDirection: 'DESC' })).toEqual(
      expected((content) => content.variants.some((variant) => !variant.onSale)).reverse(),
    );
    expect((await refusal(get(simulator, `${APPROVED}?status=sold`))).status).toBe(400);
    expect((await refusal(get(simulator, `${APPROVED}?orderByDirection=up`))).status).toBe(400);
  });

  it('pages a filtered list by number as by token', async () => {
    const byToken = await found({ status: 'notOnSale', size: 7 });
    const second = await approved(simulator, { status: 'notOnSale', size: 7, page: 1 });
    expect(ids(second.content)).toEqual(byToken.slice(7, 14));
    expect(second.totalElements).toBe(byToken.length);
  });

  it.each([
    ['VARIANT_CREATED_DATE', (content: ApprovedContent) => content.variants[0]?.sellerCreatedDate ?? 0],
    ['VARIANT_MODIFIED_DATE', (content: ApprovedContent) => content.variants[0]?.sellerModifiedDate ?? 0],
    ['CONTENT_MODIFIED_DATE', (content: ApprovedContent) => content.lastModifiedDate],
  ])('filters by %s, both ends included', async (dateQueryType, dateOf) => {
    const dates = all.map(dateOf).sort((left, right) => left - right);
    const [startDate = 0, endDate = 0] = [dates[300], dates[700]];
    const inWindow = expected((content) => dateOf(content) >= startDate && dateOf(content) <= endDate);
    expect(inWindow.length).toBeGreaterThanOrEqual(401);
    expect(await found({ dateQueryType, startDate, endDate })).toEqual(inWindow);
    expect(await found({ dateQueryType, startDate })).toEqual(expected((content) => dateOf(content) >= startDate));
  });

  it('refuses dates without their kind, the wrong way round, or in words', async () => {
    for (const query of [
      'startDate=1',
      'dateQueryType=VARIANT_CREATED_DATE&startDate=5&endDate=4',
      'dateQueryType=CREATED_DATE&startDate=5',
      'dateQueryType=VARIANT_CREATED_DATE&startDate=2026-01-01',
    ]) {
      expect((await refusal(get(simulator, `${APPROVED}?${query}`))).status).toBe(400);
    }
  });
});

describe('the other calls', () => {
  it('lists prices and stocks of the same contents', async () => {
    const simulator = await start({ products: 300 });
    const rows = (await approved(simulator, { page: 1, size: 100 })).content;
    const page = await json<Page<InventoryContent>>(get(simulator, `${APPROVED}/inventory-and-price?page=1&size=100`));
    expect(page.totalElements).toBe(300);
    expect(page.content).toEqual(
      rows.map(({ contentId, productMainId, variants }) => ({
        contentId,
        productMainId,
        variants: variants.map(({ variantId, barcode, price, stock, stockCode }) => ({
          variantId,
          barcode,
          salePrice: price.salePrice,
          listPrice: price.listPrice,
          quantity: stock.quantity ?? 0,
          stockCode,
          stockLastModifiedDate: stock.lastModifiedDate,
        })),
      })),
    );
  });

  it('answers an empty page of unapproved products, a thousand to the page', async () => {
    const simulator = await start();
    expect(await json(get(simulator, '/product/sellers/424242/products/unapproved?size=1000'))).toEqual({
      totalElements: 0,
      totalPages: 0,
      page: 0,
      size: 1000,
      nextPageToken: null,
      content: [],
    });
    expect((await refusal(get(simulator, '/product/sellers/424242/products/unapproved?size=1001'))).status).toBe(400);
  });

  it('looks one product up by barcode', async () => {
    const simulator = await start();
    const [content] = (await approved(simulator)).content;
    const barcode = content?.variants[0]?.barcode ?? '';
    expect(await json(get(simulator, `/product/sellers/424242/product/${barcode}`))).toEqual({
      barcode,
      approved: true,
      approvedDate: content?.creationDate,
      archived: false,
      listingId: expect.stringMatching(/^[0-9a-f]{32}$/),
      contentId: content?.contentId,
    });
    expect(await refusal(get(simulator, '/product/sellers/424242/product/8690000000000'))).toEqual({
      status: 404,
      key: 'product.not.found',
    });
  });

  it('knows the brands and the category tree of its contents', async () => {
    const simulator = await start({ products: 600 });
    const { categories } = await json<{ categories: Category[] }>(get(simulator, '/product/product-categories'));
    interface Category {
      id: number;
      name: string;
      subCategories: Category[];
    }
    const leavesOf = (nodes: Category[]): [number, string][] =>
      nodes.flatMap((node) =>
        node.subCategories.length === 0 ? [[node.id, node.name]] : leavesOf(node.subCategories),
      );
    const names = new Map(leavesOf(categories));
    const contents = await everyContent(simulator);
    for (const { category } of contents) expect(names.get(category.id)).toBe(category.name);
    for (const brand of new Map(contents.map((content) => [content.brand.name, content.brand])).values()) {
      expect(await json(get(simulator, `/product/brands/by-name?name=${encodeURIComponent(brand.name)}`))).toEqual([
        brand,
      ]);
    }
    expect(await json(get(simulator, `/product/brands/by-name?name=${encodeURIComponent('çınaraltı')}`))).toEqual([]);
    expect((await refusal(get(simulator, '/product/brands/by-name'))).status).toBe(400);
  });

  it('serves the pictures that it names to whoever asks, at the address by which it was asked', async () => {
    const simulator = await start({ pictures: 1_000, products: 3 });
    const { origin } = new URL(simulator.url);
    const urls = (await everyContent(simulator)).flatMap(({ images }) => images.map(({ url }) => url));
    expect(urls.every((url) => url.startsWith(`${origin}/mediacenter/`))).toBe(true);
    const pictures = await Promise.all(urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
    expect(pictures.map((bytes) => bytes.subarray(1, 4).toString('latin1'))).toEqual(urls.map(() => 'PNG'));
    expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(urls.length);
    expect(simulator.stats().picturesServed).toBe(urls.length);
    expect(await (await control(simulator, 'PUT', 'pictures', { fault: 'missing' })).json()).toEqual({
      fault: 'missing',
      everyNth: 1,
    });
    expect((await fetch(urls[0] as string)).status).toBe(404);
    expect((await control(simulator, 'PUT', 'pictures', { fault: 'none' })).status).toBe(400);
    await control(simulator, 'DELETE', 'pictures');
    expect((await fetch(urls[0] as string)).status).toBe(200);
    expect((await fetch(`${origin}/mediacenter/unknown`)).status).toBe(404);
  });

  it('creates brands of a name and one to three images, for a storefront', async () => {
    const simulator = await start();
    const png = (byte: number) => new Blob([Uint8Array.of(byte)], { type: 'image/png' });
    const post = (name: string, images: Blob[], headers: Record<string, string> = { storeFrontCode: 'TR' }) => {
      const body = new FormData();
      body.append('name', name);
      for (const image of images) body.append('images', image, 'logo.png');
      const init = { method: 'POST', headers: { ...credentials, ...headers }, body };
      return fetch(`${simulator.url}/product/sellers/424242/brands`, init);
    };
    const created = await post('Çarşı', [png(1), png(2), png(255)]);
    const { brandId } = (await created.json()) as { brandId: number };
    expect([created.status, Number.isInteger(brandId)]).toEqual([201, true]);
    const named = () => json(get(simulator, `/product/brands/by-name?name=${encodeURIComponent('Çarşı')}`));
    expect(await named()).toEqual([{ id: brandId, name: 'Çarşı' }]);
    expect((await post('Çarşı', [png(1)])).status).toBe(201);
    expect(await named()).toHaveLength(2);
    const brands = await fetch(new URL('/__simulator/brands', simulator.url));
    expect(await brands.json()).toMatchObject([{ name: 'Çarşı', images: [1, 2, 3].map(() => expect.any(String)) }, {}]);
    const text = new Blob(['x'], { type: 'text/plain' });
    for (const [wrong, key] of [
      [post('Çarşı', [png(1)], {}), 'invalid.storefrontcode'],
      [post('Çarşı', [png(1)], { storeFrontCode: 'XX' }), 'invalid.storefrontcode'],
      [post('42', [png(1)]), 'invalid.brand.name'],
      [post('Kare', []), 'invalid.brand.images'],
      [post('Kare', [png(1), png(2), png(3), png(4)]), 'invalid.brand.images'],
      [post('Kare', [text]), 'invalid.brand.images'],
    ] as const)
      expect(await refusal(wrong)).toMatchObject({ status: 400, key });
    const elsewhere = fetch(`${simulator.url}/product/sellers/7/brands`, { method: 'POST', headers: credentials });
    expect((await refusal(elsewhere)).status).toBe(403);
  });
});

describe('the gateway', () => {
  const seller = '424242 - SelfIntegration';
  const good = basic('demo-key:demo-secret');
  it.each([
    ['the seller', { 'user-agent': seller, authorization: good }, 200, undefined],
    ['an integrator', { 'user-agent': '424242 - Tezgah', authorization: good }, 200, undefined],
    [
      'an integrator of 30 letters',
      { 'user-agent': `424242 - ${'a'.repeat(30)}`, authorization: good },
      200,
      undefined,
    ],
    [
      'an integrator of 31 letters',
      { 'user-agent': `424242 - ${'a'.repeat(31)}`, authorization: good },
      403,
      'TrendyolAuthorizationException',
    ],
    [
      'an integrator with a blank',
      { 'user-agent': '424242 - Te zgah', authorization: good },
      403,
      'TrendyolAuthorizationException',
    ],
    ['an empty User-Agent', { 'user-agent': '', authorization: good }, 403, 'TrendyolAuthorizationException'],
    ['the User-Agent of the library', { authorization: good }, 403, 'TrendyolAuthorizationException'],
    [
      'another seller in the User-Agent',
      { 'user-agent': '1 - SelfIntegration', authorization: good },
      403,
      'TrendyolAuthorizationException',
    ],
    ['no credentials', { 'user-agent': seller }, 401, 'ClientApiAuthenticationException'],
    [
      'a wrong secret',
      { 'user-agent': seller, authorization: basic('demo-key:wrong') },
      401,
      'ClientApiAuthenticationException',
    ],
    [
      'a wrong key',
      { 'user-agent': seller, authorization: basic('wrong:demo-secret') },
      401,
      'ClientApiAuthenticationException',
    ],
    ['a bearer', { 'user-agent': seller, authorization: 'Bearer demo-key' }, 401, 'ClientApiAuthenticationException'],
    ['neither', {}, 403, 'TrendyolAuthorizationException'],
  ])('meets %s', async (_, headers, status, exception) => {
    const simulator = await start();
    const response = await get(simulator, APPROVED, headers as Record<string, string>);
    expect(response.status).toBe(status);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body.exception).toBe(exception);
    if (exception !== undefined) {
      expect(body).toEqual({
        timestamp: NOON_MS,
        exception,
        errors: [{ key: 'generic.exception', message: expect.any(String), errorCode: String(status) }],
      });
    }
  });

  it("refuses another seller's path, unknown paths and wrong methods", async () => {
    const simulator = await start();
    expect(await refusal(get(simulator, '/product/sellers/7/products/approved'))).toMatchObject({ status: 403 });
    expect(await refusal(get(simulator, '/product/sellers/424242/nothing'))).toMatchObject({
      status: 404,
      exception: 'TrendyolNotFoundException',
    });
    const origin = new URL(simulator.url).origin;
    expect((await fetch(`${origin}//`, { headers: credentials })).status).toBe(404);
    expect((await fetch(`${origin}${APPROVED}`, { headers: credentials })).status).toBe(404);
    const posted = await fetch(simulator.url + APPROVED, { method: 'POST', headers: credentials, body: '{}' });
    expect(posted.status).toBe(405);
    expect(posted.headers.get('allow')).toBe('GET');
  });

  it('accepts another account when it is told to', async () => {
    const simulator = await start({ sellerId: '99', apiKey: 'k', apiSecret: 's:s' });
    const headers = { 'user-agent': '99 - SelfIntegration', authorization: basic('k:s:s') };
    const page = await json<Page<ApprovedContent>>(get(simulator, '/product/sellers/99/products/approved', headers));
    expect(page.content[0]?.variants[0]?.supplierId).toBe(99);
    expect((await get(simulator, APPROVED, headers)).status).toBe(403);
  });
});

describe('the rate limit', () => {
  const burst = async (simulator: TrendyolSimulator, times: number, pathAndQuery = APPROVED) => {
    const statuses: number[] = [];
    for (let request = 0; request < times; request++) {
      const response = await get(simulator, pathAndQuery);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    return statuses;
  };

  it('answers the 51st request within ten seconds 429, without Retry-After', async () => {
    const simulator = await start({ requestsPer10s: 50 });
    expect(new Set(await burst(simulator, 50, `${APPROVED}?size=1`))).toEqual(new Set([200]));
    const response = await get(simulator, `${APPROVED}?size=2`);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await refusal(Promise.resolve(response))).toEqual({ status: 429, key: 'too.many.requests' });
    expect((await get(simulator, `${APPROVED}/inventory-and-price?size=1`)).status).toBe(200);
  });

  it('slides: a request is forgotten ten seconds after it came, and refused ones do not count', async () => {
    let clock = NOON_MS;
    const simulator = await start({ requestsPer10s: 2, now: () => clock });
    expect(await burst(simulator, 1)).toEqual([200]);
    clock += 6_000;
    expect(await burst(simulator, 3)).toEqual([200, 429, 429]);
    clock += 3_999;
    expect(await burst(simulator, 1)).toEqual([429]);
    clock += 1;
    expect(await burst(simulator, 2)).toEqual([200, 429]);
    clock += 6_000;
    expect(await burst(simulator, 2)).toEqual([200, 429]);
  });

  it('does not count requests that the gateway refused', async () => {
    const simulator = await start({ requestsPer10s: 1 });
    for (let request = 0; request < 3; request++) {
      expect((await get(simulator, APPROVED, { ...credentials, authorization: 'Basic eA==' })).status).toBe(401);
    }
    expect(await burst(simulator, 2)).toEqual([200, 429]);
  });

  it('can be switched off', async () => {
    expect(new Set(await burst(await start({ requestsPer10s: 0 }), 60, `${APPROVED}?size=1`))).toEqual(new Set([200]));
  });
});

describe('faults', () => {
  it('processes a request whose answer is lost', async () => {
    const simulator = await start();
    simulator.faults.set({ lostAnswer: { rate: 1 }, untilRequests: 1 });
    await expect(get(simulator, APPROVED)).rejects.toThrow();
    const lost = simulator.stats();
    expect(lost.endpoints[APPROVED_NAME]).toMatchObject({ requests: 1, processed: 1, statuses: {} });
    expect(lost.contentsBuilt).toBe(20);
    expect(lost.faults.lostAnswer).toBe(1);
    expect((await get(simulator, APPROVED)).status).toBe(200);
  });

  it.each([500, 502, 503, 504] as const)('answers %i without processing', async (status) => {
    const simulator = await start();
    simulator.faults.set({ serverError: { rate: 1, status } });
    expect(await refusal(get(simulator, APPROVED))).toEqual({
      status,
      key: 'generic.exception',
      exception: 'TrendyolSystemException',
    });
    expect(simulator.stats()).toMatchObject({ processed: 0, statuses: { [status]: 1 }, faults: { serverError: 1 } });
  });

  it('answers 429 in a throttle storm although the limit is off', async () => {
    const simulator = await start();
    simulator.faults.set({ throttleStorm: { rate: 1 } });
    expect(await refusal(get(simulator, APPROVED))).toEqual({ status: 429, key: 'too.many.requests' });
    expect(simulator.stats().processed).toBe(0);
  });

  it('answers 200 with a body that is no JSON', async () => {
    const simulator = await start();
    simulator.faults.set({ malformedBody: { rate: 1 } });
    for (let turn = 0; turn < 2; turn++) {
      const response = await get(simulator, APPROVED);
      expect(response.status).toBe(200);
      await expect(response.json()).rejects.toMatchObject({ name: 'SyntaxError' });
    }
  });

  it('answers slowly, and slower by the latency', async () => {
    const simulator = await start({ latencyMs: 40 });
    const took = async (): Promise<number> => {
      const before = performance.now();
      await (await get(simulator, `${APPROVED}?size=1`)).arrayBuffer();
      return performance.now() - before;
    };
    // Timers may fire up to a millisecond early.
    expect(await took()).toBeGreaterThanOrEqual(39);
    simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 150 } });
    expect(await took()).toBeGreaterThanOrEqual(189);
  });

  it('is down for everybody, and up again', async () => {
    const simulator = await start();
    simulator.faults.set({ down: true });
    await expect(get(simulator, APPROVED)).rejects.toThrow();
    await expect(get(simulator, APPROVED, {})).rejects.toThrow();
    expect(simulator.stats()).toMatchObject({ processed: 0, faults: { down: 2 } });
    simulator.faults.clear();
    expect((await get(simulator, APPROVED)).status).toBe(200);
  });

  it('stops after the given number of faulted requests', async () => {
    const simulator = await start();
    simulator.faults.set({ serverError: { rate: 1, status: 503 }, untilRequests: 2 });
    const statuses: number[] = [];
    for (let request = 0; request < 4; request++) statuses.push((await get(simulator, APPROVED)).status);
    expect(statuses).toEqual([503, 503, 200, 200]);
    expect(simulator.faults.get()).toEqual({});
  });

  it('hits the same requests for the same seed, at about the rate', async () => {
    const sequence = async (seed: number): Promise<string> => {
      const simulator = await start({ seed, products: 1 });
      simulator.faults.set({ serverError: { rate: 0.3, status: 500 } });
      let hits = '';
      for (let request = 0; request < 200; request++)
        hits += (await get(simulator, APPROVED)).status === 500 ? 'x' : '.';
      return hits;
    };
    const first = await sequence(7);
    expect(await sequence(7)).toBe(first);
    expect(await sequence(8)).not.toBe(first);
    const hits = first.replaceAll('.', '').length;
    expect(hits).toBeGreaterThan(35);
    expect(hits).toBeLessThan(85);
  });

  it('is switched over HTTP without credentials, and says what is wrong', async () => {
    const simulator = await start();
    const faults = { throttleStorm: { rate: 0.5 }, untilRequests: 3 };
    expect(await json(control(simulator, 'PUT', 'faults', faults))).toEqual(faults);
    expect(await json(control(simulator, 'GET', 'faults'))).toEqual(faults);
    expect(await json(control(simulator, 'DELETE', 'faults'))).toEqual({});
    for (const wrong of [
      [],
      { throttleStorm: { rate: 2 } },
      { throttleStorm: { rate: 1, status: 500 } },
      { serverError: { rate: 1 } },
      { serverError: { rate: 1, status: 418 } },
      { slowAnswer: { rate: 1, delayMs: -1 } },
      { down: 'yes' },
      { untilRequests: 0 },
      { earthquake: { rate: 1 } },
    ]) {
      const response = await control(simulator, 'PUT', 'faults', wrong);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error: expect.stringMatching(/\.$/) });
    }
    expect(simulator.faults.get()).toEqual({});
    expect(
      (await fetch(`${new URL(simulator.url).origin}/__simulator/faults`, { method: 'PUT', body: '{' })).status,
    ).toBe(400);
    expect((await control(simulator, 'POST', 'faults', {})).status).toBe(405);
    expect((await control(simulator, 'GET', 'nothing')).status).toBe(404);
  });
});

describe('statistics', () => {
  it('count requests, statuses and the busiest ten seconds by endpoint', async () => {
    let clock = NOON_MS;
    const simulator = await start({ requestsPer10s: 3, now: () => clock });
    for (let request = 0; request < 4; request++) await get(simulator, APPROVED);
    clock += 10_000;
    await get(simulator, APPROVED);
    await get(simulator, '/product/product-categories');
    await get(simulator, '/nowhere');
    const stats = await json<Record<string, unknown>>(control(simulator, 'GET', 'stats'));
    expect(stats).toEqual({ ...simulator.stats() });
    expect(stats).toMatchObject({
      requests: 7,
      processed: 5,
      statuses: { 200: 5, 429: 1, 404: 1 },
      requestsPer10sMax: 4,
      endpoints: {
        [APPROVED_NAME]: { requests: 5, processed: 4, statuses: { 200: 4, 429: 1 }, requestsPer10sMax: 4 },
        'GET /product/product-categories': { requests: 1, processed: 1, requestsPer10sMax: 1 },
        unknown: { requests: 1, processed: 0, statuses: { 404: 1 } },
      },
    });
    expect(await json(control(simulator, 'DELETE', 'stats'))).toMatchObject({ requests: 0, endpoints: {} });
  });
});

describe('changes of the catalog', () => {
  const wholeCatalog = (simulator: TrendyolSimulator) => everyContent(simulator, { size: 37 });

  it('add and remove contents without touching the others', async () => {
    const simulator = await start({ products: 100 });
    const before = await wholeCatalog(simulator);
    expect(await json(control(simulator, 'PUT', 'catalog', { products: 130 }))).toMatchObject({ products: 130 });
    const grown = await wholeCatalog(simulator);
    expect(grown).toHaveLength(130);
    expect(grown.slice(0, 100)).toEqual(before);
    await control(simulator, 'PUT', 'catalog', { products: 40 });
    expect(await wholeCatalog(simulator)).toEqual(before.slice(0, 40));
    expect((await approved(simulator, { contentId: 700_000_040 })).totalElements).toBe(0);
    await control(simulator, 'DELETE', 'catalog');
    expect(await wholeCatalog(simulator)).toEqual(before);
  });

  it('change prices of every nth content, the same on every page and call', async () => {
    let clock = NOON_MS;
    const simulator = await start({ products: 100, now: () => clock });
    const before = await wholeCatalog(simulator);
    clock += 60_000;
    await control(simulator, 'PUT', 'catalog', { priceChange: { everyNth: 10, factor: 1.25 } });
    const after = await wholeCatalog(simulator);
    after.forEach((content, index) => {
      const old = before[index] as ApprovedContent;
      if (index % 10 !== 0) {
        expect(content).toEqual(old);
        return;
      }
      content.variants.forEach((variant, position) => {
        const oldSale = old.variants[position]?.price.salePrice ?? 0;
        expect(variant.price.salePrice).toBe(Math.round(Math.round(oldSale * 100) * 1.25) / 100);
        expect(variant.price.listPrice).toBeGreaterThanOrEqual(variant.price.salePrice);
        expect(variant.sellerModifiedDate).toBe(clock);
      });
      expect(content.lastModifiedDate).toBe(old.lastModifiedDate);
    });
    const changed = await everyContent(simulator, { dateQueryType: 'VARIANT_MODIFIED_DATE', startDate: NOON_MS });
    expect(changed).toEqual(after.filter((_, index) => index % 10 === 0));
    const barcode = after[10]?.variants[0]?.barcode ?? '';
    expect((await approved(simulator, { barcode })).content[0]).toEqual(after[10]);
  });

  it('change stock, title and archive state of named contents', async () => {
    let clock = NOON_MS;
    const simulator = await start({ products: 50, now: () => clock });
    const contentIds = [700_000_003, 700_000_004];
    const before = await wholeCatalog(simulator);
    clock += 1;
    const answer = await control(simulator, 'PUT', 'catalog', {
      stockChange: { contentIds, quantity: 0 },
      titleChange: { contentIds: [700_000_003], suffix: ' (Yeni)' },
      archiveChange: { contentIds: [700_000_004], archived: true },
    });
    expect(await answer.json()).toEqual({ products: 50, changes: 3, revision: 3 });
    const after = await wholeCatalog(simulator);
    expect(
      after
        .filter((content, index) => JSON.stringify(content) !== JSON.stringify(before[index]))
        .map((content) => content.contentId),
    ).toEqual(contentIds);
    expect(after[3]).toMatchObject({ title: `${before[3]?.title} (Yeni)`, lastModifiedDate: clock });
    expect(after[3]?.variants[0]).toMatchObject({
      stock: { quantity: 0, lastModifiedDate: clock },
      onSale: false,
      archived: false,
    });
    expect(after[4]?.variants[0]).toMatchObject({ archived: true, archivedDate: clock });
    const archived = await everyContent(simulator, { status: 'archived' });
    expect(archived.map((content) => content.contentId)).toContain(700_000_004);
  });

  it('are refused whole when a part is wrong', async () => {
    const simulator = await start({ products: 50 });
    for (const wrong of [
      { products: -1 },
      { products: 10, priceChange: { everyNth: 0, factor: 2 } },
      { products: 10, priceChange: { everyNth: 2, factor: 0 } },
      { products: 10, priceChange: { factor: 2 } },
      { products: 10, priceChange: { everyNth: 2, contentIds: [1], factor: 2 } },
      { products: 10, stockChange: { everyNth: 2, quantity: 20_001 } },
      { products: 10, titleChange: { everyNth: 2, suffix: 5 } },
      { products: 10, archiveChange: { everyNth: 2, archived: 1 } },
      { products: 10, colour: 'red' },
    ]) {
      expect((await control(simulator, 'PUT', 'catalog', wrong)).status).toBe(400);
    }
    expect(await json(control(simulator, 'GET', 'catalog'))).toEqual({ products: 50, changes: 0, revision: 0 });
  });
});

describe('the process', () => {
  const source = path.resolve(__dirname, '../../src/simulator');
  let built: string;
  beforeAll(() => {
    // The test needs the program as Node runs it, whether or not somebody has built the project.
    built = mkdtempSync(path.join(tmpdir(), 'trendyol-simulator-'));
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    for (const file of files) {
      mkdirSync(path.join(built, path.dirname(file)), { recursive: true });
      const { code } = transformFileSync(path.join(source, file), {
        swcrc: false,
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      });
      writeFileSync(path.join(built, file.replace(/\.ts$/, '.js')), code);
    }
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  const launch = async (...args: string[]): Promise<{ child: ChildProcess; port: number }> => {
    const child = fork(path.join(built, 'trendyol/main.js'), ['--port', '0', ...args], { silent: true });
    const [message] = (await once(child, 'message')) as [{ ready: boolean; port: number }];
    expect(message.ready).toBe(true);
    return { child, port: message.port };
  };

  it('says when it is ready, serves, and ends on SIGTERM, SIGINT and when its parent goes', async () => {
    for (const end of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
      const { child, port } = await launch(
        '--products',
        '3',
        '--seller',
        '7',
        '--key',
        'a',
        '--secret',
        'b',
        '--latency-ms',
        '0',
      );
      const response = await fetch(`http://127.0.0.1:${port}/integration/product/sellers/7/products/approved`, {
        headers: { authorization: basic('a:b'), 'user-agent': '7 - SelfIntegration' },
      });
      expect(((await response.json()) as Page<ApprovedContent>).totalElements).toBe(3);
      const exit = once(child, 'exit');
      if (end === 'disconnect') child.disconnect();
      else child.kill(end);
      expect(await exit).toEqual([0, null]);
    }
  });

  it('prints one line with its URL', async () => {
    const child = fork(path.join(built, 'trendyol/main.js'), ['--port', '0'], { silent: true });
    const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    expect(line.toString()).toMatch(
      /^Trendyol simulator: http:\/\/127\.0\.0\.1:\d+\/integration \(seller 424242, 5000 products, seed 7\)\n$/,
    );
    child.kill();
    await once(child, 'exit');
  });

  it.each([
    [['--colour', 'red'], /--colour/],
    [['--port', 'x'], /--port must be a whole number from 0 to 65535/],
    [['--products', '5000001'], /--products/],
    [['--latency-ms', '-1'], /--latency-ms/],
    [['--seed'], /--seed/],
    [['more'], /more/],
  ])('refuses %j with one sentence and exit code 2', (args, sentence) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [path.join(built, 'trendyol/main.js'), ...args], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
  });
});
