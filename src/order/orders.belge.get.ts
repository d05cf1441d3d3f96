import { exampleId } from '../kernel/declaration/example';
import { FileAnswer } from '../kernel/declaration/file';
import { fileRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { id, label, object, oneOf, t, words } from '../kernel/schema/schema';
import { belgeFileName } from './belge/documents';
import { pdfOf } from './belge/pdf';
import { findBelge } from './belge/store';

const BYTES_MAX = 2_000_000;

const format = label(
  'Biçim',
  'Format',
)(oneOf(['pdf', 'html'], words({ pdf: ['PDF', 'PDF'], html: ['web sayfası', 'page'] })));

export default fileRoute({
  id: 'orders.belge.get',
  label: { tr: 'Siparişin yasal belgesini oku', en: 'Read a legal document of an order' },
  http: 'GET /v1/orders/{ord}/belge/{belge}',
  summary:
    'A legal document of an order (ön bilgilendirme formu, mesafeli satış sözleşmesi) as the buyer got it: as PDF, or as the page of which the digest is kept. `orders.get` lists them.',
  policy: 'read',
  scope: 'orders:read',
  params: object({ ord: id('ord'), belge: id('blg') }),
  query: object({ format: t.Optional(format) }),
  produces: { types: ['application/pdf', 'text/html'], bytesMax: BYTES_MAX, kept: true },
  refuses: ['invalid_request', 'not_found', 'throttled'],
  example: { params: { ord: exampleId('ord', 'KAPDA'), belge: exampleId('blg', 'KAPDA') }, query: { format: 'html' } },

  async run({ db, storeId, params, query }) {
    const row =
      (await findBelge(db, storeId, params.ord, params.belge)) ??
      refuse('not_found', 'The order has no such document, or there is no such order.', { quotesNobody: true });
    const { kind, number, html } = row;
    return query.format === 'html'
      ? FileAnswer.of(Buffer.from(html), { name: belgeFileName(kind, number, 'html'), type: 'text/html' })
      : FileAnswer.of(await pdfOf(row, storeId), { name: belgeFileName(kind, number, 'pdf'), type: 'application/pdf' });
  },
});
