import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endCssThreads, gatedApart } from '../../src/skin/css/apart';
import { gated } from '../../src/skin/css/gate';
import { CssThread } from '../../src/skin/css/thread';

const BYTES_MAX = 100 * 1024;
const stranger = { lane: 'anonymous', isKnown: false };
const TOO_LONG = { faults: [{ code: 'css_syntax', name: 'takes too long to read', line: 1, column: 1 }] };

describe('threads that read style sheets', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tezgah-css-'));
  /** A program of a thread that answers nothing of use. */
  const programOf = (name: string, body: string): string => {
    const file = path.join(folder, `${name}.js`);
    writeFileSync(
      file,
      `const { parentPort } = require('node:worker_threads');
       const fs = require('node:fs');
       parentPort.on('message', () => { ${body} });
       parentPort.postMessage({ kind: 'ready', thread: require('node:path').basename(fs.readlinkSync('/proc/thread-self')) });`,
    );
    return file;
  };

  afterAll(async () => {
    await endCssThreads();
    rmSync(folder, { recursive: true });
  });

  test('say what the gate says', async () => {
    const css = '[data-el="hero"] { color: #123456; background: url(x) }';
    expect(await gatedApart(css, BYTES_MAX, stranger)).toEqual(gated(css, BYTES_MAX));
    const good = '[data-el="hero"] { color: #123456; background: #ffffff }';
    expect(await gatedApart(good, BYTES_MAX, stranger)).toEqual(gated(good, BYTES_MAX));
  });

  test.each([
    ['that does not end', 'for (;;);'],
    ['that takes all memory', 'const all = []; for (;;) all.push(new Array(10_000).fill(Math.random()));'],
  ])('end with a style sheet %s, and the loop of the process goes on meanwhile', async (_, body) => {
    let isOver = false;
    let turns = 0;
    const thread = new CssThread(programOf(body.length.toString(), body), () => {
      isOver = true;
    });
    const beat = setInterval(() => {
      turns += 1;
    }, 5);
    expect(await thread.ask({ css: 'p{}', bytesMax: BYTES_MAX })).toEqual(TOO_LONG);
    clearInterval(beat);
    expect(isOver).toBe(true);
    expect(turns).toBeGreaterThan(0);
  });

  test('as many wait as are through in some seconds; whoever comes then is told to come again', async () => {
    const sheets = Array.from({ length: 40 }, (_, index) => `[data-el="hero"] { width: ${index}px } `.repeat(1_000));
    const outcomes = await Promise.allSettled(sheets.map((css) => gatedApart(css, BYTES_MAX, stranger)));
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(40 - 2 - 20);
    expect(refused.every(({ reason }) => reason.code === 'throttled')).toBe(true);
    expect(await gatedApart('p { color: red }', BYTES_MAX, stranger)).toMatchObject({ css: 'p{color:red}' });
  });
});
