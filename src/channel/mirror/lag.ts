/** No list of a marketplace is behind for longer. What waits there then was never answered. */
export const LAG_MAX_MS = 24 * 3_600_000;
