// A marketplace as it was compiled for a release that did not ask which operations it offers.
export const provider = { manifest: { key: 'eski' }, settings: {}, channel: { connect: () => ({}) } };
