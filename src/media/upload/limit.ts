/** Limit of one upload, in bytes. */
export const UPLOAD_BYTES_MAX = 20 * 1024 * 1024;
