import { sources, textOf } from './source';

/** Who writes past the bus, and why nobody misses an audit row. The list may only shrink. */
const writers = {
  'activities/channel.job.ts': 'how far a job has come, and what it waits for',
  'activities/mail.delivery.ts': 'how far a mail has come, which is no part of the shop',
  'src/account/sessions.ts': 'a session that its owner has ended himself',
  'src/channel/import/pull.ts': 'how many rows a job asks for at once',
  'src/kernel/database.ts': 'declares it',
  'src/mail/work.ts': 'how far a mail has come, which is no part of the shop',
  'src/platform.ts': 'what a read may write, see bookkeeping.test.ts',
};

test('who writes past the bus is known, and has its reason', () => {
  const found = sources.filter((file) => /\bwriter\(/.test(textOf(file)));
  expect(found.toSorted()).toEqual(Object.keys(writers).toSorted());
});
