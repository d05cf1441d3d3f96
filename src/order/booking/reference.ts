import { createHash } from 'node:crypto';
import { newUlid } from '../../kernel/ids';
import type { OrderLine } from '../line/table';
import type { ShipmentRow } from '../shipment/aggregate';

/** What offers are asked for. */
interface Asked {
  /** Of the order. */
  readonly number: string;
  readonly lines: readonly OrderLine[];
  readonly pieces: ShipmentRow['pieces'];
  /** What the courier collects, in kuruş. */
  readonly cash: number | null;
}

/** Characters of a ULID: its time, and its end, which alone tells apart two of the same millisecond. */
const [TIME, END] = [10, 6];
/** As those of a ULID. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Of what is in the parcel, by the places of its lines, and of what is collected for it. */
function digestOf({ lines, pieces, cash }: Asked): string {
  const contents = lines.flatMap(({ id, position }) => {
    const { quantity = 0 } = pieces.find(({ lineId }) => lineId === id) ?? {};
    return quantity > 0 ? [`${position}x${quantity}`] : [];
  });
  const digest = createHash('sha256')
    .update(`${contents.join(',')} ${cash}`)
    .digest();
  return [...digest.subarray(0, 10)].map((byte) => LETTERS[byte % 32]).join('');
}

/** By which a provider knows one parcel. Its end says what is in it: nothing else is booked by it. */
export function newReference(asked: Asked): string {
  const unique = newUlid();
  return `${asked.number}-${unique.slice(0, TIME)}${unique.slice(-END)}${digestOf(asked)}`;
}

export const isReferenceOf = (reference: string, asked: Asked): boolean => reference.endsWith(digestOf(asked));
