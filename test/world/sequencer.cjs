const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** A few lines that take half a minute and more, the longest first. */
const LONG = [
  'chaos/chaos',
  'backup/backup',
  'proposal/kill',
  'supervisor/start',
  'media/avif',
  'supervisor/tour',
  'channel/channel.brand.create',
  'panel/jobs',
  'proposal/model',
].map((name) => path.resolve(__dirname, '..', `${name}.test.ts`));

/**
 * A fresh clone knows of no file how long it takes, and jest goes by their sizes: what is short and takes long would begin last, and
 * everybody would wait for one worker.
 */
module.exports = class extends Sequencer {
  static LONG = LONG;

  async sort(tests) {
    const sorted = await super.sort(tests);
    const long = LONG.flatMap((name) => sorted.filter((test) => test.path === name));
    return [...long, ...sorted.filter((test) => !long.includes(test))];
  }
};
