/** Of the configuration of an extension that has hooks: each call of one is given it, beside the cart. */
export const CONFIG_BYTES_MAX = 128 * 1024;
