import type { Call } from '../../kit/endpoint';
import { objectIn, wholeIn } from './body';
import type { Book } from './book';
import { refusedLabel } from './errors';
import type { Knobs } from './knobs';
import type { Kept } from './package';

interface Label {
  label: string;
  format: 'ZPL';
}

/** Carriers whose labels the marketplace makes. */
const OWN = ['TEXMP', 'ARASMP'];
const HUGE = 400 * 1024;

/** Labels of packages that the marketplace pays for, one a box. They are made first, and then handed out. */
export class CommonLabels {
  private readonly made = new Map<string, number>();

  constructor(
    private readonly book: Book,
    private readonly knobs: Knobs,
  ) {}

  /** @returns nothing, as the provider @throws {ProviderError} */
  create({ path: { tracking = '' }, body }: Call): null {
    const kept = this.ready(tracking);
    const sent = objectIn(body);
    if (sent.format !== 'ZPL') throw refusedLabel(400, 1001, 'format ZPL olmalıdır.');
    const boxes = sent.boxQuantity === undefined ? kept.boxes : wholeIn(sent, 'boxQuantity', 1, 100);
    this.made.set(tracking, boxes);
    return null;
  }

  /** @throws {ProviderError} */
  get({ path: { tracking = '' } }: Call): { data: Label[] } {
    const kept = this.ready(tracking);
    const boxes = this.made.get(tracking);
    if (boxes === undefined) throw refusedLabel(404, 1002, 'Etiket bulunamadı.');
    if (this.knobs.label === 'none') return { data: [] };
    return {
      data: Array.from({ length: boxes }, (_, at) => ({ label: this.drawn(kept, at + 1, boxes), format: 'ZPL' })),
    };
  }

  private ready(tracking: string): Kept {
    const kept = this.book.byTracking(tracking);
    if (!kept) throw refusedLabel(404, 1002, 'Gönderi bulunamadı.');
    if (kept.status !== 'Picking' && kept.status !== 'Invoiced')
      throw refusedLabel(400, 1001, 'Etiket yalnızca Picking veya Invoiced statüsünde alınabilir.');
    if (!OWN.includes(kept.carrier)) throw refusedLabel(400, 1001, 'Kargo firması ortak etiketi desteklemiyor.');
    return kept;
  }

  private drawn(kept: Kept, box: number, boxes: number): string {
    const { label } = this.knobs;
    if (label === 'html') return '<html><body>Bakım çalışması</body></html>';
    const zpl = zplOf(kept, box, boxes);
    if (label === 'nul') return zpl.replace('^FD', '^FD\0');
    return label === 'huge' ? zpl.replace('^XZ', `^FO20,900^A0N,20,20^FB760,400,0,L^FD${'ş'.repeat(HUGE)}^FS^XZ`) : zpl;
  }
}

/** 100 × 130 mm at 8 dots a mm; ^CI28 is UTF-8. Carets and tildes would begin commands. */
function zplOf({ order, tracking, lines, carrier }: Kept, box: number, boxes: number): string {
  const { buyer } = order;
  const text = (value: string): string => value.replaceAll(/[\^~]/g, ' ');
  const to = buyer.shipment;
  const rows = [
    `^FO40,40^A0N,36,36^FD${text(carrier)} ${box}/${boxes}^FS`,
    `^FO40,100^BY3^BCN,160,Y,N,N^FD${tracking}^FS`,
    `^FO40,340^A0N,40,40^FD${text(`${buyer.firstName} ${buyer.lastName}`)}^FS`,
    `^FO40,400^A0N,28,28^FB720,3,6,L^FD${text(to?.address1 ?? '')}^FS`,
    `^FO40,520^A0N,36,36^FD${text(`${to?.district ?? ''} ${to?.city ?? ''}`.trim())}^FS`,
    `^FO40,600^A0N,28,28^FDSipariş: ${order.number}^FS`,
    ...lines
      .slice(0, 6)
      .map(
        (line, at) => `^FO40,${660 + at * 40}^A0N,24,24^FD${line.pieces.length} x ${text(line.title).slice(0, 60)}^FS`,
      ),
  ];
  return `^XA\n^CI28\n^PW800\n^LL1040\n${rows.join('\n')}\n^XZ`;
}
