/** What a code is sealed to: moved to another product or row, it does not open. */
export const codeContext = (storeId: string, productId: string, codeId: string): string =>
  `digital_code|${storeId}|${productId}|${codeId}`;
