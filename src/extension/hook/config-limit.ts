/** Limit of the configuration of an extension with hooks, in bytes: each call of a hook is given it, beside the cart. */
export const CONFIG_BYTES_MAX = 128 * 1024;
