// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are words of a shell
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { bytesOf, textOf } from '../../src/sandbox/builtin/bash/lossless';
import { type Opened, openWith, place, said } from './drivers';

/** Bytes of no character among characters, e.g. of windows-1254. */
const mixed = fc
  .array(fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.string({ unit: 'grapheme', maxLength: 3 }).map(Buffer.from)))
  .map((parts) => Buffer.concat(parts));

test('text keeps bytes that belong to no character', () => {
  fc.assert(fc.property(mixed, (bytes) => expect(bytesOf(textOf(bytes)).equals(bytes)).toBe(true)));
  for (const edge of ['e0809f', 'eda080', 'f08080af', 'f4908080', 'c080', 'c3', 'e282', 'f09f98', 'efbbbf61', '']) {
    const bytes = Buffer.from(edge, 'hex');
    expect(bytesOf(textOf(bytes)).toString('hex')).toBe(edge);
  }
});

test('text of whole characters is that of any other program', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(textOf(Buffer.from(text))).toBe(text)));
  fc.assert(fc.property(mixed, (bytes) => expect(textOf(bytes).replace(/[\udc80-\udcff]/gu, '')).toBe(lossy(bytes))));
});

const lossy = (bytes: Buffer): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll('\ufffd', '');

describe('a shell of builtin', () => {
  let here: Opened;
  beforeAll(async () => {
    const opened = await openWith('builtin');
    if (typeof opened === 'string') throw new Error(opened);
    here = opened;
  });
  afterAll(() => here?.close());

  const write = (path: string, content: Buffer) => here.host.run(place, { do: 'write', path, content });
  const read = (name: string) =>
    readFile(path.join(here.folder, 'disks', place.storeId, `${place.workspaceId}-${place.epoch}`, 'store', name));

  /** Each prints the file `f` as it is, by another way through programs and the shell. */
  const prints = [
    'cat f',
    'cat < f',
    'cat f | cat',
    "sed '' f",
    "sed -n 'p' < f",
    'sed s/nowhere/else/ f',
    'awk 1 f',
    "awk -F';' '{ print $0 }' < f",
    "awk '{ a[NR] = $0 } END { for (i = 1; i <= NR; i++) print a[i] }' f",
    "grep '' f",
    "grep -v '^nowhere$' < f",
    'cut -c1- f',
    'tr x x < f',
    "tr -d '\\r' < f",
    'head -n 1000 f',
    'tail -n +1 f',
    '{ head -n 2 f; tail -n +3 f; }',
    'tac f | tac',
    'uniq f',
    'paste f',
    'paste -d, f f | sed "s/,.*//" > /dev/null; cat f',
    'fold -w 1000 f',
    'expand f',
    'nl -ba -w1 -s: f | sed "s/^[0-9]*://"',
    'tee copy < f',
    'tee copy < f > /dev/null; cat copy',
    'cp f copy; cat copy',
    'cp f copy; sed -i s/nowhere/else/ copy; cat copy',
    'cat f > copy; cat < copy',
    ': > copy; cat f >> copy; cat copy',
    'base64 f | base64 -d',
    'gzip -c f | gunzip -c',
    'tar cf f.tar f; mkdir -p unpacked; tar xf f.tar -C unpacked; cat unpacked/f',
    'split -l 2 f part.; cat part.*; rm part.*',
    'x=$(cat f); printf "%s\\n" "$x"',
    'x=$(< f); echo "$x"',
    'cat <<< "$(cat f)"',
    'cat << END\n$(cat f)\nEND',
    'while IFS= read -r line; do printf "%s\\n" "$line"; done < f',
    'cat f | while IFS= read -r line; do echo "$line"; done',
    'mapfile -t lines < f; printf "%s\\n" "${lines[@]}"',
    'mapfile lines < f; printf "%s" "${lines[@]}"',
    'exec 3< f; cat <&3',
    'exec 3< f; while IFS= read -r -u 3 line; do echo "$line"; done',
    'while IFS= read -r line <&3; do echo "$line"; done 3< f',
    '{ cat; } < f',
    'exec 4> copy; cat f >&4; exec 4>&-; cat copy',
    '{ cat f >&2; } 2> copy; cat copy',
    'diff f none > /dev/null 2>&1; cat <(cat f)',
    'find f -exec cat {} \\;',
    'echo f | xargs cat',
    'bash -c "cat f"',
    'echo "cat f" > run.sh; bash run.sh',
    'run() { cat f; }; run',
    'env cat f',
    'timeout 100 cat f',
    'for i in 1; do cat f; done',
    'if true; then cat f; fi | cat',
    'jq -Rr . f',
    'eval "cat f"',
    'while IFS= read -r -n 1000 line; do echo "$line"; done < f',
  ];

  test('programs keep the bytes of a file that they do not change, whatever these are', async () => {
    const letters = fc.oneof(fc.integer({ min: 0x80, max: 0xff }), fc.integer({ min: 0x61, max: 0x7a }));
    const line = fc.array(letters, { minLength: 1, maxLength: 20 });
    const lines = fc.uniqueArray(line, { minLength: 5, maxLength: 20, selector: (bytes) => bytes.join() });
    // windows-1254, UTF-8 with a mark at the beginning, and anything.
    const files = [
      Buffer.from('\xdcr\xfcn;Fiyat\n\xc7ay \xdd\xf0ne \xfeal;12,50\n', 'latin1'),
      Buffer.from('\ufeffÜrün;Fiyat\nÇay İğne şal;12,50\n😀€\n'),
      ...fc.sample(lines, 2).map((sample) => Buffer.from(sample.flatMap((bytes) => [...bytes, 0x0a]))),
    ];
    for (const file of files) {
      await write('/workspace/store/f', file);
      const all = prints.map((script, index) => `( ${script}\n) > o${index}`).join('\n');
      const ended = await here.exec(all, { timeoutMs: 300_000 });
      expect([said(ended), ended.exitCode]).toEqual(['', 0]);
      const found = await Promise.all(prints.map((_, index) => read(`o${index}`)));
      for (const [index, script] of prints.entries())
        expect([script, found[index]?.toString('latin1')]).toEqual([script, file.toString('latin1')]);
      // The answer of the command itself is no text either.
      expect((await here.exec('cat f')).stdout.equals(file)).toBe(true);
      expect((await here.exec('cat f >&2')).stderr.equals(file)).toBe(true);
    }
  });

  test('an edit changes its own bytes alone', async () => {
    await write('/workspace/store/l5.csv', Buffer.from('\xdcr\xfcn;Fiyat\n\xc7ay \xdd\xf0ne \xfeal;12,50\n', 'latin1'));
    const ended = await here.exec(`
      sed -i s/12/13/ l5.csv; sort l5.csv > sorted; tr -d '\\r' < l5.csv > stripped
      cut -d';' -f1 l5.csv > first; awk -F';' '{ print $2 ";" $1 }' l5.csv > turned; sort -u l5.csv | wc -c`);
    expect([said(ended), ended.exitCode]).toEqual(['30\n', 0]);
    const textIn = async (name: string) => (await read(name)).toString('latin1');
    expect(await textIn('l5.csv')).toBe('\xdcr\xfcn;Fiyat\n\xc7ay \xdd\xf0ne \xfeal;13,50\n');
    expect(await textIn('sorted')).toBe('\xc7ay \xdd\xf0ne \xfeal;13,50\n\xdcr\xfcn;Fiyat\n');
    expect(await textIn('stripped')).toBe('\xdcr\xfcn;Fiyat\n\xc7ay \xdd\xf0ne \xfeal;13,50\n');
    expect(await textIn('first')).toBe('\xdcr\xfcn\n\xc7ay \xdd\xf0ne \xfeal\n');
    expect(await textIn('turned')).toBe('Fiyat;\xdcr\xfcn\n13,50;\xc7ay \xdd\xf0ne \xfeal\n');
  });

  const numbers: [string, string][] = [
    ["printf '\\376' | base64", '/g==\n'],
    ["printf '\\xc5\\x9f'; echo -e '\\xc5\\x9f'; echo $'\\xc5\\x9f'; echo $'\\305\\237'", 'şş\nş\nş\n'],
    ["printf '\\xfe' > b; echo -ne '\\xfe' >> b; echo -n $'\\xfe' >> b; wc -c < b", '3\n'],
    ["printf 'a\\xfeb' > b; sed $'s/\\xfe/ş/' b", 'aşb'],
    ["printf 'a\\xfeb' > b; grep -c $'\\xfe' b", '1\n'],
    ['printf "a\\xfeb\\n" | awk \'{ gsub("\\xfe", "ş"); print }\'', 'aşb\n'],
  ];

  test('a byte that is written as a number is that byte', () => expectAnswers(numbers));

  const letters: [string, string][] = [
    ['read x <<< ş; echo ${#x}; [ "$x" = ş ] && echo evet', '1\nevet\n'],
    ['echo üş | { read x; echo "${#x} ${x^^}"; }', '2 ÜŞ\n'],
    ['read a b <<< "ü ç"; echo "$b ş"', 'ç ş\n'],
    ['read -n 1 x <<< üç; echo $x', 'ü\n'],
    ['printf "ü\\nç\\n" | while read -n 1 x; do echo "[$x]"; done', '[ü]\n[]\n[ç]\n[]\n'],
    ['IFS=ş read a b <<< "aşü"; echo "$a $b"', 'a ü\n'],
    ['read -d ş a <<< "üşb"; echo $a', 'ü\n'],
    ['x=ü; read -p x y <<< ç; echo $x$y', 'üç\n'],
    ['read -a x <<< "ü ç"; echo ${x[1]}${#x[0]}', 'ç1\n'],
    ['mapfile -t x <<< "ş\n"; echo ${#x[0]}', '1\n'],
    ['printf "ü\\n" > t; exec 3< t; cat <&3 | wc -c', '3\n'],
    ['printf "ü\\nç\\n" > t; exec 3< t; read x <&3; echo $x; cat <&3', 'ü\nç\n'],
    ['printf "ü\\nç\\n" > t; { read x; echo $x; sort; } < t', 'ü\nç\n'],
    ['exec 3<<< ü; { cat; } <&3', 'ü\n'],
    ['printf "ü\\n" > t; cat t none > both 2>&1; grep -c ü both', '1\n'],
    ['echo ü; echo ç >&2', 'ü\nç\n'],
    ['printf "Ã¼\\n"', 'Ã¼\n'],
    ['printf "üç\\n" | wc -m', '3\n'],
    ['printf "üç\\n" | cut -c2', 'ç\n'],
    ['printf "üç\\n" | rev', 'çü\n'],
    ["printf 'şığ\\n' | awk '{ print toupper($0), length($0), substr($0, 2, 1) }'", 'ŞIĞ 3 ı\n'],
    ["printf 'ü\\n' | sed 's/./ş/'", 'ş\n'],
    ["printf 'ü\\n' | tr ü ş", 'ş\n'],
    ["printf 'ü\\n' | grep -o .", 'ü\n'],
    ['echo \'{"a":"ü"}\' | jq -r .a', 'ü\n'],
    ['printf "ü\\n" > t; xargs -n 1 echo < t', 'ü\n'],
    ['printf "ü\\n" > t; find t -exec cat {} \\; | wc -m', '2\n'],
  ];

  test('letters are letters', () => expectAnswers(letters));

  /** All in one process: to start one takes longer than what it does here. */
  async function expectAnswers(table: readonly (readonly [script: string, answer: string])[]): Promise<void> {
    const all = table.map(([script]) => `( ${script}\n) 2>&1; printf '\\0'`).join('\n');
    const answers = said(await here.exec(all, { timeoutMs: 300_000 })).split('\0');
    const withScripts = table.map(([script], index) => [script, answers[index]]);
    expect(withScripts).toEqual(table);
  }
});
