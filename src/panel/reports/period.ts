import { clockOf, DAY_MS } from '../../kernel/shop-time';

/** Days of the shop, both with the period. */
export interface Days {
  readonly since: string;
  readonly until: string;
}

export const presets = ['week', 'month', 'thisMonth', 'lastMonth', 'quarter', 'thisYear'] as const;
export type Preset = (typeof presets)[number];

const back = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** The days of a preset. @param now since the epoch, in ms */
export function daysOf(preset: Preset, now = Date.now()): Days {
  const today = clockOf(now).slice(0, 10);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfMonthBefore = back(firstOfMonth, 1);
  const each: Readonly<Record<Preset, Days>> = {
    week: { since: back(today, 6), until: today },
    month: { since: back(today, 29), until: today },
    quarter: { since: back(today, 89), until: today },
    thisMonth: { since: firstOfMonth, until: today },
    lastMonth: { since: `${lastOfMonthBefore.slice(0, 7)}-01`, until: lastOfMonthBefore },
    thisYear: { since: `${today.slice(0, 4)}-01-01`, until: today },
  };
  return each[preset];
}

/** The preset that has these days now; undefined: none. */
export const presetOf = ({ since, until }: Days): Preset | undefined =>
  presets.find((preset) => {
    const days = daysOf(preset);
    return days.since === since && days.until === until;
  });
