/** Names the place to which a code is sealed: moved to another product or row, it does not open. */
export const codeContext = (storeId: string, productId: string, codeId: string): string =>
  `digital_code|${storeId}|${productId}|${codeId}`;
