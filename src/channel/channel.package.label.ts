import { exampleId } from '../kernel/declaration/example';
import { FileAnswer } from '../kernel/declaration/file';
import { fileWorkRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { label, line, object, oneOf, t, unit, words } from '../kernel/schema/schema';
import { order } from '../order/order/aggregate';
import { packageOfOrder } from '../order/package/named-store';
import type { RemoteLabel } from '../provider/channel/package';
import { drawLabelFile, FILE_BYTES_MAX, RoomForLabels } from './label/file';
import { labelsOf, pagesOf } from './label/labels';
import { answerRefusals } from './provider/answer';
import { connectChannel } from './provider/connect';
import { packageLabelNeeds } from './provider/parcel-needs';

const formats = ['pdf', 'zpl', 'png'] as const;
const types = { pdf: 'application/pdf', zpl: 'application/zpl', png: 'image/png' } as const;
type Format = (typeof formats)[number];

export default fileWorkRoute({
  id: 'channel.package.label',
  label: { tr: 'Pazaryeri kargo etiketini al', en: 'Fetch the label of a package of a marketplace' },
  http: 'POST /v1/orders/{ord}/channel/label',
  summary:
    'The cargo label of a marketplace for a package of an order, one label a box: ZPL as the marketplace made it, or drawn as PDF or PNG.',
  policy: 'quote',
  scope: 'orders:write',
  role: 'packer',
  asksProvider: true,
  params: object({ ord: order.reference }),
  body: object({
    packageId: t.Optional(
      label('Paket', 'Package')(line(100, { description: 'Needed where the order has several at the marketplace.' })),
    ),
    format: t.Optional(
      label(
        'Biçim',
        'Format',
      )(
        oneOf(formats, {
          ...words({ pdf: ['PDF', 'PDF'], zpl: ['ZPL', 'ZPL'], png: ['PNG', 'PNG'] }),
          description: 'Without it, PDF.',
        }),
      ),
    ),
    boxes: t.Optional(
      label('Koli', 'Boxes')(t.Integer({ minimum: 1, maximum: 20, description: 'Without it, one.', ...unit('count') })),
    ),
  }),
  produces: { types: Object.values(types), bytesMax: FILE_BYTES_MAX },
  refuses: [
    'not_found',
    'invalid_state',
    'labels_do_not_fit',
    'not_offered',
    'consent_required',
    'extension_not_installed',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { params: { ord: exampleId('ord', 'KANAT') }, body: { format: 'pdf' } },

  async run({ db, services, storeId, params: { ord: orderId }, body: { packageId, format = 'pdf', boxes = 1 } }) {
    const found = await packageOfOrder(db, storeId, { orderId, packageId });
    const { adapter } = await connectChannel({
      db,
      services,
      storeId,
      ext: found.extension,
      needs: packageLabelNeeds,
      urgency: 'urgent',
    });
    const labelsAs = (wanted: Format) => labelsOf(adapter, found, { boxes, format: wanted });
    const made = await labelsAs(format);
    // Several documents are no file: as pictures they are its pages.
    const labels = made.length > 1 && made.some((each) => each.format === 'pdf') ? await labelsAs('png') : made;
    const bytes = await bytesOf(labels, { format, storeId });
    return FileAnswer.of(bytes, { name: `${found.packageId}.${format}`, type: types[format] });
  },
});

interface Wanted {
  readonly format: Format;
  readonly storeId: string;
}

async function bytesOf(labels: readonly RemoteLabel[], { format, storeId }: Wanted): Promise<Uint8Array> {
  if (format === 'zpl') {
    if (labels.some((each) => each.format !== 'zpl'))
      refuse('invalid_state', 'The marketplace makes no ZPL of this label: ask for another format.', {
        facts: { formats: [...new Set(labels.map((each) => each.format))] },
        quotesNobody: true,
      });
    return Buffer.from(labels.map(({ data }) => data).join('\n'));
  }
  const [first, ...others] = labels;
  if (format === 'pdf' && first?.format === 'pdf' && others.length === 0) return Buffer.from(first.data, 'base64');
  const pages = await pagesOf(labels, storeId);
  if (format === 'pdf') {
    if (!new RoomForLabels().take(pages))
      refuse('labels_do_not_fit', 'The labels of the package have too many pages, or too large pictures.', {
        facts: { pages: pages.length },
        quotesNobody: true,
      });
    return drawLabelFile(pages, storeId);
  }
  const [page] = pages;
  if (page && pages.length === 1) return page.png;
  return refuse('invalid_state', 'A picture shows one label, and the package has several: ask for PDF.', {
    facts: { labels: pages.length },
    quotesNobody: true,
  });
}
