import type { Call } from '../../kit/endpoint';
import type { Acts } from './acts';
import { objectIn, textIn, wholeIn } from './body';
import type { Book } from './book';
import { refusedOrder } from './errors';
import type { Kept } from './package';

const FILE_BYTES_MAX = 10 * 1024 * 1024;
const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'];
const INVOICE_NUMBER = /^[A-Za-z0-9]{3}\d{13}$/;

/** Invoices that sellers hand in: one of a package, by its address or as a file. */
export class Invoices {
  constructor(
    private readonly book: Book,
    private readonly acts: Acts,
  ) {}

  /** @throws {ProviderError} 400, 404, 409 */
  link({ body }: Call): null {
    const sent = objectIn(body);
    const kept = this.counted(wholeIn(sent, 'shipmentPackageId', 1), 'invoice-link', (found) => {
      const link = textIn(sent, 'invoiceLink');
      if (!/^https?:\/\//.test(link)) throw refusedOrder(400, 'Bad Request', 'invoiceLink geçersiz.');
      if (found.invoiceLink !== '' || this.book.all().some((other) => other.invoiceLink === link))
        throw refusedOrder(409, 'Conflict', 'Bu paket için fatura linki zaten mevcut.');
      found.invoiceNumber = numberIn(sent.invoiceNumber) ?? found.invoiceNumber;
      found.invoiceLink = link;
    });
    this.book.touch(kept);
    return null;
  }

  /** @throws {ProviderError} 400, 404 */
  unlink({ body }: Call): null {
    const kept = this.counted(wholeIn(objectIn(body), 'serviceSourceId', 1), 'invoice-link-delete', (found) => {
      found.invoiceLink = '';
    });
    this.book.touch(kept);
    return null;
  }

  /** @throws {ProviderError} 400, 404, 409 */
  async file({ body, headers }: Call): Promise<null> {
    const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } })
      .formData()
      .catch(() => undefined);
    const kept = this.counted(Number(form?.get('shipmentPackageId')), 'invoice-file', (found) => {
      const file = form?.get('file');
      if (!(file instanceof Blob) || !FILE_TYPES.includes(file.type) || file.size > FILE_BYTES_MAX)
        throw refusedOrder(400, 'Bad Request', 'Fatura dosyası geçersiz.');
      if (found.hasInvoiceFile) throw refusedOrder(409, 'Conflict', 'Bu paket için fatura zaten mevcut.');
      found.invoiceNumber = numberIn(form?.get('invoiceNumber') ?? undefined) ?? found.invoiceNumber;
      found.hasInvoiceFile = true;
    });
    this.book.touch(kept);
    return null;
  }

  private counted(packageId: number, name: string, act: (kept: Kept) => void): Kept {
    const kept = this.book.get(packageId);
    if (!kept) throw refusedOrder(404, 'Not Found', 'Paket bulunamadı.');
    const count = this.acts.countOf(kept.id, name);
    count.asked++;
    act(kept);
    count.done++;
    return kept;
  }
}

function numberIn(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && INVOICE_NUMBER.test(value)) return value;
  throw refusedOrder(400, 'Bad Request', 'invoiceNumber 3 karakter ve 13 rakamdan oluşmalıdır.');
}
