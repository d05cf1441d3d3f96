const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes about a minute and more when three run at a time, the longest first. */
const LONG = [
  'contract/success',
  'chaos/chaos',
  'panel/pages',
  'backup/backup',
  'proposal/kill',
  'channel/begun-anew',
  'supervisor/start',
  'order/payment.attempt.kill',
  'order/payment.attempt',
  'channel/pictures',
  'cli/cli',
  'supervisor/tour',
  'cli/catalog',
  'cli/proposals',
  'surfaces/openapi',
  'contract/matrix',
  'proposal/recording.property',
  'order/orders.cargo.book',
  'cargo/geliver',
  'panel/jobs',
  'channel/channel.brand.create',
  'keys/product',
  'account/session',
  'provider/iyzico',
  'channel/hostile.provider',
  'order/orders.refund',
  'order/orders.cargo.book.kill',
  'order/orders.shipment',
  'order/orders.refund.kill',
  'proposal/model',
  'order/model.kill',
  'media/avif',
  'extension/stopped.kill',
  'proposal/review.processes',
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
