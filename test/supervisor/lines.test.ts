import { linesFor } from '../../src/supervisor/lines';

const started = JSON.stringify({ level: 30, time: 0, name: 'worker', workflowId: 'mail/1', msg: 'workflow started' });
const failed = JSON.stringify({ level: 40, time: 0, name: 'worker', msg: 'the mail server is away' });
const inWords = (record: string): string => `in words: ${record}\n`;

describe('what the parts say', () => {
  test('a terminal shows warnings in words, and no line of a workflow that does well', () => {
    const shown = linesFor({ inWords, all: false });
    expect(shown(started)).toBeUndefined();
    expect(shown(failed)).toBe(`in words: ${failed}`);
    expect(shown('{ no record')).toBe('in words: { no record');
    expect(shown('Trendyol simulator: http://127.0.0.1:1')).toBe('Trendyol simulator: http://127.0.0.1:1');
  });

  test('who states a level on a terminal sees all of it', () => {
    expect(linesFor({ inWords, all: true })(started)).toBe(`in words: ${started}`);
  });

  test('programs are given each line as it is', () => {
    const shown = linesFor({ inWords: undefined, all: false });
    expect([shown(started), shown(failed)]).toEqual([started, failed]);
  });
});
