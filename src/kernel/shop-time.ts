/** The days and nights of a shop are those of Turkey. */
export const shopTimeZone = 'Europe/Istanbul';
