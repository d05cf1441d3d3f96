import { readRoute } from '../kernel/declaration/route';
import { nullable, object, oneOf, t, typeNamed, words } from '../kernel/schema/schema';
import { carriers, trackings } from './carrier/carriers';

const tracking = oneOf(
  trackings,
  words({
    extension: ['Eklentiyle', 'By the extension'],
    link: ['Bağlantıyla', 'By a link'],
    none: ['Yok', 'None'],
  }),
);

export default readRoute({
  id: 'cargo.carriers.list',
  label: { tr: 'Kargo firmalarını listele', en: 'List the carriers' },
  http: 'GET /v1/cargo/carriers',
  summary:
    'The reference table of carriers: codes, labels, title and tax number for documents, and how a parcel of each is tracked.',
  policy: 'read',
  scope: 'orders:read',
  role: 'packer',
  result: object({
    items: t.Array(
      typeNamed('Carrier')(
        object({
          code: t.String(),
          label: t.String(),
          legalName: nullable(t.String()),
          taxNumber: nullable(t.String()),
          tracking,
          trackingUrl: nullable(
            t.String({ description: 'Where a parcel is followed, with {trackingNumber} in place of its number.' }),
          ),
          extensions: t.Array(object({ extension: t.String(), codes: t.Array(t.String()) })),
        }),
      ),
    ),
  }),
  refuses: [],

  async run() {
    return {
      items: carriers.map(({ codes, ...carrier }) => ({
        ...carrier,
        extensions: Object.entries(codes).map(([extension, known]) => ({ extension, codes: [...known] })),
      })),
    };
  },
});
