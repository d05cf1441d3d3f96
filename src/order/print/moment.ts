import { clockOf } from '../../kernel/shop-time';

/** A moment by the clock of the shop, in few digits. @param at ISO 8601 @returns `30.11.2026 05:12` */
export function momentText(at: string): string {
  const [day = '', time = ''] = clockOf(Date.parse(at)).split('T');
  return `${day.split('-').toReversed().join('.')} ${time}`;
}
