/** As the server takes pictures; it looks at the bytes, this is what is offered to choose from and said beside it. */
export const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

export const BYTES_MAX = 20 * 1024 * 1024;

/** The limit of a file, as it is said. */
export const SIZE_MAX = `${Math.floor(BYTES_MAX / 1_000_000)}\u00a0MB`;
