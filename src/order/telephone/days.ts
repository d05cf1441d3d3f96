/** Days for which a link to pay is good: as a rule, and at most. */
export const LINK_DAYS = 3;
export const LINK_DAYS_MAX = 7;
