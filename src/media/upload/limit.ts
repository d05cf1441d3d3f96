/** Bytes of one upload. */
export const UPLOAD_BYTES_MAX = 20 * 1024 * 1024;
