const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes about a minute and more when three run at a time, the longest first. */
const LONG = [
  'contract/success',
  'chaos/chaos',
  'backup/backup',
  'proposal/kill',
  'panel/pages',
  'channel/begun-anew',
  'supervisor/start',
  'channel/pictures',
  'order/payment.attempt.kill',
  'supervisor/tour',
  'channel/channel.brand.create',
  'extension/stopped.kill',
  'keys/product',
  'panel/jobs',
  'proposal/review.processes',
  'media/avif',
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
