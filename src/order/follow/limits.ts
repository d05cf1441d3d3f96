/** Characters of the number of an order at most. */
export const NUMBER_CHARS_MAX = 40;
/** Characters of an address of e-mail at most (RFC 5321). */
export const EMAIL_CHARS_MAX = 254;
