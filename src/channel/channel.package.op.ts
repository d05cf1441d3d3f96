import { command } from '../kernel/declaration/command';
import { contentSchema, placeless } from '../kernel/declaration/content';
import { exampleId } from '../kernel/declaration/example';
import { label, object, t, typeNamed } from '../kernel/schema/schema';
import { order } from '../order/order/aggregate';
import { packageAtLength } from '../order/package/named-store';
import { packageFields } from '../order/package/payload';
import { askForJob } from './job/ask';
import { onceRefusals, settlesByJob } from './job/settling';
import { jobReports } from './kinds/report';
import { assertFits, assertPossible, knownTermsOf } from './package-op/check';
import { packageActing } from './package-op/declaration';
import { actFields, packageOp } from './package-op/fields';
import { examplePdf, readPdf } from './package-op/pdf';
import { packageUpon } from './package-op/upon';
import { enabledChannel } from './provider/enabled';
import { packageActNeeds } from './provider/parcel-needs';

const { jobOrReport, view, answerOf } = jobReports([packageActing]);

/** The size of an invoice that the shop keeps for a marketplace. One that takes less refuses it in its own words. */
const INVOICE_BYTES_MAX = 10 * 1024 * 1024;

export default command({
  id: 'channel.package.op',
  label: { tr: 'Pazaryeri paketine işlem yap', en: 'Act on a package of a marketplace' },
  summary:
    'Act on a package of an order at its marketplace; a durable job that asks once. New packages that come of it are kept.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'packer',
  asksProvider: true,
  // Marketplaces take none of it back.
  irreversible: true,
  payload: object({
    orderId: order.reference,
    op: packageOp,
    packageId: t.Optional({
      ...packageFields.packageId,
      description: 'Needed where the order has several at the marketplace.',
    }),
    ...actFields,
    invoiceFile: t.Optional(
      label(
        'Fatura dosyası',
        'Invoice file',
      )({ ...contentSchema, description: 'Of invoice_file: a PDF, sent as a form.' }),
    ),
  }),
  files: {
    invoiceFile: { types: ['application/pdf'], bytesMax: INVOICE_BYTES_MAX, read: readPdf, example: examplePdf },
  },
  result: typeNamed('PackageJob')(jobOrReport),
  refuses: [
    'not_found',
    'extension_not_installed',
    'extension_not_ready',
    'extension_not_enabled',
    'consent_required',
    'invalid_request',
    'invalid_state',
    'line_unknown',
    'more_than_left',
    ...onceRefusals,
  ],
  settles: settlesByJob(packageActing.terms, {
    answer: answerOf,
    refusals: onceRefusals,
  }),
  example: { orderId: exampleId('ord', 'KANAT'), op: 'invoiced', invoiceNumber: 'TZG2026000000042' },
  route: { http: 'POST /v1/orders/{ord}/channel/{chop}', names: { ord: 'orderId', chop: 'op' } },

  actsUpon: packageUpon,

  async run({ payload: { orderId, op, packageId, invoiceFile, ...fields }, ...context }) {
    const { tx, storeId } = context;
    const act = { ...fields, ...(invoiceFile && { invoiceFile: placeless(invoiceFile) }) };
    assertFits(op, act);
    const found = await packageAtLength(tx, storeId, { orderId, packageId });
    const { extension, externalNumber: orderNumber } = found;
    const manifest = await enabledChannel(tx, storeId, extension, packageActNeeds);
    assertPossible(op, act, knownTermsOf(op, manifest), found);
    const input = { orderId, orderNumber, packageId: found.packageId, op, act };
    const files = invoiceFile ? [invoiceFile] : [];
    return view(await askForJob(context, packageActing, { extension, extensionName: manifest.name, input, files }));
  },
});
