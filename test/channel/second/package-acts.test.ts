import './installed';
import { actTermsOf, isDone, isShownAtAll } from '../../../src/channel/package-op/acts';
import { assertPossible } from '../../../src/channel/package-op/check';
import type { PackageOp } from '../../../src/channel/package-op/fields';
import { channelOf } from '../../../src/extension/provider/providers';
import { refusesItems } from '../../../src/provider/channel/listing';
import type { ActTerms, PackageState, RemotePackage } from '../../../src/provider/channel/package';

const termsOf = (extension: string, op: PackageOp): ActTerms => actTermsOf(extension, op) as ActTerms;

const packageAs = (state: PackageState, more: Partial<RemotePackage> = {}): RemotePackage =>
  ({ packageId: '1', originPackageIds: [], state, invoiceNumber: null, carrier: null, lines: [], ...more }) as never;

const read = (extension: string, op: PackageOp, act: object, own: RemotePackage, wasAsked: boolean) => {
  const input = { orderId: '', orderNumber: '', packageId: '1', op, act } as never;
  return () => isDone(input, termsOf(extension, op), { own, all: [own] }, wasAsked);
};

test('a marketplace says itself in which states it takes an act', () => {
  const ask = (extension: string) => () =>
    assertPossible('invoiced', { invoiceNumber: 'A1' }, termsOf(extension, 'invoiced'), packageAs('created') as never);
  expect(ask('trendyol')).toThrow('The package is created: it is prepared first (`preparing`).');
  expect(ask('bazaar')).not.toThrow();
  expect(actTermsOf('bazaar', 'split')).toBeUndefined();
});

test('an act that one marketplace shows is read back there, and is done with its answer at the other', () => {
  const act = { carrier: 'KOLAY' };
  const gone = packageAs('created', { carrier: 'KOLAY' });
  expect(['bazaar', 'trendyol'].map((extension) => isShownAtAll(termsOf(extension, 'carrier')))).toEqual([true, false]);
  expect(read('bazaar', 'carrier', act, gone, true)()).toBe(true);
  expect(read('bazaar', 'carrier', act, packageAs('created'), true)()).toBe(false);
  expect(read('trendyol', 'carrier', act, gone, true)()).toBe(false);
});

test('what is invoiced under another number is refused, unless it was asked for', () => {
  const own = packageAs('invoiced', { invoiceNumber: 'A1' });
  expect(read('bazaar', 'invoiced', { invoiceNumber: 'A1' }, own, false)()).toBe(true);
  expect(read('bazaar', 'invoiced', { invoiceNumber: 'A2' }, own, false)).toThrow('is invoiced');
  expect(read('bazaar', 'invoiced', { invoiceNumber: 'A2' }, own, true)()).toBe(true);
});

test('what is there by chance is no answer to an act that shows once it was asked for alone', () => {
  const own = packageAs('invoiced', { hasInvoice: true });
  const act = { invoiceFile: { type: 'application/pdf' } };
  expect(read('trendyol', 'invoice_file', act, own, false)()).toBe(false);
  expect(read('trendyol', 'invoice_file', act, own, true)()).toBe(true);
});

test('a marketplace says itself by which statuses it refuses an item and not the request', () => {
  const usual = channelOf('trendyol').offerLimits as NonNullable<ReturnType<typeof channelOf>['offerLimits']>;
  const of = (limits: typeof usual) => [400, 409, 413, 422].filter((status) => refusesItems(limits, { status }));
  expect(of(usual)).toEqual([400, 409, 422]);
  expect(of({ ...usual, itemRefusals: [413] })).toEqual([413]);
});
