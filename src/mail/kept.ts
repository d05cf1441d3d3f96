import { DAY_MS } from '../kernel/shop-time';

/** For how many days a mail that was kept is still news: all of those are sent at once, and older ones one by one. */
export const RECENT_DAYS = 3;

/** Since when mails that were kept are recent. @param nowMs a time in ms */
export const recentSince = (nowMs: number): Date => new Date(nowMs - RECENT_DAYS * DAY_MS);
