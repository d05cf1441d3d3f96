import type { settings as Turkish } from '../../tr/channel/settings';

export const settings: typeof Turkish = {
  nav: 'Settings',
  title: (channel) => `Settings of ${channel}`,
  lead: 'What the marketplace is told, what comes from it, and the rule of prices.',
  form: 'What is kept in step',
  connection: 'Keys of the connection',
  hints: {
    buffer: 'Left empty, the number in the settings of the store holds.',
    resendMinutes: 'A value that was refused is not sent again before.',
    brakePercent: 'A price that falls by more is not sent before you confirm it.',
    disconnect: 'Proposed when the marketplace is disabled; left empty, nothing is.',
  },
  holds: (buffer, untracked) =>
    `At present ${buffer} pieces of each item are kept back from the marketplace; an item without counted stock shows ${untracked}.`,
};
