/** Cash on delivery is not offered for what nobody brings, nor where a cart costs more than the shop wants carried. */
export const filterMethods = `
  (cart, { totalMax }) =>
    cart.lines.some(({ digital }) => digital) || (totalMax !== undefined && cart.total > totalMax)
      ? [{ op: 'exclude', methodId: 'cod' }]
      : []`;

/** The hook that refuses cash for digital goods, since nobody brings them to the door. */
export const validateOrder = `
  (cart) =>
    cart.method === 'cod' && cart.lines.some(({ digital }) => digital)
      ? [{ op: 'reject', code: 'digital_cod', messageCode: 'digital_kapida_disallowed' }]
      : []`;
