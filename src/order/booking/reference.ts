import { createHash } from 'node:crypto';
import { newUlid } from '../../kernel/ids';
import type { OrderLine } from '../line/table';
import type { ShipmentRow } from '../shipment/aggregate';

/** The parcel for which offers are asked. */
interface OfferedParcel {
  /** The number of the order. */
  readonly number: string;
  readonly lines: readonly OrderLine[];
  readonly pieces: ShipmentRow['pieces'];
  /** The cash that the courier collects, in kuruş; null: none. */
  readonly cash: number | null;
}

/** Characters of a ULID: its time, and its end, which alone tells apart two of the same millisecond. */
const [TIME, END] = [10, 6];
/** The letters of a ULID. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Digest of the contents of the parcel, by the positions of its lines, and of the cash on delivery. */
function digestOf({ lines, pieces, cash }: OfferedParcel): string {
  const contents = lines.flatMap(({ id, position }) => {
    const { quantity = 0 } = pieces.find(({ lineId }) => lineId === id) ?? {};
    return quantity > 0 ? [`${position}x${quantity}`] : [];
  });
  const digest = createHash('sha256')
    .update(`${contents.join(',')} ${cash}`)
    .digest();
  return [...digest.subarray(0, 10)].map((byte) => LETTERS[byte % 32]).join('');
}

/** Makes the reference by which a provider knows one parcel. Its end is a digest of the content: no other content is booked by it. */
export function newReference(asked: OfferedParcel): string {
  const unique = newUlid();
  return `${asked.number}-${unique.slice(0, TIME)}${unique.slice(-END)}${digestOf(asked)}`;
}

export const isReferenceOf = (reference: string, asked: OfferedParcel): boolean => reference.endsWith(digestOf(asked));
