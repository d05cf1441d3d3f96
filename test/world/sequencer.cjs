const { default: Sequencer } = require('@jest/test-sequencer');

/** A few lines that take a minute. */
const LONG = /[\\/]chaos\.test\.ts$/;

/**
 * A fresh clone knows of no file how long it takes, and jest goes by their sizes: what is short and takes long would begin last, and
 * everybody would wait for one worker.
 */
module.exports = class extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted.filter(({ path }) => LONG.test(path)), ...sorted.filter(({ path }) => !LONG.test(path))];
  }
};
