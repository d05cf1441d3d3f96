/** The host to which an address leads, as people tell one from another. An address that is none stands for itself. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);
