import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Opened, openWith, said } from './drivers';

interface Script {
  readonly text: string;
  readonly answer: string;
}

/** Scripts, each with the answer that any other machine gives. */
const scripts: readonly Script[] = readFileSync(path.join(__dirname, 'scripts.txt'), 'utf8')
  .split(/^\$ /m)
  .slice(1)
  .map((block) => {
    const [text = '', ...lines] = block.split('\n').filter((line) => !line.startsWith('# '));
    return { text, answer: lines.join('\n') };
  });

describe('a shell of builtin', () => {
  let here: Opened;
  beforeAll(async () => {
    const opened = await openWith('builtin');
    if (typeof opened === 'string') throw new Error(opened);
    here = opened;
  });
  afterAll(() => here?.close());

  test('answers scripts as any other machine does', async () => {
    const quoted = ({ text }: Script): string => `'${text.replaceAll("'", "'\\''")}'`;
    const all = scripts.map(
      (script, index) => `mkdir s${index}; cd s${index}; bash -c ${quoted(script)} 2> /dev/null
        code=$?; test $code = 0 || echo "[$code]"; cd ..; printf '\\0'`,
    );
    const answers = said(await here.exec(all.join('\n'), { timeoutMs: 300_000 })).split('\0');
    expect(scripts.map(({ text }, index) => ({ text, answer: answers[index] }))).toEqual(scripts);
  });

  test('ends by its trap whatever ends it, and keeps what was printed', async () => {
    const ended = await here.exec("trap 'echo end $?' EXIT; echo begin; exit 3");
    expect([said(ended), ended.exitCode]).toEqual(['begin\nend 3\n', 3]);
  });

  test.each([
    ['awk \'BEGIN { RS = "" } { print }\'', 'awk: RS: not supported in this sandbox\n', 2],
    ["awk '{ print $1 }' FPAT=x", 'awk: FPAT: not supported in this sandbox\n', 2],
    ["awk '{ print x }' none x=1", 'awk: x=1: an assignment behind a file is not supported in this sandbox\n', 2],
    ["sed 's/a/\\U&/' none", expect.stringContaining('awk has toupper'), 1],
    ["trap 'echo x' ERR", 'trap: ERR: not supported in this sandbox, EXIT is\n', 1],
    ['cut -b1 none', 'cut: -b: not supported in this sandbox\n', 1],
    ['od -tf4 none', expect.stringContaining('od: -t f4: not supported in this sandbox'), 1],
    ['python3 x.py', expect.stringContaining('Python is not in this sandbox; awk, sed, jq'), 127],
    ['git status', expect.stringContaining('git is not in this sandbox'), 127],
    ['md5sum none', 'md5sum: none: No such file or directory\n', 1],
  ])('what is not there says so: %s', async (command, words, exitCode) => {
    const { stdout, stderr, exitCode: code } = await here.exec(command);
    expect([stdout.toString(), stderr.toString(), code]).toEqual(['', words, exitCode]);
  });
});
