/** The path of the page of a shop at which the buyer of a cart of the telephone accepts the contract and pays. @param sessionId the cart */
export const linkAt = (sessionId: string): string => `/odeme/baglanti/${sessionId}`;
