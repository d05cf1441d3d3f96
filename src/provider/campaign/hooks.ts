/** Takes a share off all goods once they cost enough. What earlier hooks have taken off does not count. */
export const adjustPrices = `
  (cart, { percent, from = 0, label }) => {
    const goods = cart.goodsTotal - cart.discountTotal;
    const kurus = Math.floor((goods * percent) / 100);
    return goods >= from && kurus > 0 ? [{ op: 'addDiscount', kurus, label }] : [];
  }`;
